import { run, type Sql, sql } from '../../database/connect.ts';
import { announceAutomation } from '../../domain/automations/live-automations.ts';
import { announceCampaign } from '../../domain/campaigns/live-campaigns.ts';
import { announceChange } from '../../domain/live-changes.ts';
import type { Scope } from '../../scope.ts';
import type { SampleData } from './objects.ts';

/** Deletes the campaigns, unless somebody has changed or sent them or made a resend of them. */
export async function removeCampaigns(scope: Scope, { objects, loadedAt }: SampleData): Promise<void> {
  const { db, team } = scope;
  const campaigns = sql`${objects.campaign}::uuid[]`;
  const gone = await run<{ id: string }>(
    db,
    sql`delete from campaigns c where c.team_id = ${team.id}::int and c.id = any(${campaigns})
          and (c.status = 'sent' and c.started_at < ${loadedAt}::timestamptz
            or c.status = 'draft' and c.updated_at <= ${loadedAt}::timestamptz)
          and not exists (select from campaigns o
            where o.team_id = ${team.id}::int and o.resend_of = c.id and o.id <> all(${campaigns}))
        returning c.id::text`,
  );
  for (const { id } of gone) await announceCampaign(scope, id);
}

/** Deletes the automations, unless somebody has changed them or other people have entered them. */
export async function removeAutomations(scope: Scope, { objects, loadedAt }: SampleData): Promise<void> {
  const { db, team } = scope;
  const gone = await run<{ id: string }>(
    db,
    sql`delete from automations a where a.team_id = ${team.id}::int and a.id = any(${objects.automation}::uuid[])
          and a.updated_at <= ${loadedAt}::timestamptz
          and not exists (select from automation_runs r where r.team_id = ${team.id}::int and r.automation_id = a.id
            and r.person_key <> all(${objects.person}::uuid[]))
        returning a.id::text`,
  );
  for (const { id } of gone) await announceAutomation(scope, id);
}

/** Deletes the segments, unless somebody has changed them or uses them. Call it after the campaigns and automations. */
export async function removeSegments(scope: Scope, { objects, loadedAt }: SampleData): Promise<void> {
  const { db, team } = scope;
  const segments = sql`${objects.segment}::uuid[]`;
  const gone = await run<{ id: string }>(
    db,
    sql`delete from segments s where s.team_id = ${team.id}::int and s.id = any(${segments})
          and s.updated_at <= ${loadedAt}::timestamptz
          and not exists (select from campaigns c where c.team_id = ${team.id}::int
            and (s.id = any(c.segment_ids) or s.id = any(c.excluded_segment_ids)))
          and not exists (select from segments o
            where o.team_id = ${team.id}::int and s.id = any(o.uses) and o.id <> all(${segments}))
          and not exists (select from automation_versions v
            where v.team_id = ${team.id}::int and strpos(v.definition::text, s.id::text) > 0)
        returning s.id::text`,
  );
  await announceChange(scope, 'segment', ...gone.map(({ id }) => id));
}

/**
 * Deletes the lists that nothing else needs, with their forms. Call it when the people, campaigns, automations and segments are
 * gone. Returns the ids of the lists that stay.
 */
export async function removeLists(scope: Scope, { objects, loadedAt }: SampleData): Promise<string[]> {
  const { db, team } = scope;
  const lists = sql`${objects.list}::uuid[]`;
  const of = (table: Sql) => sql`select from ${table} o where o.team_id = ${team.id}::int and o.list_id = l.id`;
  const gone = await run<{ id: string }>(
    db,
    sql`delete from lists l where l.team_id = ${team.id}::int and l.id = any(${lists})
          and not exists (${of(sql`subscribers`)}) and not exists (${of(sql`campaigns`)}) and not exists (${of(sql`segments`)})
          and not exists (${of(sql`automations`)} and o.deleted_at is null)
          and not exists (${of(sql`forms`)}
            and (o.id <> all(${objects.form}::uuid[]) or o.updated_at > ${loadedAt}::timestamptz))
        returning l.id::text`,
  );
  await announceChange(scope, 'list', ...gone.map(({ id }) => id));
  const left = await run<{ id: string }>(
    db,
    sql`select id::text from lists where team_id = ${team.id}::int and id = any(${lists}) order by id`,
  );
  return left.map(({ id }) => id);
}
