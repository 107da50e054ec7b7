import { run, type Sql, sql } from '../../database/connect.ts';
import { type Scope, transaction } from '../../scope.ts';
import { oneOf, optionalText, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { creditFact, type Through } from '../ledger/credit-unsubscribe.ts';
import { LEAVING_REASONS, type LeavingReason } from '../ledger/leaving-reasons.ts';
import { lockSubscriber } from './lock-subscriber.ts';
import { type Subscriber, unsubscribe } from './subscribers.ts';
import { personOf } from './subscriptions.ts';

/** How often a reason was given. */
export interface ReasonCount {
  reason: LeavingReason;
  count: number;
}

/**
 * Records why a person left the list of a link, once for each time they leave: the first answer counts. `through`: the
 * campaign message whose link it was; if they left by it, its report counts the reason too. Throws NotFoundError.
 */
export const saveLeavingReason = (scope: Scope, subscriberId: string, reason: LeavingReason, through: Through = {}) =>
  transaction(scope, async (scope) => {
    await lockSubscriber(scope, subscriberId);
    await note(scope, sql`s.id = ${subscriberId}::uuid`, reason, { ...through, subscriberId });
  });

/** Records it for all lists that the person left within the last hour. Throws NotFoundError. */
export const saveLeavingReasonForAll = (
  scope: Scope,
  subscriberId: string,
  reason: LeavingReason,
  through: Through = {},
) =>
  transaction(scope, async (scope) => {
    await lockSubscriber(scope, subscriberId);
    const theirs = sql`s.person_key = ${personOf(scope, subscriberId)} and s.unsubscribed_at > now() - interval '1 hour'`;
    await note(scope, theirs, reason, { ...through, subscriberId });
  });

async function note(scope: Scope, which: Sql, reason: LeavingReason, link: Through & { subscriberId: string }) {
  const { db, team } = scope;
  const noted = await run<{ subscriberId: string; at: Date }>(
    db,
    sql`update subscriber_changes c set reason = ${reason}
        where c.team_id = ${team.id} and c.reason is null and c.id in (
          select last.id from subscribers s cross join lateral (
            select l.id from subscriber_changes l
            where l.team_id = ${team.id} and l.subscriber_id = s.id and l.kind = 'unsubscribed'
            order by l.at desc, l.id desc limit 1) last
          where s.team_id = ${team.id} and s.status = 'unsubscribed' and ${which})
        returning c.subscriber_id::text as "subscriberId", c.at`,
  );
  const { at } = noted.find((one) => one.subscriberId === link.subscriberId) ?? {};
  if (at && link.messageId && (await hasLeftBy(scope, link.messageId, at))) {
    await creditFact(scope, link.messageId, `left_${reason}`);
  }
}

/** Whether the person left by this message at that time: both are recorded in one transaction. */
async function hasLeftBy({ db, team }: Scope, messageId: string, at: Date): Promise<boolean> {
  const facts = await run(
    db,
    sql`select f.what from message_facts f
        where f.team_id = ${team.id} and f.message_id = ${messageId}::uuid and f.what = 'unsubscribed'
          and f.at between ${at}::timestamptz - interval '1 minute' and ${at}::timestamptz + interval '1 minute'`,
  );
  return facts.length > 0;
}

/** How often people who left each list gave each reason, including removed changes. One statement. */
export async function countReasons(scope: Scope, listIds: readonly string[]): Promise<ReasonCount[][]> {
  const rows = await run<ReasonCount & { listId: string }>(
    scope.db,
    sql`select list_id::text as "listId", reason, sum(count)::int as count from (
          select s.list_id, c.reason, count(*) as count
          from subscriber_changes c join subscribers s on s.team_id = c.team_id and s.id = c.subscriber_id
          where c.team_id = ${scope.team.id} and c.reason is not null and s.list_id = any(${[...listIds]}::uuid[])
          group by s.list_id, c.reason
          union all
          select l.id, earlier.reason, earlier.count::bigint
          from lists l cross join lateral jsonb_each_text(l.earlier_reasons) earlier(reason, count)
          where l.team_id = ${scope.team.id} and l.id = any(${[...listIds]}::uuid[])) reasons
        group by list_id, reason order by list_id, count desc, reason`,
  );
  return listIds.map((id) =>
    rows.filter(({ listId }) => listId === id).map(({ reason, count }) => ({ reason, count })),
  );
}

export const unsubscribeInput = record({ reason: optionalText(oneOf(LEAVING_REASONS)) });

/**
 * Unsubscribes a subscriber as `unsubscribe` does, and stores the reason, if one is given and none is known. Throws
 * NotFoundError, and ValidationError for an unknown reason; then nothing changes.
 */
export function unsubscribeWithReason(scope: Scope, id: unknown, given: { reason?: unknown }): Promise<Subscriber> {
  return transaction(scope, async (scope) => {
    const subscriber = await unsubscribe(scope, id);
    const { reason } = parse(unsubscribeInput, given);
    if (reason) await saveLeavingReason(scope, subscriber.id, reason);
    return subscriber;
  });
}
