import { type Database, empty, run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { SendRoute } from './send-route.ts';

/** A request to send messages by a transport with limits, or to a domain with limits by it. */
export interface BudgetRequest extends SendRoute {
  transportId: string;
  count: number;
  perMinute: number | null;
  /** Maximum number of messages on this day (UTC). */
  daily: number | null;
}

/** How many messages may be sent now, and when to try the others. */
export interface BudgetGrant {
  granted: number;
  /** Seconds until the first of the others, and between each of them. */
  wait: number;
  step: number;
  /** Whether the others wait for the next day. */
  untilTomorrow: boolean;
}

/** No message waits longer than this before the limits are read again, as they may have changed. */
export const MAX_WAIT_SECONDS = 3600;

/** The size of the token bucket, in minutes of the limit: 2 seconds' worth of messages, at least one, may go at once. */
const BUCKET = 1 / 30;
/**
 * Bulk messages take nothing while an urgent one waits for its turn, nor for this many seconds after it, in which a worker
 * finds it: so urgent messages go first, however long a campaign is.
 */
const URGENT_FIRST_SECONDS = 2;
/** The part of a token that may be missing: messages come back to the millisecond, and clocks round. */
const SLACK = 0.1;

const TODAY = sql`(now() at time zone 'utc')::date`;

/** The latest time given to a waiting message. */
const lineOf = (isUrgent: boolean): Sql => (isUrgent ? sql`urgent_until` : sql`spread_until`);

/** The start of a statement with the budgets of the requests as `given`: `granted`, and the other parts of a grant. */
const grants = (requests: readonly BudgetRequest[], isUrgent: boolean, lock: Sql): Sql => sql`with held as (
    select w.*, b.${lineOf(isUrgent)} as line_until,
      case when w."perMinute" is not null then least(greatest(1, w."perMinute" * ${BUCKET}::float8), b.tokens
        + greatest(0, extract(epoch from now() - b.refilled_at)::float8) * w."perMinute" / 60) end as tokens,
      not ${isUrgent}::boolean and coalesce(b.urgent_until + make_interval(secs => ${URGENT_FIRST_SECONDS}) > now(), false) as "isBehind",
      case when b.day = ${TODAY} then b.sent else 0 end as sent
    from jsonb_to_recordset(${JSON.stringify(requests.map((request, index) => ({ ...request, index })))}::jsonb) as w(
      index int, "teamId" int, "transportId" uuid, domain text, count int, "perMinute" float8, daily int)
    join send_budgets b
      on b.team_id = w."teamId" and b.transport_id = w."transportId" and b.domain = w.domain
    order by b.team_id, b.transport_id, b.domain ${lock}
  ), given as (
    select held.*, case when "isBehind" then 0 else greatest(0, least(count, floor(tokens + ${SLACK}::float8)::int, daily - sent)) end as granted,
      coalesce(daily - sent <= count and daily - sent <= coalesce(floor(tokens + ${SLACK}::float8), count), false) as "untilTomorrow",
      coalesce(60 / "perMinute", 0) as step
    from held
  )`;

const GRANT = sql`g.index, g.granted, g.step, g."untilTomorrow",
  case when g."untilTomorrow" then extract(epoch from (${TODAY} + 1)::timestamp - now() at time zone 'utc')
  else extract(epoch from greatest(g.line_until, now()) - now()) + g.step end::float8 as wait`;

type Grants = (BudgetGrant | undefined)[];

function inOrder(requests: readonly BudgetRequest[], rows: readonly (BudgetGrant & { index: number })[]): Grants {
  const byIndex = new Map(rows.map(({ index, ...grant }) => [index, grant]));
  return requests.map((_, index) => byIndex.get(index));
}

/**
 * Takes messages from the budgets of routes, which all processes share. Messages beyond the budget get times to come back,
 * one after another at the rate of the limit, so that a long queue is read twice and not every second. Returns the grants
 * in the order of `requests`; undefined for a route that has no budget yet (see openBudgets). Urgent messages queue
 * separately from bulk messages.
 */
export async function takeFromBudgets(
  db: Database,
  requests: readonly BudgetRequest[],
  isUrgent: boolean,
): Promise<Grants> {
  const line = lineOf(isUrgent);
  const rows = await run<BudgetGrant & { index: number }>(
    db,
    sql`${grants(requests, isUrgent, sql`for update of b`)}
        update send_budgets b set tokens = coalesce(g.tokens - g.granted, b.tokens),
          refilled_at = greatest(b.refilled_at, now()), day = ${TODAY}, sent = g.sent + g.granted,
          ${line} = least(now() + make_interval(secs => ${MAX_WAIT_SECONDS}),
            greatest(b.${line}, now()) + make_interval(secs => (g.count - g.granted) * g.step))
        from given g where b.team_id = g."teamId" and b.transport_id = g."transportId" and b.domain = g.domain
        returning ${GRANT}`,
  );
  return inOrder(requests, rows);
}

/** Returns the grants that `takeFromBudgets` would give now, and takes nothing. */
export async function peekAtBudgets(
  db: Database,
  requests: readonly BudgetRequest[],
  isUrgent: boolean,
): Promise<Grants> {
  return inOrder(requests, await run(db, sql`${grants(requests, isUrgent, empty)} select ${GRANT} from given g`));
}

/** Drops the times given to waiting messages. Called when the limits change. */
export async function resetSchedule({ db, team }: Scope, transportId: string): Promise<void> {
  await db.sendBudget.updateMany({
    where: { teamId: team.id, transportId },
    data: { spreadUntil: new Date(0), urgentUntil: new Date(0) },
  });
}

/** Creates budgets for routes that have none. */
export async function openBudgets(db: Database, requests: readonly BudgetRequest[]): Promise<void> {
  await run(
    db,
    sql`insert into send_budgets (team_id, transport_id, domain)
        select t.team_id, t.id, w.domain
        from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as w("teamId" int, "transportId" uuid, domain text)
        join transports t on t.team_id = w."teamId" and t.id = w."transportId"
        order by 1, 2, 3 on conflict do nothing returning domain`,
  );
}

/** Returns messages of a limit per minute that were taken and not sent. */
export async function giveBack(db: Database, unused: readonly BudgetRequest[]): Promise<void> {
  if (unused.length === 0) return;
  await run(
    db,
    sql`with held as (
          select b.team_id, b.transport_id, b.domain, u.count from send_budgets b
          join jsonb_to_recordset(${JSON.stringify(unused)}::jsonb) as u(
            "teamId" int, "transportId" uuid, domain text, count int)
            on b.team_id = u."teamId" and b.transport_id = u."transportId" and b.domain = u.domain
          order by b.team_id, b.transport_id, b.domain for update of b
        )
        update send_budgets b set tokens = b.tokens + held.count
        from held where b.team_id = held.team_id and b.transport_id = held.transport_id and b.domain = held.domain
        returning b.domain`,
  );
}

/** Returns how many messages each transport with a limit has sent on this day (UTC). */
export async function readSentToday(
  db: Database,
  teamId: number,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await run<{ id: string; sent: number }>(
    db,
    sql`select transport_id::text as id, sent from send_budgets
        where team_id = ${teamId} and transport_id = any(${[...ids]}::uuid[]) and domain = ''
          and day = (now() at time zone 'utc')::date`,
  );
  return new Map(rows.map(({ id, sent }) => [id, sent]));
}
