import { run, type Sql, sql } from '../../database/connect.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { readWebhookDelivery, type WebhookDelivery } from './deliveries.ts';
import { readWebhook } from './webhooks.ts';

const DISABLED = 'The webhook is disabled. Enable it first.';

export const redeliverInput = record({
  since: dateTime(),
  until: dateTime().nullish(),
  status: oneOf(['failed', 'delivered']).nullish(),
});

/**
 * Resends a delivery at once, with the same id and text, and with the usual retries. Throws NotFoundError, and
 * ConflictError while the webhook is disabled.
 */
export async function redeliver(scope: Scope, id: unknown): Promise<WebhookDelivery> {
  const delivery = await readWebhookDelivery(scope, id);
  await refuseDisabled(scope, delivery.webhookId);
  await sendAgain(scope, sql`d.id = ${delivery.id}::uuid`);
  return readWebhookDelivery(scope, delivery.id);
}

/**
 * Like `redeliver`, for all failed deliveries of a webhook, or those with `status`, from `since` on and before `until`.
 * Returns how many. Throws NotFoundError, ValidationError, ConflictError.
 */
export async function redeliverRange(scope: Scope, webhookId: unknown, input: unknown): Promise<number> {
  const { id } = await readWebhook(scope, webhookId);
  const { since, until, status } = parse(redeliverInput, input);
  if (until && until <= since) throw new ValidationError([{ path: ['until'], problem: 'must be after since.' }]);
  await refuseDisabled(scope, id);
  return transaction(
    scope,
    (scope) =>
      sendAgain(
        scope,
        sql`d.webhook_id = ${id}::uuid and d.state = ${status ?? 'failed'}::text and d.created_at >= ${since}::timestamptz
            and d.created_at < ${until ?? scope.now()}::timestamptz`,
      ),
    LONG_MS,
  );
}

async function refuseDisabled(scope: Scope, webhookId: unknown): Promise<void> {
  if (!(await readWebhook(scope, webhookId)).enabled) throw new ConflictError('DISABLED', DISABLED);
}

/** `which`: a predicate over `d`. A delivery in transit arrives twice, which is allowed. Returns how many. */
async function sendAgain({ db, team }: Scope, which: Sql): Promise<number> {
  const sent = await run(
    db,
    sql`with chosen as materialized (
          select d.id, now() as now from webhook_deliveries d where d.team_id = ${team.id}::int and ${which}
          order by d.id for no key update
        )
        update webhook_deliveries d set state = 'pending', finished_at = null, due_at = chosen.now, retrying = true,
          before = d.attempts, fence = d.fence + 1
        from chosen where d.team_id = ${team.id}::int and d.id = chosen.id returning 1`,
  );
  return sent.length;
}
