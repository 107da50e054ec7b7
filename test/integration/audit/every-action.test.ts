import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken, hashOf } from '../../../src/domain/platform/tokens.ts';
import type { Role } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { type Caller, CONFIDENTIAL, type ExpectedEntry, performActions } from '../../support/audited-actions.ts';
import { signIn } from '../../support/members.ts';
import { statement } from '../../support/statement.ts';

let api: TestApp;
let callers: Caller[];
let expected: ExpectedEntry[];
beforeAll(async () => {
  api = await openTestApp({ trustedProxies: ['127.0.0.1'] });
  callers = [
    await memberNamed('Ada', 'owner', '203.0.113.1'),
    await memberNamed('Ben', 'editor', '203.0.113.2'),
    await memberNamed('Cleo', 'viewer', '203.0.113.3'),
    await tokenNamed('Shop', '203.0.113.4'),
  ];
  expected = await performActions(api, callers);
});
afterAll(() => api.close());

/** A signed-in member, in a browser that shows a page of the installation. */
async function memberNamed(name: string, role: Role, address: string): Promise<Caller> {
  const email = `${name.toLowerCase()}@staff.test`;
  const { memberId, options } = await signIn(api, role, email);
  await api.db.user.update({ where: { email }, data: { name } });
  return { actor: { kind: 'member', id: memberId, name }, role, address, headers: options.headers };
}

async function tokenNamed(name: string, address: string): Promise<Caller> {
  const token = await createToken(api.db, api.teamId, { name, ability: 'write' });
  const { id } = await api.db.apiToken.findFirstOrThrow({ where: { hash: hashOf(token) } });
  return { actor: { kind: 'token', id, name }, role: null, address, headers: { authorization: `Bearer ${token}` } };
}

interface Row extends ExpectedEntry {
  id: string;
  finished: boolean;
  created_at: string;
}

/** The whole log of the callers, oldest first. */
async function readLog(): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { body } = await api.rest('GET', `/audit-log?per_page=100&page=${page}`);
    rows.push(...body.data);
    if (!body.links.next) break;
  }
  const ours = new Set(callers.map(({ actor }) => actor.id));
  return rows.filter(({ actor }) => ours.has(actor.id)).reverse();
}

test('sixty different actions of three members and a token are each recorded once, in order and complete', async () => {
  expect(new Set(expected.map(({ action }) => action)).size).toBeGreaterThanOrEqual(60);
  const log = await readLog();
  const seen = log.map(({ id: _, finished: __, created_at: ___, fields, ...row }) => ({
    ...row,
    fields: [...fields].sort(),
  }));
  expect(seen).toEqual(expected);
  expect(log.filter(({ finished }) => !finished)).toEqual([]);
});

test('the log and its export contain no secret, content or person', async () => {
  const rows = await statement(api.databaseUrl, 'select a::text as row from audit_log a');
  const { payload } = await api.app.inject({
    url: '/v1/audit-log/export',
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(payload.split('\r\n').length).toBeGreaterThan(expected.length);
  for (const text of [JSON.stringify(rows), payload, JSON.stringify(await readLog())]) {
    expect(text).not.toContain(CONFIDENTIAL);
    expect(text).not.toMatch(/tidings_|whsec_|@/);
  }
});

test('filters by caller and address find their actions', async () => {
  for (const { actor, address } of callers) {
    const { body } = await api.rest('GET', `/audit-log?actor=${actor.id}&per_page=100`);
    const own = expected.filter((one) => one.actor.id === actor.id);
    expect(own.length).toBeGreaterThan(2);
    expect(body.meta.total).toBe(own.length);
    expect(new Set(body.data.map((row: Row) => row.address))).toEqual(new Set([address]));
  }
});
