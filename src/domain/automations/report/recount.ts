import { run, type Sql, sql } from '../../../database/connect.ts';
import { LONG_MS, type Scope, transaction } from '../../../scope.ts';
import { recountCampaign } from '../../campaigns/recount.ts';
import { COMMON_SHARD } from '../../ledger/count-for-campaigns.ts';
import { announceAutomation } from '../live-automations.ts';

/**
 * Recounts an automation's report from the rows and corrects the counts by the difference: runs, transactional e-mails, and
 * its other e-mails. Rows and counts are read in one snapshot, and concurrent counters only add, so it is safe
 * while runs advance. Once rows were removed because of their age, the counts stay as they are. Returns the number of wrong counts.
 */
export async function recountAutomation(scope: Scope, id: string): Promise<number> {
  let wrong = await recountRuns(scope, id);
  for (const email of await readEmails(scope, id)) wrong += await recountCampaign(scope, email);
  if (wrong > 0) await announceAutomation(scope, id);
  return wrong;
}

const recountRuns = (scope: Scope, id: string): Promise<number> =>
  transaction(
    scope,
    async (scope) => {
      const { db, team } = scope;
      const name = `recount ${id}`;
      await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${name}::text, 0))::text`);
      const there = await run(
        db,
        sql`select id::text from automations
            where team_id = ${team.id}::int and id = ${id}::uuid and rows_removed_at is null for key share`,
      );
      return there.length === 0 ? 0 : correct(scope, id);
    },
    LONG_MS,
  );

async function correct(scope: Scope, id: string): Promise<number> {
  const { db, team } = scope;
  const wrong = await run(
    db,
    sql`insert into automation_counts as known (team_id, automation_id, step, what, detail, holder, count)
        select ${team.id}::int, ${id}::uuid, step, what, detail, ${COMMON_SHARD}::int, sum(count) from (
          select * from (${ofRuns(scope, id)}) of_runs
          union all
          select * from (${ofMails(scope, id)}) of_mails
          union all
          select c.step, c.what, c.detail, -c.count from automation_counts c
          where c.team_id = ${team.id}::int and c.automation_id = ${id}::uuid) difference
        group by 3, 4, 5 having sum(count) <> 0 order by 3, 4, 5
        on conflict (team_id, automation_id, step, what, detail, holder) do update set count = known.count + excluded.count
        returning what`,
  );
  return wrong.length;
}

/** Selects the counts (step, what, detail, count) by the runs and their steps. */
function ofRuns({ team }: Scope, id: string): Sql {
  const ours = sql`r.team_id = ${team.id}::int and r.automation_id = ${id}::uuid`;
  const taken = sql`automation_runs r join automation_run_steps s on s.team_id = ${team.id}::int and s.run_id = r.id`;
  const atStep = sql`r.step is not null and not exists (
    select 1 from automation_run_steps s where s.team_id = r.team_id and s.run_id = r.id and s.step = r.step)`;
  return sql`
    select '' as step, 'entered' as what, '' as detail, count(*) as count from automation_runs r where ${ours}
    union all
    select '', r.state::text, coalesce(r.exit_reason, ''), count(*) from automation_runs r
    where ${ours} and r.state <> 'active' group by 1, 2, 3
    union all
    select '', 'goals', '', count(*) from automation_runs r where ${ours} and r.exit_reason = 'goal'
    union all
    select s.step, figure.what, '', count(*) from ${taken} cross join lateral (values ('entered'), (s.outcome)) figure(what)
    where ${ours} group by 1, 2
    union all
    select r.step, figure.what, '', count(*) from automation_runs r
    cross join lateral (values ('entered'), (case r.state when 'exited' then 'left' end)) figure(what)
    where ${ours} and r.state in ('active', 'exited') and figure.what is not null and ${atStep} group by 1, 2`;
}

/** Selects the counts (step, what, detail, count) by the steps' transactional e-mails and the sales credited to them. */
function ofMails({ team }: Scope, id: string): Sql {
  const ours = sql`m.team_id = ${team.id}::int and m.automation_id = ${id}::uuid`;
  return sql`
    select m.automation_step as step, figure.what, '' as detail, count(*) as count from transactional_mails m
    cross join lateral (
      select unnest(m.happened) as what
      union all
      select one.what from (values ('sent', m.status = 'sent'), ('opened', m.opens > 0), ('clicked', m.clicks > 0)) one(what, is_so)
      where one.is_so) figure
    where ${ours} group by 1, 2
    union all
    select m.automation_step, figure.what, s.currency::text, sum(figure.count)::bigint
    from transactional_mails m join sales s on s.team_id = ${team.id}::int and s.email_id = m.id
    cross join lateral (values ('orders', 1::bigint), ('revenue', s.value - s.refunded)) figure(what, count)
    where ${ours} group by 1, 2, 3`;
}

/** Its e-mails to subscribers. */
async function readEmails({ db, team }: Scope, id: string): Promise<string[]> {
  const rows = await run<{ id: string }>(
    db,
    sql`select g.id::text from mailings g where g.team_id = ${team.id}::int and g.automation_id = ${id}::uuid order by g.id`,
  );
  return rows.map((row) => row.id);
}
