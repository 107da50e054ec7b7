import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type Config, readConfig } from '../../src/config.ts';
import { bootstrap, createTeam } from '../../src/domain/platform/teams.ts';
import { createToken } from '../../src/domain/platform/tokens.ts';
import { type Installation, openInstallation } from '../../src/installation.ts';
import { createApp } from '../../src/server.ts';
import { createTestDatabase } from './database.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what came back
  body: any;
}

/** A whole installation on a database of its own, called through its front doors. */
export interface TestApp {
  app: FastifyInstance;
  installation: Installation;
  /** Of the database, for another process or a statement beside the application. */
  databaseUrl: string;
  token: string;
  readToken: string;
  /** A token of a second team. */
  otherToken: string;
  /** A REST call with the write token, unless `token` says otherwise (null: none). */
  rest(method: string, path: string, body?: unknown, options?: { token?: string | null }): Promise<Answer>;
  /** A GraphQL call by a plain JSON POST. */
  graphql(query: string, variables?: object, options?: { token?: string | null }): Promise<Answer>;
  close(): Promise<void>;
}

/** Opens one; `workers` are not started. */
export async function openTestApp(config: Partial<Config> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const installation = await openInstallation(
    { ...readConfig({}), rateLimitPerMinute: 0, ...config },
    database.url,
    log,
  );
  const { db } = installation.connection;
  const token = (await bootstrap(db)) as string;
  const team = await db.team.findFirstOrThrow();
  const readToken = await createToken(db, team.id, { name: 'Reader', ability: 'read' });
  const { token: otherToken } = await createTeam(db, { name: 'Other team' });
  const app = await createApp(installation);
  await app.ready();

  const call = async (method: string, url: string, body: unknown, given: string | null = token): Promise<Answer> => {
    const answer = await app.inject({
      method: method as 'POST',
      url,
      headers: {
        ...(given !== null && { authorization: `Bearer ${given}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { statusCode: status, payload } = answer;
    return {
      status,
      headers: answer.headers as Record<string, string>,
      body: payload ? JSON.parse(payload) : undefined,
    };
  };

  return {
    app,
    installation,
    databaseUrl: database.url,
    token,
    readToken,
    otherToken,
    rest: (method, path, body, options) => call(method, `/v1${path}`, body, options?.token),
    graphql: (query, variables, options) => call('POST', '/graphql', { query, variables }, options?.token),
    close: async () => {
      installation.mailFeed.close();
      await app.close();
      await installation.close();
      await database.drop();
    },
  };
}
