import { decodeBytes } from './charsets.ts';
import { decodeQuotedPrintable } from './mime.ts';

const ENCODED = /=\?([\w.:-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]{0,1000})\?=(?:\s{1,20}(?==\?))?/gi;

/**
 * A header field as it is to be read: with its encoded words (RFC 2047) decoded, `=?UTF-8?Q?Zur=C3=BCck?=`, and with the
 * bytes that are written without such as UTF-8 (RFC 6532). `field` has one character a byte.
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
