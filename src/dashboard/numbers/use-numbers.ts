import { useTranslation } from 'react-i18next';
import { localeFor } from '../texts/language.ts';
import { useNumberText } from './texts.ts';
import { type ReadNumber, readNumber, type Writing, writeNumber } from './written-number.ts';

/** Reads and writes numbers as the screens show them: in the chosen language and the browser's region. */
export function useNumbers({ decimals, currency }: Omit<Writing, 'locale'> = {}) {
  const t = useNumberText();
  const writing = { locale: localeFor(useTranslation().i18n.language), decimals, currency };
  const count = decimals ?? 1;
  const example = writeNumber(count === 0 ? 1_234 : 1_234.5, writing);
  return {
    example,
    read: (text: string): ReadNumber => readNumber(text, writing),
    write: (value: number): string => writeNumber(value, writing),
    /** The error of a typed number, for its field. */
    wordsFor: (problem: ReadNumber['problem']): string | undefined => {
      if (!problem) return undefined;
      if (decimals === 0) return t('whole', { example });
      return problem === 'decimals' ? t('decimals', { count, example }) : t('number', { example });
    },
  };
}
