import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Config, readConfig } from '../../src/config.ts';
import { bootstrap, createTeam } from '../../src/domain/platform/teams.ts';
import { createToken } from '../../src/domain/platform/tokens.ts';
import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import { type Installation, openInstallation } from '../../src/installation.ts';
import { startJobs } from '../../src/jobs/start.ts';
import type { Log } from '../../src/log.ts';
import { createApp } from '../../src/server.ts';
import { createTestDatabase, removeTriggers } from './database.ts';
import { createTestLog } from './failure-log.ts';
import { expectMatchesOpenApi } from './openapi-response.ts';
import { SECRET } from './secret.ts';
import { simulateClock } from './simulated-clock.ts';
import { recordStatements } from './statements.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what came back
  body: any;
}

export interface CallOptions {
  /** null: none. */
  token?: string | null;
  headers?: Record<string, string>;
}

/** A whole installation on its own database, called through its public interfaces. */
export interface TestApp {
  app: FastifyInstance;
  installation: Installation;
  /** For data that no interface can create, and for checks of hidden state. */
  db: PrismaClient;
  /** The first team's internal key. */
  teamId: number;
  /** For another process, or a statement beside the application. */
  databaseUrl: string;
  token: string;
  readToken: string;
  /** A token of a second team. */
  otherToken: string;
  /**
   * A REST call with the write token, unless `token` says otherwise (null: none). The response must match the OpenAPI
   * description.
   */
  rest(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** A GraphQL call by a plain JSON POST. */
  graphql(query: string, variables?: object, options?: CallOptions): Promise<Answer>;
  /** The statements sent to PostgreSQL while `work` runs. The token is already cached, so it costs none. */
  statements(work: () => Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

interface Opening {
  withoutTriggers?: boolean;
  simulatedClock?: boolean;
  log?: Log;
}

/**
 * Opens an installation without workers. `withoutTriggers`: laid out as on several machines, though it is one. `simulatedClock`:
 * by a clock that the test sets (see clockOf). `log`: by default, its warnings are printed if the test fails.
 */
export async function openTestApp(
  config: Partial<Config> = {},
  { withoutTriggers = false, simulatedClock = false, log = createTestLog() }: Opening = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  if (simulatedClock) await simulateClock(database.url);
  if (withoutTriggers) await removeTriggers(database.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'tidings-app-'));
  const settings = { ...readConfig({}), dataDir, appSecret: SECRET, rateLimitPerMinute: 0, ...config };
  const installation = await openInstallation(settings, database.url, log);
  recordStatements(installation.connection.pool); // before it opens its first connection
  const db = installation.connection.db as PrismaClient;
  const token = (await bootstrap(db)) as string;
  const team = await db.team.findFirstOrThrow();
  const readToken = await createToken(db, team.id, { name: 'Reader', ability: 'read' });
  const { token: otherToken } = await createTeam(db, { name: 'Other team' });
  const app = await createApp(installation);
  await app.ready();
  return {
    ...{ app, installation, db, databaseUrl: database.url, otherToken, readToken },
    ...clientsOf(app, installation, team.id, token),
    close: async () => {
      installation.endStreams();
      await app.close();
      await installation.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens an installation whose jobs run until it is closed. */
export async function openTestAppWithJobs(config: Partial<Config> = {}): Promise<TestApp> {
  const api = await openTestApp({ databasePool: 12, ...config });
  const jobs = startJobs(api.installation);
  const close = async () => {
    await jobs.stop();
    await api.close();
  };
  return { ...api, close };
}

/** A new team of an installation, with the same functions as its first one. It is closed with the installation. */
export async function openTeam(testApp: TestApp): Promise<TestApp> {
  const { app, installation, db } = testApp;
  const { id, token } = await createTeam(db, { name: 'My team' });
  const team = await db.team.findFirstOrThrow({ where: { publicId: id } });
  const readToken = await createToken(db, team.id, { name: 'Reader', ability: 'read' });
  return { ...testApp, readToken, ...clientsOf(app, installation, team.id, token) };
}

const isJson = (headers: object): boolean =>
  /^application\/(graphql-response\+)?json/.test(String((headers as Answer['headers'])['content-type']));

/** The functions that call the public interfaces with a team's token. */
function clientsOf(
  app: FastifyInstance,
  installation: Installation,
  teamId: number,
  token: string,
): Pick<TestApp, 'teamId' | 'token' | 'rest' | 'graphql' | 'statements'> {
  const record = recordStatements(installation.connection.pool);
  const call = async (method: string, url: string, body: unknown, options: CallOptions = {}): Promise<Answer> => {
    const { token: given = token, headers } = options;
    const answer = await app.inject({
      method: method as 'POST',
      url,
      headers: {
        ...(given !== null && { authorization: `Bearer ${given}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { statusCode: status, payload } = answer;
    return {
      status,
      headers: answer.headers as Record<string, string>,
      body: payload && isJson(answer.headers) ? JSON.parse(payload) : payload || undefined,
    };
  };

  return {
    ...{ teamId, token },
    rest: async (method, path, body, options) => {
      const answer = await call(method, `/v1${path}`, body, options);
      expectMatchesOpenApi(method, path, answer);
      return answer;
    },
    graphql: (query, variables, options) => call('POST', '/graphql', { query, variables }, options),
    statements: async (work) => {
      // The token is looked up again now, not while statements are counted.
      installation.access.forget(teamId);
      await call('GET', '/v1/lists/unknown', undefined);
      return record(work);
    },
  };
}
