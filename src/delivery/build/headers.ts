import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { MessageError } from './message-error.ts';

/** Headers that only the service writes. */
const OURS =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|return-path|received|mime-version|dkim-signature|list-unsubscribe.*|content-.*|resent-.*)$/i;

const NAME = /^[!-9;-~]{1,76}$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Longest word, in bytes, that fits on a line beside its header's name. RFC 5322 allows 998 per line. */
const UNBROKEN = 900;
const ENCODED_WORD = 60;

/** Refuses line breaks, which could start another header. Throws MessageError that names the part. */
export function refuseBreaks(part: string, value: string): string {
  if (CONTROLS.test(value)) throw new MessageError(`The ${part} must be on one line.`);
  return value;
}

/** Makes a value foldable at spaces: a value with a very long word is written as encoded words, which can be folded. */
export function foldable(value: string): string {
  const tooLong = value.split(/\s/).some((piece) => Buffer.byteLength(piece) > UNBROKEN);
  return tooLong ? encodeWord(value, 'Q', ENCODED_WORD) : value;
}

/** A caller's headers for the composer, without those that only the service writes. Throws MessageError. */
export function customHeaders(given: unknown): { key: string; value: string }[] {
  const entries = Object.entries((given ?? {}) as Record<string, unknown>);
  return entries.flatMap(([key, content]) => {
    const value = String(content);
    if (!NAME.test(key)) throw new MessageError('The name of a header is not valid.');
    refuseBreaks(`${key} header`, value);
    return OURS.test(key) ? [] : [{ key, value: foldable(value) }];
  });
}
