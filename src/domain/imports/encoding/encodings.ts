import iconv from 'iconv-lite';

/** An encoding in the lower case of the WHATWG Encoding standard, or a code page of DOS: `windows-1250`, `cp850`. */
export type Encoding = string;

/** Common names that are not labels of the standard. */
const ALIASES: Readonly<Record<string, Encoding>> = {
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
  cp874: 'windows-874',
  macroman: 'macintosh',
  'mac-roman': 'macintosh',
  'x-mac-roman': 'macintosh',
  'mac-cyrillic': 'x-mac-cyrillic',
};

/** Encodings of the standard that Node does not know. */
const BEYOND_NODE = ['iso-8859-16', 'x-user-defined'];

const DOS = /^(?:cp|ibm|dos|oem)[-_]?(437|737|775|85[0-8]|86[0-9])$/;
const WINDOWS = /^win(?:dows)?[-_]?(125[0-8]|874)$/;

/** Returns the encoding with this label, in any case; undefined for an unknown label. */
export function encodingNamed(label: string): Encoding | undefined {
  const name = label.trim().toLowerCase();
  if (BEYOND_NODE.includes(name)) return name;
  const [, windows] = WINDOWS.exec(name) ?? [];
  const known = standard(windows ? `windows-${windows}` : (ALIASES[name] ?? name));
  if (known) return known;
  const [, page] = DOS.exec(name) ?? [];
  return page && iconv.encodingExists(`cp${page}`) ? `cp${page}` : undefined;
}

function standard(label: string): Encoding | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Names that are not in capitals. */
const WRITTEN: Readonly<Record<string, string>> = {
  macintosh: 'Mac Roman',
  'x-mac-cyrillic': 'Mac Cyrillic',
  shift_jis: 'Shift_JIS',
  big5: 'Big5',
};

/** The name of an encoding for people: `Windows-1250`, `ISO-8859-2`. */
export const encodingTitle = (encoding: Encoding): string =>
  WRITTEN[encoding] ?? (encoding.startsWith('windows') ? `W${encoding.slice(1)}` : encoding.toUpperCase());
