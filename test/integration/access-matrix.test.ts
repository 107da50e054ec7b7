import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTeam, setTeamStatus } from '../../src/domain/platform/teams.ts';
import { createToken, revokeToken } from '../../src/domain/platform/tokens.ts';
import {
  byPost,
  byRest,
  bySse,
  byWebSocket,
  type Credentials,
  type Outcome,
  openSocket,
} from '../support/api-interfaces.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { crossSite, signIn } from '../support/members.ts';
import {
  FOR_MEMBERS,
  FOR_OWNERS,
  FOR_OWNERS_AND_TOKENS,
  OF_TOKEN_SCOPES,
  OPERATIONS,
  rootFields,
} from '../support/operations.ts';

/** Checks every operation of every interface for every kind of caller, against reads, writes and five lists. */
const REFUSED = ['no token', 'bad', 'revoked', 'removed member', 'owner from elsewhere', 'suspended team'] as const;
const LET_IN = ['read', 'write', 'other team', 'events:write', 'mails:send', 'owner', 'editor', 'viewer'] as const;
const CALLERS = [...REFUSED, ...LET_IN];
type Caller = (typeof CALLERS)[number];

const isMember = (caller: Caller) => caller === 'owner' || caller === 'editor' || caller === 'viewer';

function isAllowed(caller: (typeof LET_IN)[number], name: string, writes: boolean): boolean {
  if (FOR_OWNERS.has(name)) return caller === 'owner';
  if (FOR_MEMBERS.has(name)) return isMember(caller);
  if (FOR_OWNERS_AND_TOKENS.has(name) && isMember(caller)) return caller === 'owner';
  if (caller === 'events:write' || caller === 'mails:send') return OF_TOKEN_SCOPES[caller].has(name);
  return !writes || (caller !== 'read' && caller !== 'viewer');
}

function expected(caller: Caller, name: string, writes: boolean): Outcome {
  if (caller === 'suspended team') return 'FORBIDDEN';
  const letIn = LET_IN.find((one) => one === caller);
  if (!letIn) return 'UNAUTHENTICATED';
  return isAllowed(letIn, name, writes) ? 'through' : 'FORBIDDEN';
}

const GRAPHQL = [
  ...rootFields('query').map((field) => ({ ...field, writes: false })),
  ...rootFields('mutation').map((field) => ({ ...field, writes: true })),
];
/** Admitted streams do not end by themselves, so separate tests read from them. */
const SUBSCRIPTIONS = rootFields('subscription').map((field) => ({ ...field, writes: false }));

const NO_STREAMS = [...REFUSED, 'events:write', 'mails:send'] as const;

let api: TestApp;
let address: string;
const credentials = {} as Record<Caller, Credentials>;
let cells = 0;

beforeAll(async () => {
  api = await openTestApp();
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const token = (name: string) => createToken(api.db, api.teamId, { name, ability: 'write' });
  const suspended = await createTeam(api.db, { name: 'Suspended' });
  await setTeamStatus(api.db, suspended.id, 'suspended');
  const narrowed = (tokenScope: string) =>
    createToken(api.db, api.teamId, { name: tokenScope, ability: 'write', scopes: [tokenScope] });
  const owner = await signIn(api, 'owner');
  const removed = await signIn(api, 'editor', 'removed@staff.test');
  await api.db.member.delete({ where: { teamId_id: { teamId: api.teamId, id: removed.memberId } } });
  Object.assign(credentials, {
    ...{ 'no token': null, bad: 'tidings_unknown', revoked: await token('Revoked'), 'suspended team': suspended.token },
    ...{ read: api.readToken, write: await token('Writer'), 'other team': api.otherToken },
    ...{ 'events:write': await narrowed('events:write'), 'mails:send': await narrowed('mails:send') },
    ...{ owner: owner.options, editor: (await signIn(api, 'editor')).options },
    ...{ viewer: (await signIn(api, 'viewer')).options, 'removed member': removed.options },
    'owner from elsewhere': { headers: crossSite(owner.cookie) },
  });
  await revokeToken(api.db, credentials.revoked as string);
});
afterAll(async () => {
  await api.close();
});

/** Compares one row of the matrix with the expectation; returns the wrong cells. */
async function wrongCells(
  operations: { name: string; writes: boolean; ask: (caller: Caller) => Promise<Outcome> }[],
  callers: readonly Caller[] = CALLERS,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, writes, ask } of operations) {
    for (const caller of callers) {
      const outcome = await ask(caller);
      cells += 1;
      if (outcome !== expected(caller, name, writes)) wrong.push(`${name} × ${caller}: ${outcome}`);
    }
  }
  return wrong;
}

test('REST', async () => {
  const rows = OPERATIONS.map(({ method, path, unknown }) => ({
    name: `${method} ${path}`,
    writes: method !== 'GET',
    ask: (caller: Caller) => byRest(api, credentials[caller], method, unknown),
  }));
  expect(await wrongCells(rows)).toEqual([]);
});

test('GraphQL', async () => {
  const rows = GRAPHQL.map((row) => ({
    ...row,
    ask: (caller: Caller) => byPost(api, credentials[caller], row.operation),
  }));
  expect(await wrongCells(rows)).toEqual([]);
});

test('GraphQL over SSE', async () => {
  const ask = (operation: string) => (caller: Caller) => bySse(address, credentials[caller], operation);
  expect(await wrongCells(GRAPHQL.map((row) => ({ ...row, ask: ask(row.operation) })))).toEqual([]);
  const streams = SUBSCRIPTIONS.map((row) => ({ ...row, ask: ask(row.operation) }));
  expect(await wrongCells(streams, NO_STREAMS)).toEqual([]);
});

test('GraphQL over WebSocket', async () => {
  const sockets = new Map(CALLERS.map((caller) => [caller, openSocket(address, credentials[caller])]));
  const ask = (operation: string) => (caller: Caller) => byWebSocket(sockets.get(caller)!, operation);
  expect(await wrongCells(GRAPHQL.map((row) => ({ ...row, ask: ask(row.operation) })))).toEqual([]);
  const streams = SUBSCRIPTIONS.map((row) => ({ ...row, ask: ask(row.operation) }));
  expect(await wrongCells(streams, NO_STREAMS)).toEqual([]);
  for (const socket of sockets.values()) await socket.dispose();
});

test('every cell is checked', () => {
  const all = CALLERS.length * (OPERATIONS.length + GRAPHQL.length * 3) + SUBSCRIPTIONS.length * NO_STREAMS.length * 2;
  expect(cells).toBe(all);
  console.info(`access matrix: ${cells} cells, 0 wrong`);
});
