import { isHeaderName, isOurHeader } from '../../../validation/message-headers.ts';
import { headerValue } from './header-value.ts';
import { MessageError } from './message-error.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Refuses line breaks, which could start another header. Throws a MessageError that names the part. */
export function refuseBreaks(part: string, value: string): string {
  if (CONTROLS.test(value)) throw new MessageError(`The ${part} must be on one line.`);
  return value;
}

/** A header for the composer. */
export interface ComposedHeader {
  key: string;
  value: string;
}

/** A caller's headers for the composer, without reserved ones. Throws MessageError. */
export function customHeaders(given: unknown): ComposedHeader[] {
  const entries = Object.entries((given ?? {}) as Record<string, unknown>);
  return entries.flatMap(([key, content]) => {
    const value = String(content);
    if (!isHeaderName(key)) throw new MessageError('The name of a header is not valid.');
    refuseBreaks(`${key} header`, value);
    // The composer would encode a value with quotes, and does not fold unknown headers.
    return isOurHeader(key) ? [] : [{ key, value: prepared(headerValue(value), { foldLines: true }) }];
  });
}

/** A value that is already encoded, for the composer, whose types do not know such values. */
export const prepared = (value: string, { foldLines = false } = {}): string =>
  ({ prepared: true, foldLines, value }) as never;
