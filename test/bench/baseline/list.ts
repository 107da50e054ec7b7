/** The floor for one list over HTTP: bare Node and pg with the statements of our route, prepared; without authentication. */
import pg from 'pg';
import { serveJson } from './serve-json.ts';

const TEAM = 1;
const PREFIX = '/v1/lists/'.length;

const LIST = `
  select id, name, locale, from_email, from_name, requires_confirmation, created_at
  from lists where team_id = $1 and id = any($2::uuid[])`;

const SUBSCRIBED = `
  select list_id as id, count(*)::int as count from subscribers
  where team_id = $1 and list_id = any($2::uuid[]) and status = 'subscribed'
  group by list_id`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

serveJson(async ({ url }) => {
  const ids = [url!.slice(PREFIX)];
  const { rows } = await pool.query({ name: 'list', text: LIST, values: [TEAM, ids] });
  const [list] = rows;
  if (!list) return { status: 404, body: {} };
  const { rows: counts } = await pool.query({ name: 'subscribed', text: SUBSCRIBED, values: [TEAM, ids] });
  const { created_at, ...rest } = list;
  return { status: 200, body: { data: { ...rest, subscribed_count: counts[0]?.count ?? 0, created_at } } };
});
process.on('disconnect', () => process.exit());
