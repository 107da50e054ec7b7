import type { Outcome } from './transport.ts';

interface SmtpFailure {
  code?: string;
  /** What was answered. */
  command?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

const REASON_CHARACTERS = 500;

/** Reads why a message was not accepted. `complete`: all of it had been sent when the failure came. */
export function readFailure(error: unknown, complete: boolean): Outcome {
  const failure = error as SmtpFailure;
  const { code, responseCode = 0, response = '' } = failure;
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    // The answer may repeat what was sent to it: its number is enough.
    return {
      kind: 'deferred',
      reason: `The mail server refused the login${responseCode ? ` (${responseCode})` : ''}.`,
    };
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    if (responseCode >= 500) return { kind: 'refused', reason: ofSender(failure) + tidy(response) };
    if (responseCode >= 400) return { kind: 'deferred', reason: tidy(response) };
    if (responseCode === 0) return { kind: 'refused', reason: tidy(failure.message ?? 'The message was refused.') };
  }
  // A connection that ends for a reason the server gives (421 and the like) did not take the message.
  if (responseCode >= 400) return { kind: 'deferred', reason: tidy(response) };
  if (code === 'ETLS') return { kind: 'deferred', reason: 'No secure connection to the mail server could be made.' };
  if (complete) {
    return { kind: 'undecided', reason: 'The connection was lost before the mail server confirmed the message.' };
  }
  return {
    kind: 'deferred',
    reason: `The mail server could not be reached (${failure.originalCode ?? code ?? 'closed'}).`,
  };
}

/** What a server says of the sender's address must not be taken for what it says of the recipient's. */
const ofSender = ({ command }: SmtpFailure): string => (command === 'MAIL FROM' ? 'The sender was refused: ' : '');

interface Delivered {
  rejected?: readonly unknown[];
  rejectedErrors?: readonly unknown[];
}

/** Names the recipients that the server would not take although it took the message for others. */
export function refusedRecipients(info: Delivered | undefined): { refused?: string } {
  const errors = (info?.rejectedErrors ?? []) as readonly (SmtpFailure & { recipient?: string })[];
  const refused = errors.map(({ recipient = '', response = '' }) => `${recipient}: ${response}`);
  return refused.length > 0 ? { refused: tidy(`Not accepted for ${refused.join('; ')}`) } : {};
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;

/** A server's words as one short line. */
function tidy(words: string): string {
  return words.replace(CONTROLS, ' ').trim().slice(0, REASON_CHARACTERS);
}
