import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const KEPT_AS = 'tidings-language';

const isLanguage = (text: string | null | undefined): text is Language => text != null && text in LANGUAGES;

/** The language that was chosen in this browser, else the first of the browser's that we have, else English. */
function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

void i18next.use(initReactI18next).init({
  lng: firstLanguage(),
  fallbackLng: 'en',
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false }, // React escapes
});

const mark = (language: string) => {
  document.documentElement.lang = language;
};
mark(i18next.language);
i18next.on('languageChanged', mark);

/** Shows everything in another language, and remembers it in this browser. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(KEPT_AS, language);
  void i18next.changeLanguage(language);
}

/**
 * How dates and numbers are written: as the browser's own region does where it speaks the chosen language (en-GB, de-AT),
 * else as the language alone does.
 */
export const localeFor = (language: string): string =>
  navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
