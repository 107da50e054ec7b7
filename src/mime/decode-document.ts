import { isUtf8 } from 'node:buffer';

const BEGINNING = 1_024;
const XML_DECLARATION = /^[\s\uFEFF]*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/;
const OF_A_PAGE = /<meta[^<>]+charset\s*=\s*["']?([\w-]+)/i;

/**
 * The text of a feed or a page, without its byte order mark. The encoding comes from the byte order mark, UTF-8 for JSON
 * (RFC 8259), the header, the document's own declaration, or else is UTF-8.
 */
export function decodeDocument(bytes: Buffer, contentType: string): string {
  const beginning = bytes.toString('latin1', 0, BEGINNING);
  const named =
    markOf(bytes) ??
    (/^\s*\{/.test(beginning) && isUtf8(bytes) ? 'utf-8' : undefined) ??
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1] ??
    XML_DECLARATION.exec(beginning)?.[1] ??
    OF_A_PAGE.exec(beginning)?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function markOf(bytes: Buffer): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}
