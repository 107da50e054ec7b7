import type { Encoding } from './encodings.ts';

/** An encoding that a file may have without stating it. */
export interface Candidate {
  encoding: Encoding;
  /** How rare such files are, as the logarithm of a likelihood. */
  prior: number;
  /** The languages that are written in it. */
  languages: readonly string[];
}

const WESTERN = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'is', 'ca'];
const CENTRAL = ['pl', 'cs', 'sk', 'hu', 'sl', 'hr', 'ro', 'sr-Latn', 'de'];
const CYRILLIC = ['ru', 'uk', 'bg', 'sr', 'mk', 'be'];

const RARITY: [encoding: Encoding, prior: number, languages: readonly string[]][] = [
  // Excel on Windows, by the language of the machine.
  ['windows-1252', 0, WESTERN],
  ['windows-1250', -1, CENTRAL],
  ['windows-1251', -1, CYRILLIC],
  ['windows-1253', -1, ['el']],
  ['windows-1254', -2, ['tr', 'az']],
  ['windows-1255', -1, ['he']],
  ['windows-1256', -1, ['ar', 'fa']],
  ['windows-1257', -4, ['lt', 'lv', 'et']],
  ['windows-1258', -5, ['vi']],
  ['windows-874', -1, ['th']],
  ['shift_jis', -1, ['ja']],
  ['gb18030', -1, ['zh']],
  ['big5', -1, ['zh-Hant']],
  ['euc-kr', -1, ['ko']],
  // Older programs, Unix and the Mac.
  ['iso-8859-2', -4, CENTRAL],
  ['iso-8859-15', -4, ['fr', 'fi', 'et', 'de']],
  ['iso-8859-7', -3, ['el']],
  ['iso-8859-5', -6, ['ru', 'bg']],
  ['koi8-r', -2, ['ru']],
  ['koi8-u', -3, ['uk']],
  ['macintosh', -4, WESTERN],
  ['x-mac-cyrillic', -6, ['ru']],
  ['euc-jp', -3, ['ja']],
  // DOS.
  ['cp850', -5, WESTERN],
  ['cp852', -5, CENTRAL],
  ['ibm866', -3, ['ru', 'uk']],
];

export const CANDIDATES: readonly Candidate[] = RARITY.map(([encoding, prior, languages]) => ({
  encoding,
  prior,
  languages,
}));

/** The library chardet's names, if different, and the encodings that it cannot distinguish from them. */
export const BY_LIBRARY: Readonly<Record<string, readonly Encoding[]>> = {
  'ISO-8859-1': ['windows-1252'],
  'ISO-8859-2': ['windows-1250', 'iso-8859-2'],
  'ISO-8859-6': ['windows-1256'],
  'ISO-8859-7': ['windows-1253', 'iso-8859-7'],
  'ISO-8859-8': ['windows-1255'],
  'ISO-8859-9': ['windows-1254'],
};
