/** The floor for one list over HTTP: bare Node and pg with the statements of our route, prepared; no token is read. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

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

async function readList(id: string): Promise<string | undefined> {
  const { rows } = await pool.query({ name: 'list', text: LIST, values: [TEAM, [id]] });
  const [list] = rows;
  if (!list) return undefined;
  const { rows: counts } = await pool.query({ name: 'subscribed', text: SUBSCRIBED, values: [TEAM, [id]] });
  const { created_at, ...rest } = list;
  return JSON.stringify({ data: { ...rest, subscribed_count: counts[0]?.count ?? 0, created_at } });
}

const server = createServer((request, response) => {
  readList(request.url!.slice(PREFIX)).then(
    (body) => {
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json; charset=utf-8' });
      response.end(body);
    },
    () => response.writeHead(500).end(),
  );
});

server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
