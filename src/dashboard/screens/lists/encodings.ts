import type { useCsvFormatText } from './csv-format-texts.ts';

type Region = Parameters<ReturnType<typeof useCsvFormatText>>[0];

/** Encodings that can be chosen for a file, as the API names them, by the languages that are written in them. */
export const ENCODINGS: readonly [encoding: string, region: Region][] = [
  ['utf-8', 'unicode'],
  ['utf-16le', 'unicode'],
  ['utf-16be', 'unicode'],
  ['windows-1252', 'western'],
  ['iso-8859-15', 'western'],
  ['macintosh', 'western'],
  ['cp850', 'western'],
  ['cp437', 'western'],
  ['windows-1250', 'central'],
  ['iso-8859-2', 'central'],
  ['cp852', 'central'],
  ['iso-8859-16', 'romanian'],
  ['windows-1257', 'baltic'],
  ['windows-1251', 'cyrillic'],
  ['koi8-r', 'cyrillic'],
  ['koi8-u', 'cyrillic'],
  ['ibm866', 'cyrillic'],
  ['iso-8859-5', 'cyrillic'],
  ['x-mac-cyrillic', 'cyrillic'],
  ['windows-1253', 'greek'],
  ['iso-8859-7', 'greek'],
  ['windows-1254', 'turkish'],
  ['windows-1255', 'hebrew'],
  ['windows-1256', 'arabic'],
  ['windows-1258', 'vietnamese'],
  ['windows-874', 'thai'],
  ['shift_jis', 'japanese'],
  ['euc-jp', 'japanese'],
  ['iso-2022-jp', 'japanese'],
  ['gb18030', 'chineseSimplified'],
  ['gbk', 'chineseSimplified'],
  ['big5', 'chineseTraditional'],
  ['euc-kr', 'korean'],
];

const TITLES: Record<string, string> = {
  macintosh: 'Mac Roman',
  'x-mac-cyrillic': 'Mac Cyrillic',
  shift_jis: 'Shift_JIS',
  big5: 'Big5',
};

/** The name of an encoding for people: `Windows-1250`. */
export const encodingTitle = (encoding: string): string =>
  TITLES[encoding] ?? (encoding.startsWith('windows') ? `W${encoding.slice(1)}` : encoding.toUpperCase());
