import type { z } from 'zod';
import { type Issue, ValidationError } from '../../errors.ts';
import type { Campaign } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { readDuration } from '../../validation/duration.ts';
import { liquidIssues } from '../content/check-liquid.ts';
import { findNamed, referred } from '../content/template-references.ts';
import { templateProblems } from '../content/unknown-templates.ts';
import type { AbTestMeasure, abTestInput } from './ab-test-input.ts';

/** A variant of a campaign. Missing fields default to the campaign's. */
export interface Variant {
  name: string;
  subject?: string;
  templateId?: string;
  fromName?: string;
  preheader?: string;
  text?: string;
}

/** An A/B test as stored. */
export interface AbTest {
  variants: Variant[];
  samplePercent: number;
  /** ISO 8601. */
  decideAfter?: string;
  by: AbTestMeasure;
}

/** The A/B test of a campaign, if it has one. */
export const abTestOf = ({ test }: Pick<Campaign, 'test'>): AbTest | undefined =>
  (test as unknown as AbTest | null) ?? undefined;

type Given = z.output<typeof abTestInput>;

/** Looks up the templates of the variants, and returns the test to be stored, with its issues. */
export async function resolveAbTest(
  scope: Scope,
  given: Given | null | undefined,
): Promise<{ test?: AbTest | null | undefined; issues: Issue[] }> {
  if (!given) return { test: given, issues: [] };
  const names = given.variants.flatMap(({ template }) => template ?? []);
  const templates = await findNamed(scope, names);
  const problems = await templateProblems(
    scope,
    names.filter((name) => !referred(templates, name)),
  );
  const issues = given.variants.map(async ({ template, subject, preheader, text }, index): Promise<Issue[]> => {
    const path = ['abTest', 'variants', index];
    const problem = problems.get(template ?? '');
    return [
      ...(problem ? [{ path: [...path, 'template'], problem }] : []),
      ...(await liquidIssues([...path, 'subject'], subject, scope.team.id)),
      ...(await liquidIssues([...path, 'preheader'], preheader, scope.team.id)),
      ...(await liquidIssues([...path, 'text'], text, scope.team.id)),
    ];
  });
  const { samplePercent, decideAfter, winnerBy: by } = given;
  const variants = given.variants.map(({ name, subject, template, fromName, preheader, text }) => {
    const known = template == null ? undefined : referred(templates, template);
    return {
      name,
      ...(subject != null && { subject }),
      ...(known && { templateId: known.id }),
      ...(fromName != null && { fromName }),
      ...(preheader != null && { preheader }),
      ...(text != null && { text }),
    };
  });
  const test = { variants, samplePercent, ...(decideAfter != null && { decideAfter }), by };
  return { test, issues: (await Promise.all(issues)).flat() };
}

/** Whether people wait for the winner of a test. */
export const hasRest = (campaign: Pick<Campaign, 'test'>): boolean => (abTestOf(campaign)?.samplePercent ?? 100) < 100;

/** Seconds from enqueueing to the decision by rule; null without a rest, or if a person chooses the winner. */
export function decidesAfter(test: AbTest | undefined): number | null {
  const isRule = test && test.by !== 'manual' && test.samplePercent < 100;
  return (isRule && test.decideAfter && readDuration(test.decideAfter)) || null;
}

/** Fields that a variant may replace. */
type VariantFields = Pick<Campaign, 'subject' | 'templateId' | 'fromName' | 'preheader' | 'text'>;

/** The campaign with the fields of one of its variants (counted from 1); unchanged without a test, or for null. */
export function asVariant<Whole extends VariantFields & Pick<Campaign, 'test'>>(
  campaign: Whole,
  number: number | null,
): Whole {
  const variant = number === null ? undefined : abTestOf(campaign)?.variants[number - 1];
  if (!variant) return campaign;
  const { subject, templateId, fromName, preheader } = campaign;
  return {
    ...campaign,
    subject: variant.subject ?? subject,
    templateId: variant.templateId ?? templateId,
    fromName: variant.fromName ?? fromName,
    preheader: variant.preheader ?? preheader,
    text: textOf(variant, campaign),
  };
}

/**
 * The source of a variant's text part; null: its template's, or made from its HTML. The campaign's text belongs to the
 * campaign's template, so a variant with its own template does not inherit it.
 */
function textOf(variant: Variant, campaign: { [Field in 'templateId' | 'text']?: VariantFields[Field] | undefined }) {
  const { text, templateId } = variant;
  if (text !== undefined) return text;
  return templateId === undefined || templateId === campaign.templateId ? (campaign.text ?? null) : null;
}

/**
 * The requested variant, else the first; null without an A/B test. Throws ValidationError if the campaign has no such
 * variant.
 */
export function variantToShow(campaign: Pick<Campaign, 'test'>, asked: number | null | undefined): number | null {
  const variants = abTestOf(campaign)?.variants;
  if (asked == null) return variants ? 1 : null;
  if (asked <= (variants?.length ?? 0)) return asked;
  throw new ValidationError([{ path: ['variant'], problem: 'must be a variant of the campaign.' }]);
}

/** The numbers of the variants, or a single null without a test, which stands for the campaign itself. */
export const variantNumbers = (campaign: Pick<Campaign, 'test'>): (number | null)[] =>
  abTestOf(campaign)?.variants.map((_, index) => index + 1) ?? [null];

/** Throws ValidationError for a variant that equals an earlier one. */
export function refuseEqualVariants(
  campaign: { [Field in keyof VariantFields]?: VariantFields[Field] | undefined },
  test: AbTest | null | undefined,
): void {
  const variants = test?.variants ?? [];
  const keys = variants.map((variant) =>
    JSON.stringify([
      variant.subject ?? campaign.subject ?? null,
      variant.templateId ?? campaign.templateId,
      variant.fromName ?? campaign.fromName ?? null,
      variant.preheader ?? campaign.preheader ?? null,
      textOf(variant, campaign),
    ]),
  );
  const issues = equalIssues(variants, keys);
  if (issues.length > 0) throw new ValidationError(issues);
}

/** An issue for each variant that equals an earlier one. */
export const equalIssues = (variants: readonly Variant[], keys: readonly string[]): Issue[] =>
  keys.flatMap((one, index) => {
    const first = keys.indexOf(one);
    return first === index
      ? []
      : [
          {
            path: ['abTest', 'variants', index],
            problem: `is the same as the variant ${JSON.stringify(variants[first]!.name)}.`,
          },
        ];
  });
