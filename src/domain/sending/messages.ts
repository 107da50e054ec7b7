import type { Attempt, Message } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import type { WithheldReason } from '../ledger/withheld-reasons.ts';
import { causeOfReason } from '../refusals/judge-refusal.ts';
import type { Cause } from '../refusals/refusal.ts';

export type { Attempt, Message };

export const ATTEMPT_OUTCOMES = ['deferred', 'undecided', 'failed'] as const;

/** The messages with these ids, in one statement. The message of a transactional mail has the mail's id. */
export const readMessages = (scope: Scope, ids: readonly string[]): Promise<Message[]> =>
  scope.db.message.findMany({ where: { teamId: scope.team.id, id: { in: [...ids] } } });

/** The failed attempts to send these messages, oldest first, in one statement. */
export const readAttempts = (scope: Scope, messageIds: readonly string[]): Promise<Attempt[]> =>
  scope.db.attempt.findMany({
    where: { teamId: scope.team.id, messageId: { in: [...messageIds] } },
    orderBy: { id: 'asc' },
  });

/** Why a message was not sent: the other server's answer or our reason. */
export const reasonOf = ({ state, lastError }: Message): string | null => (state === 'sent' ? null : lastError);

/** Why a message was skipped. E-mails are skipped only when they are cancelled, and have no stored reason. */
export const skipReasonOf = ({ state, withheld }: Message): WithheldReason | null =>
  state === 'withheld' ? ((withheld as WithheldReason | null) ?? 'cancelled') : null; // the column holds these words

/** The cause in the words of a failed attempt, for a message that failed or will be tried again. */
export const causeOfMessage = ({ state, reason }: { state: string; reason: string | null }): Cause | null =>
  state === 'failed' || state === 'deferred' ? causeOfReason(reason) : null;

/** When the next attempt is due, for a message that waits. */
export const nextTryOf = ({ state, dueAt }: Message): Date | null =>
  state === 'queued' || state === 'deferred' ? dueAt : null;
