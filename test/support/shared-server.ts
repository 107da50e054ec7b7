import { expect, inject } from 'vitest';
import { runHere } from './command-line.ts';
import { takeLinesFrom } from './failure-log.ts';
import type { SharedServer } from './offer-shared-server.ts';
import { type Client, clientAt } from './server.ts';

/** A team of the server that test files share. */
export interface SharedTeam extends Client, SharedServer {
  id: string;
}

/** Creates a team on the server that test files share. The first caller of a run starts it, and it ends with the run. */
export async function openSharedTeam(): Promise<SharedTeam> {
  const server: SharedServer = await ask('/');
  takeLinesFrom(() => ask('/lines'));
  const created = await runHere(['team', 'create', '--name', 'Shop'], { DATABASE_URL: server.databaseUrl });
  expect(created.code, created.stderr).toBe(0);
  const [id = '', token = ''] = created.stdout.trim().split('\n');
  return Object.assign(clientAt(server.url, token), { ...server, id });
}

/** Creates a transport of a team to a mail server on this machine; returns its id. */
export async function addTransport(team: SharedTeam, port: number, secure = false): Promise<string> {
  const input = { name: 'Own', host: '127.0.0.1', port, secure };
  const { status, body } = await team.rest('POST', '/transports', input);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}

async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(inject('sharedServerAt') + path);
  if (!answer.ok) throw new Error(`The shared server did not start: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
