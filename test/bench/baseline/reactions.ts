/** The plain way to count clicks and opens: bare Node, and an INSERT for each by prepared pg, with unsigned links. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const TEAM = 1;
const TARGET = 'https://shop.example.com/offer?campaign=may';
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const INSERT = `
  insert into reactions (team_id, message_id, kind, verdict, target, campaign_id)
  select m.team_id, m.id, $3::"TouchKind", 'human', $4, case when $3::"TouchKind" = 'click' then m.campaign_id end
  from messages m where team_id = $1 and id = $2::uuid`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const server = createServer((request, response) => {
  const [, kind, id] = request.url!.split('/') as [string, string, string];
  const values = [TEAM, id, kind, kind === 'click' ? TARGET : null];
  pool.query({ name: 'insert', text: INSERT, values }).then(
    () => {
      if (kind === 'click') response.writeHead(302, { location: TARGET, 'cache-control': 'no-store' }).end();
      else response.writeHead(200, { 'content-type': 'image/gif', 'cache-control': 'no-store' }).end(PIXEL);
    },
    () => response.writeHead(500).end(),
  );
});

server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
