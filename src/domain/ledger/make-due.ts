import { runOnce, type Sql, sql } from '../../database/connect.ts';
import type { Scope, Waited } from '../../scope.ts';
import { URGENT_KINDS } from './claim.ts';

/** By then every worker knows of the change, and defers no message because of the old state. */
const KNOWN_AFTER_SECONDS = 6;

/** Messages changed at a time. Locked ones are skipped, so sending never waits for this. */
const AT_ONCE = 5_000;

/**
 * Messages that wait for a sending pause are due at most this long after its end (see delivery/gate/retry-delays.ts).
 */
const AFTER_SECONDS = 3_700;

/** Makes waiting messages due within seconds. Uses a job, because there may be a million of them. */
export const makeDue = (scope: Scope, waited: Waited): Promise<void> =>
  scope.enqueue('make-due', { waited }, { afterSeconds: KNOWN_AFTER_SECONDS });

/**
 * Makes some of the team's waiting messages due. Messages that wait for another reason are deferred again. A message that
 * was never claimed waits only for its time. Returns whether there may be more.
 */
export async function makeSomeDue(scope: Scope, waited: Waited): Promise<boolean> {
  const [team, which] = [scope.team.id, whichOf(scope.team.id, waited)];
  const [made] = await runOnce<{ count: number }>(
    scope.db,
    sql`with of_campaigns as (
          select due.* from campaigns c
          cross join lateral (${waiting(team, sql`m.campaign_id = c.id and m.campaign_id is not null`, which)}) due
          where c.team_id = ${team}::int and c.status in ('sending', 'paused') limit ${AT_ONCE}
        ), of_automations as (
          ${waiting(team, sql`m.kind = 'automation'`, which)}
        ), others as (
          ${urgentWaiting(team, which)}
        ), made as (
          update messages m set due_at = now()
          from (select * from of_campaigns union all select * from of_automations union all select * from others) s
          where m.team_id = ${team}::int and m.id = s.id returning 1
        )
        select count(*)::int as count from made`,
  );
  return (made?.count ?? 0) >= AT_ONCE;
}

/** Some of a team's postponed messages `of` some kind that match `which`. They are locked. */
const waiting = (team: number, of: Sql, which: Sql): Sql => sql`
    select m.team_id, m.id from messages m
    where m.team_id = ${team}::int and ${of} and m.state in ('queued', 'deferred') and m.due_at > now() and m.first_try_at is not null and ${which}
    order by m.due_at limit ${AT_ONCE} for no key update of m skip locked`;

/** Some of a team's postponed urgent messages that match `which`. They are locked. */
export const urgentWaiting = (team: number, which: Sql): Sql => sql`
          select due.* from unnest(${URGENT_KINDS}) as kinds(kind)
          cross join lateral (${waiting(team, sql`m.kind = kinds.kind and m.campaign_id is null`, which)}) due`;

function whichOf(team: number, waited: Waited): Sql {
  // A deferred message waits for its next try.
  if ('limitsOf' in waited) return sql`m.state = 'queued'`;
  const { until, domain } = waited;
  return waitedFor(team, sql`${until}::timestamptz`, sql`${domain}::text`);
}

/** Whether the message `m` waits for a pause that ends `at` that time. A domain of null stands for all. */
export const waitedFor = (team: number, at: Sql, domain: Sql): Sql =>
  sql`m.due_at <= ${at} + make_interval(secs => ${AFTER_SECONDS}) and ${isTo(team, domain)}`;

const isTo = (team: number, domain: Sql): Sql => sql`(${domain} is null
  or exists (select from transactional_mails t where t.team_id = ${team}::int and t.id = m.mail_id
    and split_part(t.recipients[1], '@', 2) = ${domain})
  or exists (select from people p where p.team_id = ${team}::int and p.key = m.person_key
    and split_part(p.email, '@', 2) = ${domain})
  or exists (select from subscribers s where s.team_id = ${team}::int and s.id = m.subscriber_id
    and split_part(s.email, '@', 2) = ${domain}))`;
