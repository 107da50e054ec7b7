/** For a message without a language. */
const DEFAULT = 'en';

/** Of a document: `<html lang="de">`. */
const DECLARED = /<html\b[^<>]*?\slang\s*=\s*["']?([A-Za-z][\w-]*)/i;
const BEGINNING = 2_000;

/**
 * Returns the language tag of a message: the mail's own, else the person's locale, else the language declared in the HTML,
 * else English. Ignores unknown tags.
 */
export function languageOf(mail: unknown, person: unknown, document = ''): string {
  const declared = DECLARED.exec(document.slice(0, BEGINNING))?.[1];
  return known(mail) ?? known(person) ?? known(declared) ?? DEFAULT;
}

/** `de_AT` becomes `de-AT`. "und", MJML's default, does not count. */
export function known(tag: unknown): string | undefined {
  if (typeof tag !== 'string' || tag === '') return undefined;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag.replaceAll('_', '-'));
    return Intl.NumberFormat.supportedLocalesOf(canonical).length > 0 ? canonical : undefined;
  } catch {
    return undefined;
  }
}
