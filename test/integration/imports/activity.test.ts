import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { importCsv } from '../../support/csv.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());

test('activity shows the import that added a person, and the import that changed them', async () => {
  const list = await makeList(api);
  const [known] = (await subscribe(api, list, [{ email: 'known@people.test' }])).data as { id: string }[];
  const imported = await importCsv(api, list, 'email,tags\nknown@people.test,vip\nnew@people.test,vip\n', {
    query: { file_name: 'move.csv' },
  });
  const { body } = await api.rest('GET', '/subscribers?email=new@people.test');
  const changesOf = async (id: string) => {
    const entries = (await api.rest('GET', `/subscribers/${id}/activity`)).body.data as { change: object }[];
    return entries.map(({ change }) => change);
  };
  expect(await changesOf(body.data[0].id)).toMatchObject([{ type: 'subscribed', import: imported.id }]);
  expect(await changesOf(known!.id)).toMatchObject([
    { type: 'tagged', tags: ['vip'], import: imported.id },
    { type: 'subscribed', import: null },
  ]);
  await api.rest('POST', `/subscribers/${known!.id}/unsubscribe`);
  expect(await changesOf(known!.id)).toMatchObject([{ type: 'unsubscribed', import: null }, {}, {}]);
  const query =
    '{ person(email: "new@people.test") { activity { nodes { ... on SubscriberChange { import { id fileName } } } } } }';
  const { person } = await ask(api, query);
  expect(person.activity.nodes).toEqual([{ import: { id: imported.id, fileName: 'move.csv' } }]);
});
