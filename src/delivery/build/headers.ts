import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { MessageError } from './message-error.ts';

/** Headers that the service writes itself. */
const OURS =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|return-path|received|mime-version|dkim-signature|content-.*|resent-.*)$/i;

const NAME = /^[!-9;-~]{1,76}$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Longest piece without a space that a line may hold beside the name of its header. RFC 5322 allows 998 in all. */
const UNBROKEN = 900;
const ENCODED_WORD = 60;

/** Refuses what could end a header and begin another. Throws MessageError naming the part. */
export function refuseBreaks(part: string, value: string): string {
  if (CONTROLS.test(value)) throw new MessageError(`The ${part} must be on one line.`);
  return value;
}

/** A value that can be folded at its spaces: a longer piece is written as encoded words, which readers put together again. */
export function foldable(value: string): string {
  const tooLong = value.split(/\s/).some((piece) => Buffer.byteLength(piece) > UNBROKEN);
  return tooLong ? encodeWord(value, 'Q', ENCODED_WORD) : value;
}

/** The headers a caller may set, ready for the composer; those that the service writes are left out. Throws MessageError. */
export function customHeaders(given: unknown): { key: string; value: string }[] {
  const entries = Object.entries((given ?? {}) as Record<string, unknown>);
  return entries.flatMap(([key, content]) => {
    const value = String(content);
    if (!NAME.test(key)) throw new MessageError('A header has a name that cannot be written.');
    refuseBreaks(`${key} header`, value);
    return OURS.test(key) ? [] : [{ key, value: foldable(value) }];
  });
}
