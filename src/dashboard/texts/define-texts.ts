import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
// Sets up i18next before any catalogue is added, in any load order.
import './language.ts';

type Texts = Readonly<Record<string, string>>;
/** `people_one` and `people_other` are asked for as `people`, with a `count`. */
type Key<T> = keyof T extends infer K ? (K extends `${infer Base}_${'one' | 'other'}` ? Base : K) : never;
type Values = Record<string, unknown>;

/** Says a text of one catalogue in the chosen language, with `{{values}}` put in. */
export type Say<T> = (key: Key<T> & string, values?: Values) => string;

/**
 * A catalogue of texts: those of a screen stand in its folder. German has exactly the texts that English has, or it does
 * not compile. Returns the hook by which components say them.
 */
export function defineTexts<const T extends Texts>(
  name: string,
  texts: { en: T; de: { readonly [K in keyof T]: string } },
): () => Say<T> {
  for (const [language, bundle] of Object.entries(texts)) i18next.addResourceBundle(language, name, bundle);
  return () => useTranslation(name).t as Say<T>;
}
