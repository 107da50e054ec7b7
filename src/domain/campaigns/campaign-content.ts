import type { Campaign, Prisma, Template } from '../../generated/prisma/client.ts';
import { checkTemplate } from '../content/rendering/pool.ts';
import { forLocale, sourceOf } from '../content/rendering/template-source.ts';
import { withFooter, withTextFooter } from './footer.ts';
import { withPreheader } from './preheader.ts';

/** The Liquid sources of a campaign in one language. */
export interface CampaignSource {
  subject: string;
  /** Empty: the template's own preheader, if any. Absent in campaigns that were started before preheaders existed. */
  preheader?: string;
  html: string;
  /** Absent if the text depends on the merge data: each message then makes it from its HTML. */
  text?: string;
  /** A variable without a value stops the message. */
  strict?: true;
}

/** By locale; "" for all other locales. */
export type CampaignContent = Record<string, CampaignSource>;

/** A campaign's own texts, in place of the template's. */
export interface OwnWords {
  subject: string | null;
  preheader: string | null;
  /** Absent: the template decides. */
  strict?: boolean;
  text?: string | null;
}

/**
 * Copies a template in all its languages, so that later changes to it do not affect the campaign. Adds the preheader, the
 * text part and, if missing, the unsubscribe link and the postal address.
 */
export async function freezeContent(
  template: Template,
  { subject, preheader, text, strict }: OwnWords,
  listLocale: string,
): Promise<CampaignContent> {
  const locales = ['', ...Object.keys((template.localeVariants ?? {}) as object)];
  const frozen = await Promise.all(
    locales.map(async (locale) => {
      const source = sourceOf(template, locale);
      const html = withFooter(source.html, locale || listLocale);
      const own = { subject: subject ?? source.subject, preheader: preheader ?? '' };
      const asked = (strict ?? template.strict) && { strict: true as const };
      const written = text ?? source.text;
      const part = written ? { text: withTextFooter(written, locale || listLocale) } : await textOf(html);
      return [locale, { ...own, html: preheader ? withPreheader(html) : html, ...part, ...asked }] as const;
    }),
  );
  return Object.fromEntries(frozen);
}

/**
 * The content that was fixed when sending began, of a variant, or with null of a campaign without variants. Undefined
 * before.
 */
export const contentOf = (
  { content, variantContents }: Pick<Campaign, 'content' | 'variantContents'>,
  variant: number | null,
): CampaignContent | undefined => {
  const contents = variantContents as unknown as CampaignContent[] | null;
  return (
    (variant === null ? undefined : contents?.[variant - 1]) ?? (content as unknown as CampaignContent) ?? undefined
  );
};

export type FixedContent = Pick<Prisma.CampaignUncheckedCreateInput, 'content' | 'variantContents'>;

/** The columns for the content of all variants, or of the campaign. The first is shown when no variant is requested. */
export const fixedContent = ({ test }: Pick<Campaign, 'test'>, contents: readonly CampaignContent[]): FixedContent => ({
  content: contents[0] as unknown as Prisma.InputJsonObject,
  ...(test !== null && { variantContents: contents as unknown as Prisma.InputJsonArray }),
});

/** All contents that were fixed when sending began: of the variants in order, or of the campaign. */
export const contentsOf = ({ content, variantContents }: Pick<Campaign, 'content' | 'variantContents'>) =>
  (variantContents ?? [content]) as unknown as CampaignContent[];

/** Returns the source for a person: in their locale, else its base language, else the default. */
export const sourceFor = (content: CampaignContent, locale: string | null): CampaignSource =>
  forLocale(content, locale ?? '') ?? content['']!;

async function textOf(html: string): Promise<{ text?: string }> {
  const { textTemplate } = await import('../content/rendering/text-template.ts');
  const text = textTemplate(html);
  return text === undefined || (await checkTemplate(text)) ? {} : { text };
}
