import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { readSubscriber, type Subscriber } from './subscribers.ts';

/**
 * Puts a confirmation for each of these subscribers into the ledger, to be sent when and only if the caller's transaction
 * commits. One statement and a notice, however many; who has one waiting there gets no second.
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
  await scope.publish({ topic: 'mail.queued' });
}

const PAUSE_SECONDS = 60;

/**
 * Asks who is unconfirmed once more. Throws NotFoundError, and ValidationError for who is not unconfirmed, is suppressed,
 * or was asked within the last minute.
 */
export function resendConfirmation(scope: Scope, id: unknown): Promise<Subscriber> {
  return transaction(scope, async (scope) => {
    const [state] = await run<{ id: string; status: string; suppressed: boolean }>(
      scope.db,
      sql`select s.id::text, s.status::text as status,
            exists (select from suppressions x where x.team_id = s.team_id
              and x.target in (s.email, split_part(s.email, '@', 2))) as suppressed
          from subscribers s where s.team_id = ${scope.team.id} and s.id = ${idOf(id)}::uuid for update of s`,
    );
    const { id: subscriberId, status, suppressed } = found(state);
    if (status !== 'unconfirmed') throw refusal('status', `is ${status}: only who is unconfirmed is asked to confirm.`);
    if (suppressed) throw refusal('email', 'is blocked: the team never writes to it.');
    if (await askedJustNow(scope, subscriberId)) {
      throw refusal('subscriber', 'was asked less than a minute ago: try again later.');
    }
    await queueConfirmations(scope, [subscriberId]);
    return readSubscriber(scope, subscriberId);
  });
}

/** A statement of its own, after the subscriber is held: it sees what the one before us has queued. */
async function askedJustNow(scope: Scope, subscriberId: string): Promise<boolean> {
  const rows = await run(
    scope.db,
    sql`select id from messages
        where team_id = ${scope.team.id} and subscriber_id = ${subscriberId}::uuid and kind = 'confirmation'
          and created_at > now() - make_interval(secs => ${PAUSE_SECONDS}) limit 1`,
  );
  return rows.length > 0;
}

const refusal = (field: string, problem: string) => new ValidationError([{ path: [field], problem }]);
