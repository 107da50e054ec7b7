import type { Attempt, Message } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';

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

/** When the next attempt is due, for a message that waits. */
export const nextTryOf = ({ state, dueAt }: Message): Date | null =>
  state === 'queued' || state === 'deferred' ? dueAt : null;
