/** The floor for one row over HTTP: bare Node and pg with one prepared statement for what our route shows; no token is read. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

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
    select c.id, c.name, status, failure_reason, list_id as list, t.name as template, c.subject, c.from_email, c.from_name,
           reply_to, segment_ids as segments, excluded_segment_ids as excluded_segments, tracking, repeat_unknown,
           recipients_count, sent_count, failed_count, unknown_count, withheld_count, started_at, ended_at,
           c.created_at, c.updated_at
    from campaigns c left join templates t on t.team_id = $1 and t.id = c.template_id
    where c.team_id = $1 and c.id = $2::uuid`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

async function readRow(url: string): Promise<string | undefined> {
  const [, , name, id] = url.split('/') as [string, string, string, string];
  const text = STATEMENTS[name];
  const { rows } = await pool.query({ name, text: text as string, values: [TEAM, id] });
  return rows[0] && JSON.stringify({ data: rows[0] });
}

const server = createServer((request, response) => {
  readRow(request.url!).then(
    (body) => {
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json; charset=utf-8' });
      response.end(body);
    },
    () => response.writeHead(500).end(),
  );
});

server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
