import type { Template } from '../../../generated/prisma/client.ts';

/** The Liquid sources of a message. */
export interface TemplateSource {
  subject: string;
  html: string;
}

type Variant = { subject?: unknown; html?: unknown };

/**
 * What a template says in a language: the variant for that locale, else for its base language ("pt" for "pt-BR"),
 * else its own. A variant may replace the subject, the content or both.
 */
export function sourceOf(
  template: Pick<Template, 'subject' | 'html' | 'localeVariants'>,
  locale?: string | null,
): TemplateSource {
  const variant = locale ? variantFor(template.localeVariants, locale) : undefined;
  const subject = typeof variant?.subject === 'string' ? variant.subject : (template.subject ?? '');
  const html = typeof variant?.html === 'string' ? variant.html : template.html;
  return { subject, html };
}

function variantFor(variants: unknown, locale: string): Variant | undefined {
  const known = Object.entries((variants ?? {}) as Record<string, unknown>);
  const find = (wanted: string) => known.find(([name]) => canonical(name) === wanted)?.[1];
  const exact = canonical(locale);
  const variant = find(exact) ?? find(exact.split('-')[0] ?? exact);
  return typeof variant === 'object' && variant !== null ? variant : undefined;
}

const canonical = (locale: string): string => locale.toLowerCase().replaceAll('_', '-');
