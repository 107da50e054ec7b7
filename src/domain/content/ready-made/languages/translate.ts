import type { Language } from '../../../../validation/language.ts';
import { FOOTER_TEXTS } from '../../footer-texts.ts';
import type { Variant } from '../../template-input.ts';
import type { ReadyMade } from '../ready-made.ts';
import { DE } from './de.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { NL } from './nl.ts';

/** The translated texts, by the English text. */
export type Phrases = Readonly<Record<string, string>>;

const LANGUAGES: Record<Exclude<Language, 'en'>, Phrases> = { de: DE, fr: FR, es: ES, nl: NL };

/** The properties of blocks and settings that contain text for people. */
const READ = new Set(['text', 'label', 'note', 'alt', 'preheader', 'unsubscribe', 'preferences', 'author', 'name']);

/** A template in our other languages, as `locale_variants` of a template. */
export const variantsOf = ({ subject, document }: Pick<ReadyMade, 'subject' | 'document'>): Record<string, Variant> =>
  Object.fromEntries(
    Object.entries(LANGUAGES).map(([name, phrases]) => {
      const language = name as Language;
      const { settings, blocks } = inLanguage(document, language, phrases) as typeof document;
      const content = { settings: { ...settings, language }, blocks };
      return [language, { subject: phrase(subject, phrases), content: JSON.stringify(content, null, 2) }];
    }),
  );

function inLanguage(value: unknown, language: Language, phrases: Phrases): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, language, phrases));
  if (typeof value !== 'object' || value === null) return value;
  const changed = Object.entries(value).map(([key, one]) => [
    key,
    typeof one === 'string' && READ.has(key) ? phrase(one, phrases) : inLanguage(one, language, phrases),
  ]);
  const isFooter = 'type' in value && value.type === 'footer';
  return { ...Object.fromEntries(changed), ...(isFooter && FOOTER_TEXTS[language]) };
}

/** A text that is only data is the same in every language. */
const phrase = (text: string, phrases: Phrases): string =>
  /^(\*\*)?\{\{[^{}]*\}\}(\*\*)?$/.test(text) ? text : (phrases[text] ?? text);
