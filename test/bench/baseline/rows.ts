/**
 * The floor for one row over HTTP: bare Node and pg with one prepared statement for the fields of our route; without
 * authentication.
 */
import pg from 'pg';
import { serveJson } from './serve-json.ts';

const TEAM = 1;

const STATEMENTS: Record<string, string> = {
  subscribers: `
    select id, email, first_name, last_name, timezone, locale, status,
           array(select name from tags where team_id = $1 and id = any(s.tag_ids) order by name) as tags,
           attributes, list_id as list, subscribed_at, unsubscribed_at, created_at
    from subscribers s where team_id = $1 and id = $2::uuid`,
  'transactional-mails': `
    select id, template, subject, from_email as from, "to", cc, bcc, status, failure_reason, opens, clicks, sent_at,
           created_at
    from transactional_mails where team_id = $1 and id = $2::uuid`,
  campaigns: `
    select c.id, c.name, status, failure_reason, list_id as list, t.name as template, c.subject, c.preheader, c.utm,
           c.from_email, c.from_name, reply_to, segment_ids as segments, excluded_segment_ids as excluded_segments, tracking,
           repeat_unknown, scheduled_for as schedule, scheduled_at, messages_per_minute, send_from as send_window,
           ignore_frequency, pause_reason, resend_of, resend_who, test, recipients_count, sent_count, failed_count,
           unknown_count, withheld_count, started_at, ended_at, messages_removed_at, messages_remaining, recurrence,
           series_id as series, occurs_at, feed_url, feed_checked_at, feed_error, feed_new_count, archive,
           c.created_at, c.updated_at
    from campaigns c left join templates t on t.team_id = $1 and t.id = c.template_id
    where c.team_id = $1 and c.id = $2::uuid`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

serveJson(async ({ url }) => {
  const [, , name, id] = url!.split('/') as [string, string, string, string];
  const { rows } = await pool.query({ name, text: STATEMENTS[name] as string, values: [TEAM, id] });
  return rows[0] ? { status: 200, body: { data: rows[0] } } : { status: 404, body: {} };
});
process.on('disconnect', () => process.exit());
