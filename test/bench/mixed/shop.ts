import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../../src/database/embedded.ts';
import { databaseHome } from '../../../src/database/home.ts';
import { createLog } from '../../../src/log.ts';
import { Program, serve } from '../processes.ts';
import { TOKEN } from '../stage.ts';
import { openStream } from '../streams/reader.ts';
import { TEMPLATE } from '../write-bodies.ts';
import type { Targets } from './calls.ts';

const READERS = 200;
const POOL = 10;
const PATIENCE_MS = 600_000;

/** An installation with an audience, mails that go to a sink, and work that it can be given beside the calls. */
export interface Shop {
  url: string;
  pid: number;
  token: string;
  targets: Targets;
  client: pg.Client;
  /** Begins a campaign and an import, and lets live readers follow all mails. */
  startBackground(): Promise<void>;
  /** Waits for the campaign and the import to end. Throws unless both are exact. */
  backgroundResult(): Promise<string>;
  close(): Promise<void>;
}

/** Builds it for so many people. */
export async function setShop(people: number): Promise<Shop> {
  const sink = new Program('delivery/sink');
  const { port } = await sink.ask<{ port: number }>();
  const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
  const database = await startEmbedded(home, createLog('warn'));
  const server = await serve({
    DATABASE_URL: database.url,
    BOOTSTRAP_TOKEN: TOKEN,
    RATE_LIMIT_PER_MINUTE: '0',
    MAIL_URL: `smtp://127.0.0.1:${port}?pool=${POOL}`,
  });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();

  const call = async (method: string, path: string, body?: object | string) => {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json';
    const answer = await fetch(`${server.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': type }) },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text).data : undefined;
  };
  const until = async (path: string, isOver: (row: Record<string, unknown>) => boolean) => {
    for (const from = performance.now(); performance.now() - from < PATIENCE_MS; await pause(500)) {
      const row = await call('GET', path);
      if (isOver(row)) return row;
    }
    throw new Error(`${path} does not end`);
  };

  const sender = { from_email: 'news@shop.example.com', from_name: 'Shop' };
  const [shopList, newsList, importList] = await Promise.all(
    ['Shop', 'News', 'Imported'].map(async (name) => (await call('POST', '/lists', { name, ...sender })).id as string),
  );
  await call('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await call('POST', '/fields', { key: 'city', type: 'text' });
  await call('POST', '/templates', TEMPLATE);
  await call('POST', '/templates', {
    ...{ name: 'Letter', editor: 'html', subject: 'News for {{ first_name }}' },
    content: '<p>Hello, <a href="https://shop.example.com/new">look</a>. <a href="{{ unsubscribe_url }}">Leave</a></p>',
  });
  await client.query(
    `insert into people (team_id, key, email) select 1, gen_random_uuid(), 'p' || n || '@example.com' from generate_series(1, $1::int) n`,
    [people],
  );
  await client.query(
    `insert into subscribers (team_id, id, list_id, person_key, email, first_name, attributes, status)
     select 1, gen_random_uuid(), list, key, email, 'First', '{"city": "Köln"}', 'subscribed' from people, unnest($1::uuid[]) list`,
    [[shopList, newsList]],
  );
  await client.query('vacuum analyze');
  const { rows } = await client.query('select id::text from subscribers where list_id = $1 limit 500', [shopList]);
  const campaign = await call('POST', '/campaigns', { name: 'News', list: newsList, template: 'Letter' });

  const streams: (() => void)[] = [];
  let importId = '';
  return {
    ...{ url: server.url, pid: server.pid, token: TOKEN, client },
    targets: { listId: shopList!, campaignId: campaign.id, subscriberIds: rows.map(({ id }) => id) },
    startBackground: async () => {
      for (let reader = 0; reader < READERS; reader++) {
        const stream = await openStream(
          server.url,
          TOKEN,
          'subscription { transactionalMailStatusChanged { id status } }',
        );
        stream.on('error', () => {}).resume();
        streams.push(() => stream.destroy());
      }
      const csv = Array.from({ length: people }, (_, n) => `i${n}@example.com,First${n}`).join('\n');
      importId = (await call('POST', `/lists/${importList}/imports`, `email,first_name\n${csv}\n`)).id;
      await call('POST', `/campaigns/${campaign.id}/send`);
    },
    backgroundResult: async () => {
      const sent = await until(`/campaigns/${campaign.id}`, ({ status }) => status === 'sent');
      const imported = await until(`/imports/${importId}`, ({ finished_at }) => finished_at !== null);
      const exact = [sent.sent_count, imported.added, imported.failed].join() === [people, people, 0].join();
      if (!exact) throw new Error(`not exact: ${JSON.stringify({ sent, imported })}`);
      return `campaign: ${people} sent; import: ${people} added; live readers: ${READERS}`;
    },
    close: async () => {
      for (const end of streams) end();
      await client.end();
      await server.stop();
      sink.stop();
      await database.stop();
      await rm(databaseHome(home), { recursive: true, force: true });
      await rm(home, { recursive: true, force: true });
    },
  };
}
