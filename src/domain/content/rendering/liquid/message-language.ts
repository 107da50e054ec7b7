/** The language of a message that says none. */
const DEFAULT = 'en';

/** Of a document: `<html lang="de">`. */
const DECLARED = /<html\b[^<>]*?\slang\s*=\s*["']?([A-Za-z][\w-]*)/i;
const BEGINNING = 2_000;

/**
 * Returns the language tag of a message: the mail's own, else that of the person's locale, else the one that the HTML says
 * it is in, else English. Tags that nobody knows count as none.
 */
export function languageOf(mail: unknown, person: unknown, document = ''): string {
  const declared = DECLARED.exec(document.slice(0, BEGINNING))?.[1];
  return known(mail) ?? known(person) ?? known(declared) ?? DEFAULT;
}

/** `de_AT` is written `de-AT`. "und", which MJML says where it knows nothing, is no language. */
export function known(tag: unknown): string | undefined {
  if (typeof tag !== 'string' || tag === '') return undefined;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag.replaceAll('_', '-'));
    return Intl.NumberFormat.supportedLocalesOf(canonical).length > 0 ? canonical : undefined;
  } catch {
    return undefined;
  }
}
