import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { importCsv, statusesOn } from '../../support/csv.ts';

/** A shop's orders name their buyers again and again, and not always with the same answer. */
let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.suppression.deleteMany();
  list = await makeList(api);
});

const HEADER = 'Name,Email,Accepts Marketing\n';
const others = (count: number) => Array.from({ length: count }, (_, index) => `#2,p${index}@x.test,yes\n`).join('');
const OPTIONS: Record<string, string>[] = [
  {},
  { resubscribe: 'true', confirmed: 'true' },
  { import_unsubscribed: 'true', resubscribe: 'true' },
];

test.each(OPTIONS.flatMap((query) => [true, false].map((yesFirst) => ({ query, yesFirst }))))(
  'a person with a yes and a no in one file is not subscribed: $query, yes first: $yesFirst',
  async ({ query, yesFirst }) => {
    const rows = ['#1,ann@x.test,yes\n', '#9, ANN@x.test,no\n'];
    const [first, last] = yesFirst ? rows : rows.toReversed();
    for (const between of [0, 2_500]) {
      list = await makeList(api);
      const { failed, skipped } = await importCsv(api, list, HEADER + first + others(between) + last, { query });
      const statuses = await statusesOn(api, list);
      expect([statuses['ann@x.test'] ?? 'unsubscribed', Object.keys(statuses).length - between]).toEqual([
        'unsubscribed',
        yesFirst || 'import_unsubscribed' in query ? 1 : 0,
      ]);
      expect(skipped).toBe(failed);
    }
  },
);

test('a no keeps an earlier subscription, unless import_unsubscribed is true', async () => {
  await subscribe(api, list, [{ email: 'ann@x.test' }]);
  const file = `${HEADER}#1,ann@x.test,yes\n#9,ann@x.test,no\n`;
  expect(await importCsv(api, list, file)).toMatchObject({ updated: 1, skipped: 1 });
  expect(await statusesOn(api, list)).toEqual({ 'ann@x.test': 'subscribed' });
  await importCsv(api, list, file, { query: { import_unsubscribed: 'true' } });
  expect(await statusesOn(api, list)).toEqual({ 'ann@x.test': 'unsubscribed' });
});
