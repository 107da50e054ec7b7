import { readSheet } from './css/sheet.ts';
import type { GivenStyles } from './inline-styles.ts';
import type { ProtectedLiquid } from './protect-liquid.ts';
import { positionOf, SourceProblem, type SourceWarning } from './source-problem.ts';

/** The `styles` of a template, to be inlined. Throws SourceProblem if they contain tags, which would end the CSS. */
export function authorStyles(styles: string): GivenStyles[] {
  const tag = /<\/?(?:style|script)\b[^>]*>?/i.exec(styles);
  if (tag) throw new SourceProblem(`${tag[0]} is not CSS. Remove the tag`, positionOf(styles, tag.index), 'styles');
  return styles.trim() === '' ? [] : [{ css: styles }];
}

const NO_LIQUID = { isIn: () => false, tagsIn: () => [] };
const ELEMENT = /(<(style|mj-style)\b[^<>]*>)((?:(?!<\/?(?:mj-)?style\b)[\s\S])*)<\/\2\s*>/gi;

/** The mistakes in the `styles` of a template and in the style elements of its content. */
export function cssWarnings(styles: string, { text, words, positionOf: positionIn }: ProtectedLiquid): SourceWarning[] {
  const own = [...text.matchAll(ELEMENT)].flatMap(({ index, 1: start = '', 3: css = '' }) =>
    readSheet(css, words).problems.map(({ offset, problem }) => ({
      field: 'content' as const,
      problem,
      position: positionIn(index + start.length + offset),
    })),
  );
  const given = readSheet(styles, NO_LIQUID).problems.map(({ offset, problem }) => ({
    field: 'styles' as const,
    problem,
    position: positionOf(styles, offset),
  }));
  return [...own, ...given];
}
