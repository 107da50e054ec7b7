import { run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import { notifyWebhooks } from '../signals/notify-webhooks.ts';
import { readTransactionalMail, type TransactionalMail } from './transactional-mails.ts';

const REASON = 'The e-mail was cancelled.';

/**
 * Cancels a mail that no worker has claimed, so that it is never sent. Safe to repeat. Throws NotFoundError, and
 * ConflictError if the mail is being sent, was sent or has failed, or if some recipient may have it.
 */
export async function cancelTransactionalMail(scope: Scope, id: unknown): Promise<TransactionalMail> {
  const mail = await readTransactionalMail(scope, id);
  if (mail.cancelledAt) return mail;
  return transaction(scope, async (scope) => {
    // Waits for a worker that is claiming it; workers skip the row while it is locked here.
    const cancelled = await run<{ id: string }>(
      scope.db,
      sql`with withheld as (
            update messages set state = 'withheld', last_error = ${REASON}
            where team_id = ${scope.team.id} and mail_id = ${mail.id}::uuid and state in ('queued', 'deferred')
              and undecided = 0 and coalesce(cardinality(remaining), 0) = 0
            returning mail_id
          )
          update transactional_mails m set status = 'failed', failure_reason = ${REASON}, cancelled_at = now(),
            variables = m.variables - m.secret_variables
          from withheld where m.team_id = ${scope.team.id} and m.id = withheld.mail_id returning m.id::text`,
    );
    const found = await readTransactionalMail(scope, mail.id);
    if (cancelled.length > 0) {
      await scope.publish({ topic: 'mail.status', teamId: scope.team.id, id: mail.id, status: 'failed' });
      if (!mail.isTest) await notifyWebhooks(scope, 'mail.failed', [{ id: mail.id, mail: mail.id }]);
    } else if (!found.cancelledAt) {
      throw new ConflictError('SENDING_BEGUN', 'The e-mail cannot be cancelled. It is being sent or was already sent.');
    }
    return found;
  });
}
