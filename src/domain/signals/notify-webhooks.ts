import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** The most rows in one notification; more become several. */
const AT_ONCE = 1_000;

/**
 * Writes the rows of `entries` (`kind`, `entry`, `list`, `name`) as notifications for webhooks, one row for a set: a
 * statement, or a further part of one. Only entries that some webhook of the team wants: by kind, and if it has filters, by
 * list and event name. A team without webhooks pays for one look at an empty index, and `entries` is not read.
 */
export const insertNotifications = (teamId: number, entries: Sql): Sql =>
  sql`insert into webhook_notifications (team_id, kind, facts, at)
      select ${teamId}::int, wanted.kind, jsonb_agg(wanted.entry order by wanted.place), now()
      from (select f.kind, f.entry, row_number() over (partition by f.kind) as place from (${entries}) f
            where exists (select 1 from webhooks w where w.team_id = ${teamId}::int and w.enabled)
              and exists (select from webhooks w where w.team_id = ${teamId}::int and ${wants(sql`w`)})) wanted
      group by wanted.kind, (wanted.place - 1) / ${AT_ONCE}::int`;

/**
 * Like `insertNotifications`, for a small set. Writes one row for each kind. Planned in a fraction of the time, which matters for
 * short statements.
 */
export const insertFewNotifications = (teamId: number, entries: Sql): Sql =>
  sql`insert into webhook_notifications (team_id, kind, facts, at)
      select f.team_id, f.kind, jsonb_agg(f.entry), now() from (${entries}) f
      where exists (select 1 from webhooks w where w.team_id = ${teamId}::int and w.enabled)
        and exists (select from webhooks w where w.team_id = f.team_id and w.team_id = ${teamId}::int and ${wants(sql`w`)})
      group by f.team_id, f.kind`;

/** Predicate over `f`, an entry: the webhook wants it. */
const wants = (webhook: Sql): Sql =>
  sql`${webhook}.enabled and ${webhook}.kinds && array['*', f.kind]
      and (f.list is null or ${webhook}.list_id is null or ${webhook}.list_id = f.list)
      and (f.name is null or ${webhook}.event_names = '{}' or f.name = any(${webhook}.event_names))`;

/** An event of a thing, stored until it is delivered. */
export interface Entry {
  /** Of the thing. */
  id: string;
  /** The key of its person; erased with them. */
  person?: string | null;
  /** The list that it belongs to. */
  list?: string | null;
  [what: string]: unknown;
}

/** Writes entries of one kind, in the caller's transaction and one statement. */
export async function notifyWebhooks(
  { db, team }: Pick<Scope, 'db' | 'team'>,
  kind: string,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  await run(
    db,
    insertNotifications(
      team.id,
      sql`select ${kind}::text as kind, g.entry, (g.entry ->> 'list')::uuid as list, null::text as name
          from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) as g(entry)`,
    ),
  );
}
