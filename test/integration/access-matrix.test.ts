import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTeam, setTeamStatus } from '../../src/domain/platform/teams.ts';
import { createToken, revokeToken } from '../../src/domain/platform/tokens.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { byPost, byRest, bySse, byWebSocket, type Outcome, openSocket } from '../support/doors.ts';
import { OPERATIONS, rootFields } from '../support/operations.ts';

/** Every operation of every door × everyone who may knock. The expectation knows only what reads and what writes. */
const CALLERS = ['no token', 'bad', 'revoked', 'suspended team', 'read', 'write', 'other team'] as const;
type Caller = (typeof CALLERS)[number];

const expected = (caller: Caller, writes: boolean): Outcome => {
  if (caller === 'no token' || caller === 'bad' || caller === 'revoked') return 'UNAUTHENTICATED';
  if (caller === 'suspended team') return 'FORBIDDEN';
  return caller === 'read' && writes ? 'FORBIDDEN' : 'through';
};

const GRAPHQL = [
  ...rootFields('query').map((field) => ({ ...field, writes: false })),
  ...rootFields('mutation').map((field) => ({ ...field, writes: true })),
];
/** Streams that are let in do not end by themselves: tests of their own read from them. */
const SUBSCRIPTIONS = rootFields('subscription').map((field) => ({ ...field, writes: false }));

let api: TestApp;
let address: string;
const tokens = {} as Record<Caller, string | null>;
let cells = 0;

beforeAll(async () => {
  api = await openTestApp();
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const token = (name: string) => createToken(api.db, api.teamId, { name, ability: 'write' });
  const suspended = await createTeam(api.db, { name: 'Suspended' });
  await setTeamStatus(api.db, suspended.id, 'suspended');
  Object.assign(tokens, {
    ...{ 'no token': null, bad: 'tidings_unknown', revoked: await token('Revoked'), 'suspended team': suspended.token },
    ...{ read: api.readToken, write: await token('Writer'), 'other team': api.otherToken },
  });
  await revokeToken(api.db, tokens.revoked as string);
});
afterAll(async () => {
  await api.close();
});

/** Holds one row of the matrix against what is expected; gives the cells that are wrong. */
async function wrongCells(
  operations: { name: string; writes: boolean; ask: (caller: Caller) => Promise<Outcome> }[],
  callers: readonly Caller[] = CALLERS,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, writes, ask } of operations) {
    for (const caller of callers) {
      const outcome = await ask(caller);
      cells += 1;
      if (outcome !== expected(caller, writes)) wrong.push(`${name} × ${caller}: ${outcome}`);
    }
  }
  return wrong;
}

test('REST', async () => {
  const rows = OPERATIONS.map(({ method, path, unknown }) => ({
    name: `${method} ${path}`,
    writes: method !== 'GET',
    ask: (caller: Caller) => byRest(api, tokens[caller], method, unknown),
  }));
  expect(await wrongCells(rows)).toEqual([]);
});

test('GraphQL', async () => {
  const rows = GRAPHQL.map((row) => ({ ...row, ask: (caller: Caller) => byPost(api, tokens[caller], row.operation) }));
  expect(await wrongCells(rows)).toEqual([]);
});

test('GraphQL over SSE', async () => {
  const ask = (operation: string) => (caller: Caller) => bySse(address, tokens[caller], operation);
  expect(await wrongCells(GRAPHQL.map((row) => ({ ...row, ask: ask(row.operation) })))).toEqual([]);
  const streams = SUBSCRIPTIONS.map((row) => ({ ...row, ask: ask(row.operation) }));
  expect(await wrongCells(streams, ['no token', 'bad', 'revoked', 'suspended team'])).toEqual([]);
});

test('GraphQL over WebSocket', async () => {
  const sockets = new Map(CALLERS.map((caller) => [caller, openSocket(address, tokens[caller])]));
  const ask = (operation: string) => (caller: Caller) => byWebSocket(sockets.get(caller)!, operation);
  expect(await wrongCells(GRAPHQL.map((row) => ({ ...row, ask: ask(row.operation) })))).toEqual([]);
  const streams = SUBSCRIPTIONS.map((row) => ({ ...row, ask: ask(row.operation) }));
  expect(await wrongCells(streams, ['no token', 'bad', 'revoked', 'suspended team'])).toEqual([]);
  for (const socket of sockets.values()) await socket.dispose();
});

test('every cell was looked at', () => {
  const all = OPERATIONS.length * 7 + GRAPHQL.length * 7 * 3 + SUBSCRIPTIONS.length * 4 * 2;
  expect(cells).toBe(all);
  console.info(`access matrix: ${cells} cells, 0 wrong`);
});
