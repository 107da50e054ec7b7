import type { Template } from '../../generated/prisma/client.ts';
import { checkTemplate } from '../content/rendering/pool.ts';
import { forLocale, sourceOf } from '../content/rendering/template-source.ts';
import { textTemplate } from '../content/rendering/text-template.ts';
import { withFooter } from './footer.ts';

/** What a campaign says in one language: Liquid. */
export interface CampaignSource {
  subject: string;
  html: string;
  /** Absent where it cannot be told before the values are known: then it is made from each HTML. */
  text?: string;
}

/** By locale; "" for everybody else. */
export type CampaignContent = Record<string, CampaignSource>;

/**
 * What a template says now, in all its languages, as a campaign sends it to everybody even if the template changes
 * meanwhile: with the link to unsubscribe and the postal address, where it has none of its own, and its text part.
 */
export async function freezeContent(
  template: Template,
  subject: string | null,
  listLocale: string,
): Promise<CampaignContent> {
  const locales = ['', ...Object.keys((template.localeVariants ?? {}) as object)];
  const frozen = await Promise.all(
    locales.map(async (locale) => {
      const source = sourceOf(template, locale);
      const html = withFooter(source.html, locale || listLocale);
      return [locale, { subject: subject ?? source.subject, html, ...(await textOf(html)) }] as const;
    }),
  );
  return Object.fromEntries(frozen);
}

/** What it says to someone: in their language, else in its base language, else in its own. */
export const sourceFor = (content: CampaignContent, locale: string | null): CampaignSource =>
  forLocale(content, locale ?? '') ?? content['']!;

async function textOf(html: string): Promise<{ text?: string }> {
  const text = textTemplate(html);
  return text === undefined || (await checkTemplate(text)) ? {} : { text };
}
