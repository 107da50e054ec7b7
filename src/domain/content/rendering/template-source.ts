import type { Template } from '../../../generated/prisma/client.ts';

/** The Liquid sources of a message. */
export interface TemplateSource {
  subject: string;
  html: string;
  /** Absent: the text part is made from the HTML. */
  text?: string;
}

type Variant = { subject?: unknown; html?: unknown; text?: unknown };

/**
 * Returns the source of a template in a language: the variant of the locale, else of its base language ("pt" for "pt-BR"),
 * else the template itself. A variant may replace the subject, the content and the text part. If it replaces only the
 * content, the text part is made from it, because the template's is in another language.
 */
export function sourceOf(
  template: Pick<Template, 'subject' | 'html' | 'localeVariants'> & { text?: string | null },
  locale?: string | null,
): TemplateSource {
  const known = (template.localeVariants ?? {}) as Record<string, unknown>;
  const found = locale ? forLocale(known, locale) : undefined;
  const variant: Variant | undefined = typeof found === 'object' && found !== null ? found : undefined;
  const subject = typeof variant?.subject === 'string' ? variant.subject : (template.subject ?? '');
  const html = typeof variant?.html === 'string' ? variant.html : template.html;
  const text =
    typeof variant?.text === 'string' ? variant.text : typeof variant?.html === 'string' ? null : template.text;
  return { subject, html, ...(text && { text }) };
}

/** All Liquid sources of a template, in all its languages. */
export function sourcesOf({
  localeVariants,
  ...own
}: Pick<Template, 'subject' | 'html' | 'text' | 'localeVariants'>): string[] {
  const variants = Object.values((localeVariants ?? {}) as Record<string, Partial<TemplateSource>>);
  return [own, ...variants].flatMap(({ subject, html, text }) => [subject ?? '', html ?? '', text ?? '']);
}

/** Returns the entry of a locale, else of its base language ("pt" for "pt-BR"). */
export function forLocale<Value>(known: Readonly<Record<string, Value>>, locale: string): Value | undefined {
  const find = (wanted: string) => Object.entries(known).find(([name]) => canonical(name) === wanted)?.[1];
  const exact = canonical(locale);
  return find(exact) ?? find(exact.split('-')[0] ?? exact);
}

const canonical = (locale: string): string => locale.toLowerCase().replaceAll('_', '-');
