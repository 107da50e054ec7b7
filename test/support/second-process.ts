import type { FastifyInstance } from 'fastify';
import { openInstallation } from '../../src/installation.ts';
import { createApp } from '../../src/server.ts';
import type { TestApp } from './app.ts';
import { createTestLog } from './failure-log.ts';

/** A second process of the same installation, from the database's view. */
export async function openSecondProcess({ installation, databaseUrl }: TestApp) {
  const secondProcess = await openInstallation(installation.config, databaseUrl, createTestLog());
  const app = await createApp(secondProcess);
  await app.ready();
  return {
    app,
    close: async () => {
      secondProcess.endStreams();
      await app.close();
      await secondProcess.close();
    },
  };
}

export interface RawAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** A call that returns the response byte for byte. */
export async function callRaw(
  app: FastifyInstance,
  token: string,
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const answer = await app.inject({
    method: method as 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
}
