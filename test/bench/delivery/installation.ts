import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { TOKEN } from '../bench-server.ts';
import { type BenchDatabase, openDatabase } from '../database.ts';
import { compile, Program, serve } from '../processes.ts';
import type { AcceptedMessage } from './mail-server.ts';
import { HTML, SUBJECT } from './newsletter.ts';

/** The product with a mail server, a list of people, and a template. */
export interface Installation {
  url: string;
  pid: number;
  env: Record<string, string>;
  list: string;
  client: pg.Client;
  /** A REST call with an object or the text of a CSV file as its body; returns the whole response. Throws for any error. */
  // biome-ignore lint/suspicious/noExplicitAny: a program looks into what came back
  call(method: string, path: string, body?: object | string): Promise<any>;
  accepted(): Promise<{ ids: number; total: number }>;
  dump(): Promise<AcceptedMessage[]>;
  close(): Promise<void>;
}

/** `given`: a database to use instead of a new one, closed with the installation. `settings`: further variables of the server. */
export async function openInstallation(
  people: number,
  pool: number,
  options: string[] = [],
  given?: BenchDatabase,
  settings: Record<string, string> = {},
): Promise<Installation> {
  await compile();
  const mailServer = new Program('delivery/mail-server');
  const { port } = await mailServer.ask<{ port: number }>();
  const database = given ?? (await openDatabase());
  const env = {
    ...{ DATABASE_URL: database.url, BOOTSTRAP_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0' },
    OUTBOUND_ALLOW: '127.0.0.1', // for the webhook receiver
    MAIL_URL: `smtp://127.0.0.1:${port}?pool=${pool}`,
    ...settings,
  };
  const server = await serve(env, ...options);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const call: Installation['call'] = async (method, path, body) => {
    const isFile = typeof body === 'string';
    const answer = await fetch(`${server.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': isFile ? 'text/csv' : 'application/json' },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
  const list = (await call('POST', '/lists', { name: 'News', from_email: 'news@shop.example.com' })).data.id;
  await call('POST', '/templates', { name: 'Letter', editor: 'html', subject: SUBJECT, content: HTML });
  await client.query(
    `insert into people (team_id, key, email) select 1, gen_random_uuid(), 'n' || n || '@example.com' from generate_series(1, $1::int) n`,
    [people],
  );
  await client.query(
    `insert into subscribers (team_id, id, list_id, person_key, email, first_name, status)
     select 1, gen_random_uuid(), $1, key, email, 'First', 'subscribed' from people`,
    [list],
  );
  await client.query('vacuum analyze');
  return {
    ...{ url: server.url, pid: server.pid, env, list, client, call },
    accepted: () => mailServer.ask({}),
    dump: async () => (await mailServer.ask<{ accepted: AcceptedMessage[] }>({ dump: true, reset: true })).accepted,
    close: async () => {
      await client.end();
      await server.stop();
      mailServer.stop();
      await database.close();
    },
  };
}

/** Waits until a condition holds; returns the seconds it took. Throws after ten minutes. */
export async function until(holds: () => Promise<boolean>, everyMs = 50): Promise<number> {
  const from = performance.now();
  while (!(await holds())) {
    if (performance.now() - from > 600_000) throw new Error('what was waited for did not happen');
    await sleep(everyMs);
  }
  return (performance.now() - from) / 1000;
}
