import { decodeBytes } from './charsets.ts';
import { decodeQuotedPrintable } from './mime.ts';

const ENCODED = /=\?([\w.:-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]{0,1000})\?=(?:\s{1,20}(?==\?))?/gi;

/**
 * A header field in readable form: decodes encoded words (RFC 2047), `=?UTF-8?Q?Zur=C3=BCck?=`, and raw UTF-8 bytes (RFC 6532).
 * `field` has one character per byte.
 */
export const decodeWords = (field: string): string =>
  Buffer.from(field, 'latin1')
    .toString('utf8')
    .replace(ENCODED, (_, charset: string, encoding: string, text: string) => {
      const bytes =
        encoding.toLowerCase() === 'b'
          ? Buffer.from(text, 'base64')
          : Buffer.from(decodeQuotedPrintable(text.replaceAll('_', ' ')), 'latin1');
      return decodeBytes(bytes, charset);
    });
