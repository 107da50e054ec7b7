import { loginProblem, type SmtpFailure, tidy } from '../../network/smtp-login.ts';
import type { Outcome, Refused } from './transport.ts';

/** Reads why there is no session with the server: nothing was sent, and other messages would fare alike. */
export const readLoginFailure = (error: unknown): Outcome => ({
  kind: 'deferred',
  reason: loginProblem(error),
  cause: 'server',
});

/** Reads why a message was not accepted. `complete`: all of it had been sent when the failure came. */
export function readFailure(error: unknown, complete: boolean): Outcome {
  const failure = error as SmtpFailure & Delivered;
  const { code, command, responseCode = 0, response = '' } = failure;
  // 421 is said of the connection, whatever was asked; and nothing has been said of recipients yet at MAIL FROM.
  const cause = responseCode === 421 || command === 'MAIL FROM' ? 'server' : 'recipient';
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    if (responseCode >= 500) {
      return { kind: 'refused', reason: ofSender(failure) + tidy(response), ...refusedRecipients(failure) };
    }
    if (responseCode >= 400) return { kind: 'deferred', reason: tidy(response), cause };
    if (responseCode === 0) return { kind: 'refused', reason: tidy(failure.message ?? 'The message was refused.') };
  }
  // A connection that ends for a reason the server gives (421 and the like) did not take the message.
  if (responseCode >= 400) return { kind: 'deferred', reason: tidy(response), cause };
  if (complete) {
    const reason = 'The connection was lost before the mail server confirmed the message.';
    return { kind: 'undecided', reason, cause };
  }
  return { kind: 'deferred', reason: loginProblem(error), cause };
}

/** What a server says of the sender's address must not be taken for what it says of the recipient's. */
const ofSender = ({ command }: SmtpFailure): string => (command === 'MAIL FROM' ? 'The sender was refused: ' : '');

interface Delivered {
  rejectedErrors?: readonly (SmtpFailure & { recipient?: string })[];
}

/** Names the recipients that the server would not take although it took the message for others. */
export function refusedRecipients({ rejectedErrors = [] }: Delivered = {}): { refused?: Refused[] } {
  const refused = rejectedErrors.map(({ recipient = '', response = '' }) => ({
    address: recipient,
    reason: tidy(response),
  }));
  return refused.length > 0 ? { refused } : {};
}
