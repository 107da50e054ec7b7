import { jsonObject } from './json.ts';
import { oneLine } from './text.ts';

export const MAX_HEADERS = 50;
/** In characters. */
export const LONGEST_HEADER = 5_000;

/** Headers that only the server may write, because callers could forge messages with them. */
const OURS =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|return-path|received|dkim-signature|mime-version|content-.*|list-unsubscribe.*|resent-.*)$/i;
export const HEADER_NAME = /^[!-9;-~]{1,76}$/;

/** Whether a text is a valid header name: printable ASCII without spaces and colons (RFC 5322, section 3.6.8). */
export const isHeaderName = (name: string): boolean => HEADER_NAME.test(name);

/** Whether only the server writes a header of this name. */
export const isOurHeader = (name: string): boolean => OURS.test(name);

/** Whether only the server writes a header of this name in messages to a list. */
const isOursInBulk = (name: string): boolean => isOurHeader(name) || name.toLowerCase() === 'list-id';

/** Headers by name. */
export type MessageHeaders = Record<string, string>;

/**
 * Headers for all messages of a list, a campaign or a transport: like those of a single message, and the same for all
 * recipients. Null means none.
 */
export const bulkHeaders = () =>
  messageHeaders(isOursInBulk)
    .superRefine((headers, context) => {
      for (const [name, value] of Object.entries(headers)) {
        if (!/\{[{%]/.test(value)) continue;
        const message = 'must not contain Liquid. The header is the same for all recipients.';
        context.addIssue({ code: 'custom', path: [name], message });
      }
    })
    .nullish()
    .transform((headers) => (headers === null ? {} : headers));

/**
 * Merges the headers of several sources. A later one replaces an earlier one with the same name, in any
 * capitalisation.
 */
export function mergeHeaders(...sources: readonly MessageHeaders[]): MessageHeaders {
  const merged = new Map<string, [string, string]>();
  for (const entry of sources.flatMap(Object.entries<string>)) merged.set(entry[0].toLowerCase(), entry);
  return Object.fromEntries(merged.values());
}

/**
 * Headers of a message by name: at most 50, each on one line, and none of the server's own. `isOurs`: the server's
 * own headers.
 */
export const messageHeaders = (isOurs = isOurHeader) =>
  jsonObject().transform((value, context): MessageHeaders => {
    const entries: [string, string][] = [];
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (Object.keys(value).length > MAX_HEADERS) {
      context.addIssue({ code: 'custom', message: `must not have more than ${MAX_HEADERS} headers.` });
    }
    const names = new Set<string>();
    for (const [name, content] of Object.entries(value)) {
      const read = oneLine(LONGEST_HEADER).safeParse(content);
      if (!isHeaderName(name)) refuse(name, 'must have a name of printable characters without spaces and colons.');
      else if (isOurs(name)) refuse(name, 'cannot be set. The server writes this header.');
      else if (names.has(name.toLowerCase())) refuse(name, 'is given twice, with different capitalisation.');
      else if (!read.success) refuse(name, read.error.issues[0]?.message ?? 'must be a string.');
      else entries.push([name, read.data]);
      names.add(name.toLowerCase());
    }
    return Object.fromEntries(entries);
  });
