import { duration } from '../../validation/duration.ts';
import { whole } from '../../validation/number.ts';
import { filled, listOf, oneLine, oneOf, optionalText, record, text } from '../../validation/text.ts';
import { MAX_CONTENT } from '../content/template-input.ts';

/** How variants are compared. `manual`: a person chooses the winner. */
export const AB_TEST_MEASURES = ['opens', 'clicks', 'revenue', 'manual'] as const;
export type AbTestMeasure = (typeof AB_TEST_MEASURES)[number];

export const MOST_VARIANTS = 6;

const variant = record({
  name: filled(100),
  subject: optionalText(oneLine(998)),
  template: optionalText(filled(255)),
  fromName: optionalText(oneLine(255)),
  preheader: optionalText(oneLine(255)),
  text: optionalText(text(MAX_CONTENT)),
});

/** An A/B test as input. A rule needs a time for the decision; a manual choice or a split without a rest does not. */
export const abTestInput = record({
  variants: listOf(variant, 2, MOST_VARIANTS),
  samplePercent: whole(1, 100),
  decideAfter: duration('PT10M', 'P7D').nullish(),
  winnerBy: oneOf(AB_TEST_MEASURES),
}).check(({ value: { variants, samplePercent, decideAfter, winnerBy: by }, issues }) => {
  const report = (path: (string | number)[], message: string) =>
    issues.push({ code: 'custom', path, message, input: undefined });
  if (decideAfter == null && by !== 'manual' && samplePercent < 100) report(['decideAfter'], 'is required.');
  for (const [index, { name }] of variants.entries()) {
    if (variants.findIndex((other) => other.name === name) < index) {
      report(['variants', index, 'name'], 'must differ from the names of the other variants.');
    }
  }
});
