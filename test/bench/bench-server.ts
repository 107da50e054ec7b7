import pg from 'pg';
import { openDatabase } from './database.ts';
import { serve } from './processes.ts';

export const TOKEN = 'bench_0123456789abcdef0123456789';

/** The product on its own database, with production durability. */
export interface BenchServer {
  databaseUrl: string;
  url: string;
  /** Of the server's process. */
  pid: number;
  lists: string[];
  close(): Promise<void>;
}

/** Calls are counted, as in production, and none is refused. */
const OUT_OF_REACH = '1000000000';

const LISTS = 200;
const SUBSCRIBERS_EACH = 20;

/** Small lists: counting is cheap, so that our additions to the statements are visible. */
const AUDIENCE = `
  insert into lists (team_id, id, name, from_email)
  select 1, gen_random_uuid(), 'List ' || n, 'news@shop.example.com' from generate_series(1, ${LISTS}) n;
  insert into people (team_id, key, email)
  select 1, gen_random_uuid(), 'reader-' || n || '@example.com' from generate_series(1, ${SUBSCRIBERS_EACH}) n;
  insert into subscribers (team_id, id, list_id, person_key, email, status)
  select 1, gen_random_uuid(), lists.id, people.key, people.email, 'subscribed' from lists, people;
  vacuum analyze`;

/** Builds it; `close` deletes everything. `settings`: further variables of the server. */
export async function startBenchServer(settings: Record<string, string> = {}): Promise<BenchServer> {
  const database = await openDatabase();
  const server = await serve({
    DATABASE_URL: database.url,
    BOOTSTRAP_TOKEN: TOKEN,
    RATE_LIMIT_PER_MINUTE: OUT_OF_REACH,
    ...settings,
  });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const statement of AUDIENCE.split(';')) await client.query(statement);
  const { rows } = await client.query('select id from lists');
  await client.end();
  return {
    databaseUrl: database.url,
    url: server.url,
    pid: server.pid,
    lists: rows.map(({ id }) => id),
    close: async () => {
      await server.stop();
      await database.close();
    },
  };
}

/** Calls REST of a server. Returns the data of the response; throws for any error. */
export const callerOf = (url: string) => async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text).data : undefined;
};
