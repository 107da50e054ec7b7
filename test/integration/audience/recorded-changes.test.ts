import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { linkOf, visit } from '../../support/pages.ts';
import { statement } from '../../support/statement.ts';
import { makeWebhook } from '../../support/webhooks.ts';

// Functions of the database write subscribers and record the changes. On one machine, triggers would record them too.
describe.each([
  ['on one machine', false],
  ['on several machines', true],
])('%s', (_, withoutTriggers) => {
  let api: TestApp;
  let list: string;
  beforeAll(async () => {
    api = await openTestApp({}, { withoutTriggers });
    await makeWebhook(api, { kinds: ['*'] });
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    await statement(api.databaseUrl, 'delete from webhook_notifications; delete from subscriber_changes');
    list = await makeList(api);
  });

  /** The notifications so far, in order: the kind without `subscriber.`, and how many subscribers. */
  const told = async (): Promise<string[]> => {
    const rows = await statement(
      api.databaseUrl,
      `select replace(kind, 'subscriber.', '') || ' ' || jsonb_array_length(facts) as told from webhook_notifications
       where kind like 'subscriber.%' order by filed_at`,
    );
    return rows.map((row) => String(row.told));
  };

  const recorded = async (): Promise<string[]> =>
    (await statement(api.databaseUrl, 'select kind::text from subscriber_changes order by id')).map(({ kind }) =>
      String(kind),
    );

  test('each change of a person is told and recorded once', async () => {
    const email = 'once@people.test';
    await subscribe(api, list, [{ email, tags: ['one'] }]);
    const { id } = await readSubscriber(api, list, email);
    await api.rest('PATCH', `/subscribers/${id}`, { first_name: 'Ann' });
    await api.rest('POST', `/subscribers/${id}/tags`, { tags: ['two'] });
    await api.rest('POST', `/subscribers/${id}/unsubscribe`);
    await subscribe(api, list, [{ email, resubscribe: true }]);
    expect(await told()).toEqual(['subscribed 1', 'updated 1', 'updated 1', 'unsubscribed 1', 'subscribed 1']);
    expect(await recorded()).toEqual(['tagged', 'unsubscribed', 'resubscribed']);
  });

  test.each(['unsubscribed', 'bounced'])('the return of a person who had %s is recorded as one', async (status) => {
    const email = `${status}@people.test`;
    await subscribe(api, list, [{ email }]);
    await statement(
      api.databaseUrl,
      `update subscribers set status = '${status}' where list_id = '${list}'; delete from subscriber_changes`,
    );
    await subscribe(api, list, [{ email, resubscribe: true }]);
    expect(await recorded()).toEqual(['resubscribed']);
  });

  test('a change without a difference is neither told nor recorded', async () => {
    const row = { email: 'same@people.test', first_name: 'Ann', tags: ['one'], attributes: { city: 'Oslo' } };
    await subscribe(api, list, [row]);
    const { id } = await readSubscriber(api, list, row.email);
    await subscribe(api, list, [row]);
    await api.rest('PATCH', `/subscribers/${id}`, { first_name: 'Ann', tags: ['one'], attributes: { city: 'Oslo' } });
    await api.rest('DELETE', `/subscribers/${id}/tags`, { tags: ['two'] });
    expect(await told()).toEqual(['subscribed 1']);
    expect(await recorded()).toEqual([]);
  });

  test('a batch of new and known people tells of both', async () => {
    const known = rowsOf(3, `known${withoutTriggers}`);
    await subscribe(api, list, known);
    await subscribe(api, list, [...known.map((row) => ({ ...row, tags: ['vip'] })), ...rowsOf(40, 'new')]);
    expect((await told()).sort()).toEqual(['subscribed 3', 'subscribed 40', 'updated 3']);
    expect(await recorded()).toEqual(['tagged', 'tagged', 'tagged']);
  });

  test('the language that a person chooses is told', async () => {
    const { data } = await subscribe(api, list, [{ email: 'language@people.test' }]);
    const [{ id }] = data;
    await visit(api, 'POST', linkOf(api, 'preferences', id), `do=save&list=${list}&language=de`);
    await visit(api, 'POST', linkOf(api, 'preferences', id), `do=save&list=${list}&language=de`);
    expect(await told()).toEqual(['subscribed 1', 'updated 1']);
  });

  test('a webhook for a list hears of this list only', async () => {
    await statement(api.databaseUrl, `update webhooks set list_id = '${list}'`);
    await subscribe(api, await makeList(api), [{ email: 'elsewhere@people.test' }]);
    expect(await told()).toEqual([]);
    const { data } = await subscribe(api, list, [{ email: 'here@people.test' }]);
    await api.rest('PATCH', `/subscribers/${data[0].id}`, { last_name: 'Lee' });
    expect(await told()).toEqual(['subscribed 1', 'updated 1']);
    await statement(api.databaseUrl, 'update webhooks set list_id = null');
  });
});

test.skipIf(process.env.CITUS_URL)('statements of processes of the previous version are still recorded', async () => {
  const api = await openTestApp();
  try {
    const list = await makeList(api);
    await makeWebhook(api, { kinds: ['*'] });
    const { data } = await subscribe(api, list, [{ email: 'before@people.test' }]);
    await statement(
      api.databaseUrl,
      `update subscribers set status = 'unsubscribed', unsubscribed_at = now() where id = '${data[0].id}'`,
    );
    const rows = await statement(
      api.databaseUrl,
      `select kind::text from subscriber_changes union all select kind from webhook_notifications order by 1`,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['subscriber.subscribed', 'subscriber.unsubscribed', 'unsubscribed']);
  } finally {
    await api.close();
  }
});
