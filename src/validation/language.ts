/** The languages of our own texts: confirmations and link pages. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'nl'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Whether we have texts in this language. */
export const isOurLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);

/** The first wanted language (BCP 47 tags, ignoring regions) with texts of ours; else English. */
export function languageFor(...wanted: readonly (string | null | undefined)[]): Language {
  return wanted.map((tag) => (tag ? languageIn(tag) : undefined)).find((language) => language !== undefined) ?? 'en';
}

/** The language of a tag, ignoring its region. Undefined if we have no texts in it. */
export function languageIn(tag: string): Language | undefined {
  const language = tag.toLowerCase().split('-')[0]!;
  return isOurLanguage(language) ? language : undefined;
}
