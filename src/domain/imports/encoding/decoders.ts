import iconv from 'iconv-lite';
import type { Encoding } from './encodings.ts';

/** Turns the bytes of a file into text, part by part. Throws InvalidBytes for bytes that the encoding does not have. */
export interface Decoder {
  write(bytes: Buffer): string;
  /** The rest of a character that was split in two. */
  end(): string;
}

export class InvalidBytes extends Error {}

/** Encodings that Node reads as in the standard. Its tables of the others lack characters, or add wrong ones. */
const BY_NODE = new Set(['utf-8', 'utf-16le', 'utf-16be', 'iso-2022-jp', 'macintosh', 'x-mac-cyrillic']);

/** The decoder of the standard for GBK is that of GB18030. */
const READ_AS: Readonly<Record<Encoding, string>> = { gbk: 'gb18030', 'iso-8859-8-i': 'iso-8859-8' };

/** Returns a decoder of an encoding. */
export function decoderOf(encoding: Encoding): Decoder {
  if (BY_NODE.has(encoding)) return byNode(encoding);
  if (encoding === 'windows-1252') return { write: fromWindows, end: () => '' };
  if (encoding === 'x-user-defined') return { write: fromUserDefined, end: () => '' };
  const decoder = iconv.getDecoder(READ_AS[encoding] ?? encoding, { stripBOM: false });
  return {
    write: (bytes) => checked(decoder.write(bytes)),
    end: () => checked(decoder.end() ?? ''),
  };
}

function byNode(encoding: Encoding): Decoder {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new InvalidBytes();
    }
  };
  return { write: decode, end: () => decode() };
}

/** The library writes a replacement character for unreadable bytes. */
function checked(text: string): string {
  if (text.includes('\ufffd')) throw new InvalidBytes();
  return text;
}

/** The characters of Windows-1252 where Latin-1 has control characters. Node's own decoder does not convert them. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const fromWindows = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (character) => WINDOWS[character.charCodeAt(0) - 0x80]!);

/** The standard puts the bytes beyond ASCII at the end of the private use area. */
const fromUserDefined = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u00ff]/g, (character) => String.fromCharCode(0xf700 + character.charCodeAt(0)));

/** The text of some bytes; undefined if they are invalid in the encoding. */
export function textIn(encoding: Encoding, bytes: Buffer): string | undefined {
  try {
    const decoder = decoderOf(encoding);
    return decoder.write(bytes) + decoder.end();
  } catch (error) {
    if (error instanceof InvalidBytes) return undefined;
    throw error;
  }
}
