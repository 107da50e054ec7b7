import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LinkPurpose, Links } from '../../../src/crypto/links.ts';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { linkOf, readAllRows, visit } from '../../support/pages.ts';

const PURPOSES: LinkPurpose[] = ['confirm', 'unsubscribe', 'preferences'];
const METHODS = ['GET', 'POST', 'HEAD', 'POST'] as const;

let api: TestApp;
let subscribers: string[];
beforeAll(async () => {
  api = await openTestApp();
  const list = await makeList(api, { requires_confirmation: true });
  const { data } = await subscribe(api, list, rowsOf(8));
  subscribers = data.map(({ id }: { id: string }) => id);
});
afterAll(() => api.close());

const tokenOf = (url: string) => url.split('/').at(-1)!;
const token = (purpose: LinkPurpose, id: string) => tokenOf(linkOf(api, purpose, id));

/** Everything that somebody with a true link could try to make of it, without the secret. */
function* forgeries(purpose: LinkPurpose, id: string, otherId: string): Generator<string> {
  const mine = token(purpose, id);
  const bytes = Buffer.from(mine, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    yield flipped.toString('base64url');
  }
  for (let length = 0; length < mine.length; length += 1) yield mine.slice(0, length);
  for (const [at, character] of [...mine].entries()) {
    const other = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
    if (other !== character) yield mine.slice(0, at) + other + mine.slice(at + 1);
    yield `${mine.slice(0, at)}${encodeURIComponent('е')}${mine.slice(at + 1)}`;
  }
  yield* [mine.toLowerCase(), mine.toUpperCase(), `${mine}A`, `${mine}=`, `${mine}/`, `/${mine}`, `${mine}%20`];
  yield* [
    `${mine}%00`,
    `${mine}%ff`,
    `%E2%80%8B${mine}`,
    [...mine].reverse().join(''),
    `${mine}${mine}`,
    'A'.repeat(48),
  ];
  yield* [id, otherId, '..%2F..%2Fetc%2Fpasswd', `${'x'.repeat(600)}`];
  for (const other of PURPOSES) if (other !== purpose) yield token(other, id);
  // Halves of two true links put together: the one's signature over the other's subject.
  const theirs = Buffer.from(token(purpose, otherId), 'base64url');
  for (const cut of [4, 8, 16, 20, 24, 32]) {
    yield Buffer.concat([bytes.subarray(0, cut), theirs.subarray(cut)]).toString('base64url');
  }
  const guessed = new Links('a secret that somebody else made up', 'http://x.test');
  yield tokenOf(guessed.url(purpose, { teamId: api.teamId, id }));
}

test('ten thousand forged links are unknown, change nothing, and never reach the database', async () => {
  const before = await readAllRows(api);
  const wrong: string[] = [];
  let count = 0;
  const statements = await api.statements(async () => {
    for (const [index, id] of subscribers.entries()) {
      for (const purpose of PURPOSES) {
        for (const forged of forgeries(purpose, id, subscribers[(index + 1) % subscribers.length]!)) {
          const method = METHODS[count++ % METHODS.length]!;
          const body = method === 'POST' ? 'List-Unsubscribe=One-Click&do=leave-all' : undefined;
          const { status } = await visit(api, method, `/${purpose}/${forged}`, body);
          if (status !== 404) wrong.push(`${method} /${purpose}/${forged}: ${status}`);
        }
      }
    }
  });
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(10_000);
  expect(statements).toEqual([]);
  expect(await readAllRows(api)).toBe(before);
  console.info(`forged links: ${count}, all of them 404`);
});

test("a valid link for another team's or a deleted subscriber is unknown", async () => {
  const other = await api.db.team.findFirstOrThrow({ where: { name: 'Other team' } });
  const before = await readAllRows(api);
  for (const purpose of PURPOSES) {
    for (const subject of [
      { teamId: other.id, id: subscribers[0]! },
      { teamId: api.teamId, id: newId() },
      { teamId: 2 ** 31 - 1, id: subscribers[0]! },
    ]) {
      const url = api.installation.links.url(purpose, subject);
      expect((await visit(api, 'GET', url)).status).toBe(404);
      expect((await visit(api, 'POST', url, 'do=leave-all')).status).toBe(404);
    }
  }
  expect(await readAllRows(api)).toBe(before);
});
