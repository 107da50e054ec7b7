import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { insertNotifications } from '../signals/notify-webhooks.ts';
import { shownAttributes } from './shown-attributes.ts';

const moment = (column: Sql): Sql => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A subscriber `s` as REST shows it; the row will be gone when the webhook is sent. */
const shown = (teamId: number): Sql => sql`jsonb_build_object(
  'id', s.id, 'email', s.email, 'first_name', s.first_name, 'last_name', s.last_name, 'timezone', s.timezone,
  'locale', s.locale, 'status', s.status::text,
  'tags', coalesce((select jsonb_agg(t.name order by t.name collate "C") from tags t
                    where t.team_id = ${teamId}::int and t.id = any(s.tag_ids)), '[]'),
  'attributes', ${shownAttributes(sql`${teamId}::int`)}, 'list', s.list_id, 'subscribed_at', ${moment(sql`s.subscribed_at`)},
  'unsubscribed_at', ${moment(sql`s.unsubscribed_at`)}, 'created_at', ${moment(sql`s.created_at`)},
  'updated_at', ${moment(sql`s.updated_at`)})`;

/**
 * Writes webhook events for subscribers that are about to be deleted, with their current data. `which`: a predicate over
 * `s`. Call it before the deletion, in the same transaction. Not for erasures, which are not sent.
 */
export async function notifyOfDeletions({ db, team }: Scope, which: Sql): Promise<void> {
  await run(
    db,
    insertNotifications(
      team.id,
      sql`select 'subscriber.deleted' as kind, s.list_id as list, null::text as name,
                 jsonb_build_object('id', s.id, 'person', s.person_key, 'list', s.list_id, 'was', ${shown(team.id)}) as entry
          from subscribers s where s.team_id = ${team.id}::int and ${which}`,
    ),
  );
}
