/** The languages of the service's own texts: confirmations and the pages behind links. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'nl'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Whether it is one of them. */
export const isOurLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);

/** The first of the wanted languages (BCP 47 tags, ignoring regions) that we have texts for; else English. */
export function languageFor(...wanted: readonly (string | null | undefined)[]): Language {
  return wanted.map((tag) => (tag ? languageIn(tag) : undefined)).find((language) => language !== undefined) ?? 'en';
}

/** The language of a tag, ignoring its region; undefined if we have no texts in it. */
export function languageIn(tag: string): Language | undefined {
  const language = tag.toLowerCase().split('-')[0]!;
  return isOurLanguage(language) ? language : undefined;
}
