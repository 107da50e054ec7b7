import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openSocket } from '../../support/api-interfaces.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
let address: string;
beforeAll(async () => {
  api = await openTestApp();
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
let jobs: RunningJobs | undefined;
afterAll(async () => {
  await jobs?.stop();
  await api.close();
});

const COUNTS = 'subscribedCount statusCounts { total } segments { totalCount }';

test('each mutation of an operation sees the effects of earlier ones', async () => {
  const list = await makeList(api);
  const conditions = '{ operator: "and", rules: [{ type: "language", operator: "equals", value: "en" }] }';
  const {
    before: { list: before },
    after: { list: after },
  } = await ask(
    api,
    `mutation {
      before: updateList(input: { id: "${list}" }) { list { ${COUNTS} } }
      createSubscriber(input: { listId: "${list}", email: "ann@people.test" }) { isNew }
      createSegment(input: { listId: "${list}", name: "English", conditions: ${conditions} }) { segment { id } }
      after: updateList(input: { id: "${list}" }) { list { ${COUNTS} } }
    }`,
  );
  expect(before).toEqual({ subscribedCount: 0, statusCounts: { total: 0 }, segments: { totalCount: 0 } });
  expect(after).toEqual({ subscribedCount: 1, statusCounts: { total: 1 }, segments: { totalCount: 1 } });
});

test('each event of a subscription shows the current state of related objects', async () => {
  const list = await makeList(api);
  const { body } = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rowsOf(300) });
  const client = openSocket(address, api.token);
  const query = `subscription { importProgressed(id: "${body.data.id}") { status processed list { ${COUNTS} } } }`;
  const shown: unknown[] = [];
  for await (const { data } of client.iterate({ query })) {
    if (shown.length === 0) jobs = startJobs(api.installation);
    shown.push(data?.importProgressed);
  }
  expect(shown[0]).toMatchObject({ status: 'DRAFT', list: { subscribedCount: 0, statusCounts: { total: 0 } } });
  expect(shown.at(-1)).toMatchObject({
    status: 'COMPLETED',
    processed: 300,
    list: { subscribedCount: 300, statusCounts: { total: 300 } },
  });
  await client.dispose();
});
