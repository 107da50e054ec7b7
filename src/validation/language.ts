/** The languages in which the service itself writes: confirmations and the pages behind links. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'nl'] as const;

export type Language = (typeof LANGUAGES)[number];

const isOurs = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);

/** The first of the wanted languages (BCP 47 tags, regions do not matter) that we write; English if there is none. */
export function languageFor(...wanted: readonly (string | null | undefined)[]): Language {
  return wanted.map((tag) => tag?.toLowerCase().split('-')[0] ?? '').find(isOurs) ?? 'en';
}
