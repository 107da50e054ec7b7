import { byTeam, ofOne } from '../../database/by-team.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import type { ClaimedWebhookDelivery } from './delivery.ts';

/** The result of sending a delivery. */
export interface Attempt {
  at: Date;
  milliseconds: number;
  /** Of the response; otherwise `error` has the reason. */
  status: number | null;
  /** The beginning of the response. */
  answer: string | null;
  error: string | null;
  isPublic: boolean;
}

/** The next state of a delivery. */
export interface Settlement {
  delivery: ClaimedWebhookDelivery;
  attempt: Attempt;
  state: 'pending' | 'delivered' | 'failed';
  /** When it is sent again, if it is pending; else when it was finished. */
  at: Date;
  /** False: it was not even sent. */
  isSent?: boolean;
}

/**
 * Records the results of deliveries, and their next attempts. Deliveries that another worker has claimed, or that were
 * erased, stay unchanged.
 */
export async function settleWebhookDeliveries(db: Database, settlements: readonly Settlement[]): Promise<void> {
  await Promise.all(
    byTeam(db, settlements, ({ delivery }) => delivery.teamId).map(({ teams, items }) => settle(db, teams, items)),
  );
}

const settle = (db: Database, teams: readonly number[], items: readonly Settlement[]) =>
  run(
    db,
    sql`with held as materialized (
          select d.team_id, d.id, given.number, given.state, given.settled_at, given.at, given.status, given.milliseconds,
                 given.answer, given.error, given.is_public
          from webhook_deliveries d
          join jsonb_to_recordset(${JSON.stringify(items.map(rowOf))}::jsonb) as given(
            team_id int, id uuid, fence int, number smallint, state text, settled_at timestamptz, at timestamptz,
            status smallint, milliseconds int, answer text, error text, is_public boolean)
            on d.team_id = given.team_id and d.id = given.id and d.fence = given.fence
          where d.state = 'pending' ${ofOne(teams, sql`d.team_id`)}
          order by d.team_id, d.id for no key update of d
        ), settled as (
          update webhook_deliveries d set state = held.state, due_at = held.settled_at, retrying = true,
            finished_at = case when held.state = 'pending' then null else held.settled_at end
          from held where d.team_id = held.team_id ${ofOne(teams, sql`d.team_id`)} and d.id = held.id
        )
        insert into webhook_attempts (team_id, delivery_id, number, at, status, milliseconds, answer, error, is_public)
        select h.team_id, h.id, h.number, h.at, h.status, h.milliseconds, h.answer, h.error, h.is_public from held h
        returning number`,
  );

const rowOf = ({ delivery, attempt, state, at }: Settlement) => ({
  team_id: delivery.teamId,
  id: delivery.id,
  fence: delivery.fence,
  number: delivery.attempts,
  state,
  settled_at: at,
  at: attempt.at,
  status: attempt.status,
  milliseconds: attempt.milliseconds,
  answer: attempt.answer,
  error: attempt.error,
  is_public: attempt.isPublic,
});
