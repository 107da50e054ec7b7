import type { TemplateWholeFragment } from '../../../generated/dashboard/templates.ts';

/** The values of a language that override the template. */
interface LanguageTexts {
  subject?: string | undefined;
  content?: string | undefined;
  text?: string | undefined;
}

/** A template being edited. */
export interface Draft {
  name: string;
  subject: string;
  content: string;
  styles: string;
  /** The text part. Empty: it is made from the content. */
  text: string;
  languages: Record<string, LanguageTexts>;
  /** Whether a variable without a value keeps its e-mails from leaving. */
  strict: boolean;
}

const textIn = (value: unknown, key: string): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return typeof found === 'string' ? found : undefined;
};

/** The unchanged draft of a template. */
export const draftOf = ({
  name,
  subject,
  content,
  styles,
  text,
  localeVariants,
  strict,
}: TemplateWholeFragment): Draft => ({
  name,
  content,
  subject: subject ?? '',
  styles: styles ?? '',
  text: text ?? '',
  strict,
  languages: Object.fromEntries(
    Object.entries(localeVariants).map(([language, variant]) => [
      language,
      {
        subject: textIn(variant, 'subject'),
        content: textIn(variant, 'content'),
        text: textIn(variant, 'text'),
      },
    ]),
  ),
});

/** The API input of a draft. */
export const inputOf = ({ name, subject, content, styles, text, languages, strict }: Draft) => ({
  name,
  content,
  subject: subject || null,
  styles: styles || null,
  text: text || null,
  strict,
  localeVariants: Object.fromEntries(
    Object.entries(languages).map(([language, { subject, content, text }]) => [
      language,
      { ...(subject && { subject }), ...(content && { content }), ...(text && { text }) },
    ]),
  ),
});

export const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(inputOf(one)) === JSON.stringify(inputOf(other));

/**
 * Subject, content and plain text in a language; missing values fall back to the template. Content of its own has a text part
 * of its own, which is made from it if it is empty.
 */
export function textsIn(
  { subject, content, text, languages }: Draft,
  language?: string,
): { subject: string; content: string; text: string } {
  const own = language === undefined ? undefined : languages[language];
  return {
    subject: own?.subject || subject,
    content: own?.content || content,
    text: own?.text || (own?.content ? '' : text),
  };
}

/** The draft with other words in a language, or in the template itself. */
export function withTexts(draft: Draft, language: string | undefined, texts: LanguageTexts): Draft {
  if (language === undefined) return { ...draft, ...texts };
  return { ...draft, languages: { ...draft.languages, [language]: { ...draft.languages[language], ...texts } } };
}

/** The draft without a language. */
export function withoutLanguage(draft: Draft, language: string): Draft {
  const { [language]: _, ...languages } = draft.languages;
  return { ...draft, languages };
}
