import { loginProblem, type SmtpFailure, tidy } from '../../network/smtp-problem.ts';
import { readAddress } from '../../validation/written-address.ts';
import type { Outcome, Refused } from './transport.ts';

/** The outcome when no session could be opened: nothing was sent, and any other message would fail too. */
export const readLoginFailure = (error: unknown): Outcome => ({
  kind: 'deferred',
  reason: loginProblem(error),
  cause: 'server',
});

/** The outcome of a message that was not accepted. `complete`: it failed after all of it had been sent. */
export function readFailure(error: unknown, complete: boolean): Outcome {
  const failure = error as SmtpFailure & Delivered;
  const { code, command, responseCode = 0, response = '' } = failure;
  // 421 concerns the connection, whatever the command; and MAIL FROM comes before any recipient.
  const cause = responseCode === 421 || command === 'MAIL FROM' ? 'server' : 'recipient';
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    if (responseCode >= 500) {
      return { kind: 'refused', reason: ofSender(failure) + tidy(response), ...refusedRecipients(failure) };
    }
    if (responseCode >= 400) return { kind: 'deferred', reason: tidy(response), cause };
    if (responseCode === 0) return { kind: 'refused', reason: tidy(failure.message ?? 'The message was refused.') };
  }
  // A server that ends the connection with a reason (421 and the like) did not accept the message.
  if (responseCode >= 400) return { kind: 'deferred', reason: tidy(response), cause };
  if (complete) {
    const reason = 'The connection was lost before the mail server confirmed the message.';
    return { kind: 'undecided', reason, cause };
  }
  return { kind: 'deferred', reason: loginProblem(error), cause };
}

/** Marks a refusal of the sender, to distinguish it from a refusal of the recipient. */
const ofSender = ({ command }: SmtpFailure): string => (command === 'MAIL FROM' ? 'The sender was refused: ' : '');

interface Delivered {
  rejectedErrors?: readonly (SmtpFailure & { recipient?: string })[];
}

/** The recipients that the server refused although it accepted the message for others. */
export function refusedRecipients({ rejectedErrors = [] }: Delivered = {}): { refused?: Refused[] } {
  const refused = rejectedErrors.map(({ recipient = '', response = '' }) => ({
    address: readAddress(recipient) ?? recipient,
    reason: tidy(response),
  }));
  return refused.length > 0 ? { refused } : {};
}
