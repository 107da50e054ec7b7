import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
// Sets up i18next before any catalogue is added, in any load order.
import './language.ts';

type Texts = Readonly<Record<string, string>>;
/** The key `people` with a `count` selects `people_one` or `people_other`. */
type Key<T> = keyof T extends infer K ? (K extends `${infer Base}_${'one' | 'other'}` ? Base : K) : never;
type Values = Record<string, unknown>;

/** Returns a text of one catalogue in the chosen language, with its `{{values}}`. */
export type Translate<T> = (key: Key<T> & string, values?: Values) => string;

/**
 * A catalogue of texts, in the folder of its screen. German must have exactly the keys of English, or it does not compile.
 * Returns the hook that components use.
 */
export function defineTexts<const T extends Texts>(
  name: string,
  texts: { en: T; de: { readonly [K in keyof T]: string } },
): () => Translate<T> {
  for (const [language, bundle] of Object.entries(texts)) i18next.addResourceBundle(language, name, bundle);
  return () => useTranslation(name).t as Translate<T>;
}
