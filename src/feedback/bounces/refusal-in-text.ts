import { readReply } from '../../domain/refusals/read-reply.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';

const LONGEST = 4_000;

const any = (...patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'), 'i');

/** The sender or the connection was refused, before any recipient was named. */
const SENDER = any(
  /(?:after|reply to|our|command:?) (?:pipelined )?(?:MAIL FROM|EHLO|HELO|initial connection|connection|STARTTLS)/,
  />>> ?(?:MAIL|EHLO|HELO)\b[^\n]{0,300}\n\s{0,4}<<< ?[45]/,
  /in reply to (?:the )?(?:MAIL|EHLO|HELO)|refused to talk to me/,
);

/** The message was refused after its recipient had been accepted. */
const MESSAGE = any(
  /(?:after|in reply to|our|for) (?:pipelined )?(?:end of data|sending data block|final DATA|TEXT command|end-of-data)/,
  /failed after I sent the message|in reply to end of|>>> ?DATA\n\s{0,4}<<< ?[45]/,
);

/** An answer shown after DATA belongs to an earlier RCPT if no recipient was accepted, or in sendmail's form. */
const EARLIER = /<<< ?503|^\s{0,4}5\d\d 5\.1\.\d <[^>\n]{0,300}>\.\.\. /m;

/** A reply code in the style of bounce messages, with its words. */
const REPLY = /(?:^|[\s:([#"<])([45]\d\d)(?=[\s:;,-]{1,12}(?:#?[45]\.\d{1,3}\.\d{1,3}|[^\d\s]|$))/m;

const STATUS = /(?:^|[\s(#:;<"[,=])#?([45]\.\d{1,3}\.\d{1,3})(?![\d.])/;

/** Text after the reply, such as advice for people, does not come from the server. */
function paragraphAt(text: string, start: number): string {
  const end = text.indexOf('\n\n', start);
  return text.slice(start, end < 0 ? undefined : end);
}

/** The refusal in the words about a recipient: the quoted reply, if there is one, and the words around it. */
export function refusalInText(text: string, action: 'failed' | 'delayed'): Refusal {
  const given = text.slice(0, LONGEST);
  const at = SENDER.test(given) ? 'sender' : MESSAGE.test(given) && !EARLIER.test(given) ? 'message' : undefined;
  const reply = REPLY.exec(given);
  const parsed = reply ? readReply(paragraphAt(given, reply.index + reply[0].length - 3)) : undefined;
  const status = parsed?.status ?? STATUS.exec(given)?.[1];
  return {
    words: parsed?.words ?? given,
    action,
    ...(parsed && { account: given }),
    ...(parsed?.reply !== undefined && { reply: parsed.reply }),
    ...(status !== undefined && { status }),
    ...(at && { at }),
  };
}
