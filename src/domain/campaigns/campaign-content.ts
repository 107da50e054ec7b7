import type { Template } from '../../generated/prisma/client.ts';
import { checkTemplate } from '../content/rendering/pool.ts';
import { textTemplate } from '../content/rendering/text-template.ts';
import { withFooter } from './footer.ts';

/** What a campaign says in one language: Liquid. */
export interface CampaignSource {
  subject: string;
  html: string;
  /** Absent where it cannot be told before the values are known: then it is made from each HTML. */
  text?: string;
}

/** By locale in lower case; "" for everybody else. */
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
  const own = { subject: subject ?? template.subject ?? '', html: template.html };
  const variants = Object.entries((template.localeVariants ?? {}) as Record<string, Partial<CampaignSource>>);
  const languages = [
    ['', own] as const,
    ...variants.map(([locale, variant]) => {
      const source = { subject: subject ?? variant.subject ?? own.subject, html: variant.html ?? own.html };
      return [canonical(locale), source] as const;
    }),
  ];
  const frozen = await Promise.all(
    languages.map(async ([locale, { subject, html }]) => {
      const whole = withFooter(html, locale || listLocale);
      return [locale, { subject, html: whole, ...(await textOf(whole)) }] as const;
    }),
  );
  return Object.fromEntries(frozen);
}

/** What it says to someone: in their language, else in its base language, else in its own. */
export function sourceFor(content: CampaignContent, locale: string | null): CampaignSource {
  const exact = canonical(locale ?? '');
  return content[exact] ?? content[exact.split('-')[0] ?? ''] ?? content['']!;
}

const canonical = (locale: string): string => locale.toLowerCase().replaceAll('_', '-');

async function textOf(html: string): Promise<{ text?: string }> {
  const text = textTemplate(html);
  return text === undefined || (await checkTemplate(text)) ? {} : { text };
}
