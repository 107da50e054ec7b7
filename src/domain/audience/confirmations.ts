import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { readSubscriber, type Subscriber } from './subscribers.ts';
import { BLOCKED } from './suppressions.ts';

/**
 * Queues a confirmation in the ledger for each of these subscribers. It is sent only if the caller's transaction commits. A
 * subscriber whose confirmation is still queued gets no second one. One statement and one notice for any number.
 */
export async function queueConfirmations(scope: Scope, subscriberIds: readonly string[]): Promise<void> {
  if (subscriberIds.length === 0) return;
  await run(
    scope.db,
    sql`insert into messages (team_id, id, kind, subscriber_id)
        select ${scope.team.id}, given.id, 'confirmation', given.subscriber_id
        from unnest(${subscriberIds.map(newId)}::uuid[], ${[...subscriberIds]}::uuid[]) as given(id, subscriber_id)
        where not exists (select from messages m
          where m.team_id = ${scope.team.id} and m.subscriber_id = given.subscriber_id
            and m.kind = 'confirmation' and m.state = 'queued')`,
  );
  await scope.publish({ topic: 'mail.queued', teamId: scope.team.id, bulk: false });
}

/** A person who signs up again this soon after one of these e-mails gets no other: anyone can enter their address. */
const PAUSE_HOURS = { unconfirmed: 1, subscribed: 6 };

/**
 * Queues an e-mail to people who signed up again: the confirmation for unconfirmed subscribers, and a note that they are
 * subscribed for the others. Skips people who got either recently. One statement, however many.
 */
export async function remindSubscribers(scope: Scope, subscriberIds: readonly string[]): Promise<void> {
  if (subscriberIds.length === 0) return;
  await run(
    scope.db,
    sql`insert into messages (team_id, id, kind, subscriber_id)
        select ${scope.team.id}::int, given.id, 'confirmation', s.id
        from unnest(${subscriberIds.map(newId)}::uuid[], ${[...subscriberIds]}::uuid[]) as given(id, subscriber_id)
        join subscribers s on s.team_id = ${scope.team.id}::int and s.id = given.subscriber_id
          and s.status in ('unconfirmed', 'subscribed')
        where not exists (select from messages m
          where m.team_id = ${scope.team.id}::int and m.subscriber_id = s.id and m.kind = 'confirmation'
            and (m.state = 'queued' or m.created_at > now() - make_interval(hours =>
              case when s.status = 'subscribed' then ${PAUSE_HOURS.subscribed}::int else ${PAUSE_HOURS.unconfirmed}::int end)))`,
  );
  await scope.publish({ topic: 'mail.queued', teamId: scope.team.id, bulk: false });
}

const PAUSE_SECONDS = 60;

/**
 * Sends an unconfirmed subscriber another confirmation e-mail. Throws NotFoundError, and ValidationError for a subscriber
 * who is not unconfirmed, is suppressed, or was sent one within the last minute.
 */
export function resendConfirmation(scope: Scope, id: unknown): Promise<Subscriber> {
  return transaction(scope, async (scope) => {
    const [state] = await run<{ id: string; status: string; suppressed: boolean }>(
      scope.db,
      sql`select s.id::text, s.status::text as status,
            exists (select from suppressions x where x.team_id = ${scope.team.id}
              and x.target in (s.email, split_part(s.email, '@', 2))) as suppressed
          from subscribers s where s.team_id = ${scope.team.id} and s.id = ${idOf(id)}::uuid for update of s`,
    );
    const { id: subscriberId, status, suppressed } = found(state);
    if (status !== 'unconfirmed') throw refusal('status', notUnconfirmed(status));
    if (suppressed) throw refusal('email', BLOCKED);
    if (await sentJustNow(scope, subscriberId)) throw refusal('subscriber', TOO_SOON);
    await queueConfirmations(scope, [subscriberId]);
    return readSubscriber(scope, subscriberId);
  });
}

const refusal = (field: string, problem: string) => new ValidationError([{ path: [field], problem }]);

const notUnconfirmed = (status: string) =>
  `The subscriber's status is ${status}. Only unconfirmed subscribers can get a confirmation e-mail.`;

const TOO_SOON = 'The subscriber got a confirmation e-mail less than a minute ago. Try again later.';

/** Runs after the subscriber is locked, so that it sees messages that a concurrent request has queued. */
async function sentJustNow(scope: Scope, subscriberId: string): Promise<boolean> {
  const rows = await run(
    scope.db,
    sql`select id from messages
        where team_id = ${scope.team.id} and subscriber_id = ${subscriberId}::uuid and kind = 'confirmation'
          and created_at > now() - make_interval(secs => ${PAUSE_SECONDS}) limit 1`,
  );
  return rows.length > 0;
}
