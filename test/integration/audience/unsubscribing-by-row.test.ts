import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { kindsDeliveredTo, makeWebhook } from '../../support/webhooks.ts';

describe.each([
  ['one machine', false],
  ['several', true],
])('laid out as on %s', (_name, withoutTriggers) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await openTestApp({}, { withoutTriggers });
  });
  afterAll(() => api.close());

  const typesOf = async (id: string) =>
    (await api.rest('GET', `/subscribers/${id}/activity`)).body.data.map(
      ({ change }: { change: { type: string } }) => change.type,
    );

  test('unsubscribing with a row has the same effects as POST …/unsubscribe', async () => {
    const list = await makeList(api);
    const people = [{ email: 'ann@people.test' }, { email: 'bob@people.test' }];
    const [{ id: byRow }, { id: byCall }] = (await subscribe(api, list, people)).data;
    const hook = await makeWebhook(api);
    await subscribe(api, list, [{ email: 'ann@people.test', status: 'unsubscribed' }]);
    const afterRow = await kindsDeliveredTo(api, hook.id);
    await api.rest('POST', `/subscribers/${byCall}/unsubscribe`, { reason: 'too_often' });
    expect(afterRow).toContain('subscriber.unsubscribed');
    expect((await kindsDeliveredTo(api, hook.id)).slice(afterRow.length)).toEqual(afterRow);
    expect(await typesOf(byRow)).toEqual(await typesOf(byCall));
    expect((await api.rest('GET', `/lists/${list}/unsubscribe-reasons`)).body.data).toEqual({ too_often: 1 });
  });

  test('a person who bounced, then unsubscribed, then complained keeps the time of the unsubscribe', async () => {
    const list = await makeList(api);
    const unsubscribed_at = '2024-05-06T07:08:09.000Z';
    for (const row of [{ status: 'bounced' }, { unsubscribed_at }, { status: 'complained' }]) {
      await subscribe(api, list, [{ email: 'cleo@people.test', ...row }]);
    }
    expect(await readSubscriber(api, list, 'cleo@people.test')).toMatchObject({
      status: 'complained',
      unsubscribed_at,
    });
  });

  test('rows without a status cost no statement more than rows with one', async () => {
    const list = await makeList(api);
    const count = (rows: object[]) => api.statements(() => subscribe(api, list, rows)).then(({ length }) => length);
    await count(rowsOf(5, 'warm'));
    const plain = await count(rowsOf(5, 'plain'));
    expect(await count(rowsOf(5, 'ended').map((row) => ({ ...row, status: 'unsubscribed' })))).toBe(plain);
  });
});
