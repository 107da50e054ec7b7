import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { make, makeAutomation, putRuns } from '../../support/automations.ts';
import { TEMPLATE } from '../../support/campaigns.ts';
import { sseClient } from '../../support/sse.ts';

const PEOPLE = 50;

let api: TestApp;
let id: string;
let runs: string[];
beforeAll(async () => {
  api = await openTestApp();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  await api.rest('POST', '/templates', TEMPLATE);
  const list = await makeList(api);
  id = await makeAutomation(api, { list });
  await make(api, id, 'activate');
  runs = await putRuns(api, list, id, 'hour', PEOPLE);
});
afterAll(() => api.close());

interface Shown {
  status: string;
  counts: { active: number; exited: number };
  stepCounts: { step: string; waiting: number }[];
}

/** Follows the automation to the end of the stream; `seen` runs at each thing that it shows. */
async function follow(token: string, seen: (shown: Shown, number: number) => unknown = () => {}) {
  const { port } = api.app.server.address() as { port: number };
  const { client } = sseClient(`http://127.0.0.1:${port}/graphql`, token);
  const query = `subscription ($id: ID!) { automationProgressed(id: $id) {
    status counts { active exited } stepCounts { step waiting } } }`;
  const all: Shown[] = [];
  for await (const { data, errors } of client.iterate({ query, variables: { id } })) {
    if (errors) return { all, errors };
    const shown = data?.automationProgressed as Shown;
    all.push(shown);
    await seen(shown, all.length);
  }
  return { all };
}

test('streams how people go through, many changes as one, and ends when the automation is deleted', async () => {
  const { all } = await follow(api.readToken, async ({ status, counts }, number) => {
    if (number === 1) for (const run of runs) await api.rest('POST', `/automation-runs/${run}/exit`);
    if (counts.active === 0 && status === 'active'.toUpperCase()) await make(api, id, 'archive');
    if (status === 'ARCHIVED') await api.rest('DELETE', `/automations/${id}`);
  });
  expect(all[0]).toEqual({
    ...{ status: 'ACTIVE', counts: { active: PEOPLE, exited: 0 } },
    stepCounts: [{ step: 'hour', waiting: PEOPLE }],
  });
  expect(all.at(-1)).toEqual({
    ...{ status: 'ARCHIVED', counts: { active: 0, exited: PEOPLE } },
    stepCounts: [{ step: 'hour', waiting: 0 }],
  });
  expect(all.length).toBeLessThan(PEOPLE);
});

test('of another team, or none, there is nothing to follow', async () => {
  const { all, errors } = await follow(api.otherToken);
  expect([all, errors?.[0]?.extensions?.code]).toEqual([[], 'NOT_FOUND']);
});
