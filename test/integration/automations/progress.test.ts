import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAutomations } from '../../../src/jobs/start-automations.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { CART, changeStatus, insertRuns, makeAutomation } from '../../support/automations.ts';
import { TEMPLATE } from '../../support/campaigns.ts';
import { sseClient } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

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
  await changeStatus(api, id, 'activate');
  runs = await insertRuns(api, list, id, 'hour', PEOPLE);
});
afterAll(() => api.close());

interface Shown {
  status: string;
  counts: { active: number; completed: number; exited: number };
  stepCounts: { step: string; waiting: number; done: number }[];
}

/** Follows an automation to the end of the stream; `seen` runs at each thing that it shows. */
async function follow(token: string, seen: (shown: Shown, number: number) => unknown = () => {}, automation = id) {
  const { port } = api.app.server.address() as { port: number };
  const { client } = sseClient(`http://127.0.0.1:${port}/graphql`, token);
  const query = `subscription ($id: ID!) { automationProgressed(id: $id) {
    status counts { active completed exited } stepCounts { step waiting done } } }`;
  const all: Shown[] = [];
  for await (const { data, errors } of client.iterate({ query, variables: { id: automation } })) {
    if (errors) return { all, errors };
    const shown = data?.automationProgressed as Shown;
    all.push(shown);
    await seen(shown, all.length);
  }
  return { all };
}

/** A function that does each thing once, though the same state may be shown twice. */
function onceEach() {
  const done = new Set<string>();
  return async (what: string, act: () => Promise<unknown>) => {
    if (done.has(what)) return;
    done.add(what);
    await act();
  };
}

test('automationProgressed streams the progress of people, many changes as one, and ends when the automation is deleted', async () => {
  const once = onceEach();
  const { all } = await follow(api.readToken, async ({ status, counts }, number) => {
    if (number === 1) await Promise.all(runs.map((run) => api.rest('POST', `/automation-runs/${run}/exit`)));
    if (counts.active === 0) await once('archive', () => changeStatus(api, id, 'archive'));
    if (status === 'ARCHIVED') await once('delete', () => api.rest('DELETE', `/automations/${id}`));
  });
  expect(all[0]).toEqual({
    ...{ status: 'ACTIVE', counts: { active: PEOPLE, completed: 0, exited: 0 } },
    stepCounts: [{ step: 'hour', waiting: PEOPLE, done: 0 }],
  });
  expect(all.at(-1)).toEqual({
    ...{ status: 'ARCHIVED', counts: { active: 0, completed: 0, exited: PEOPLE } },
    stepCounts: [{ step: 'hour', waiting: 0, done: 0 }],
  });
  expect(all.length).toBeLessThan(PEOPLE);
});

test('automationProgressed streams the work of workers: people who enter, wait and complete', async () => {
  const steps = [
    { id: 'tag', type: 'add_tags', tags: ['seen'] },
    { id: 'answer', type: 'wait_for', event: { name: 'answered' }, timeout: 'P1D' },
  ];
  const moved = await makeAutomation(api, { trigger: { type: 'event', name: 'arrived' }, steps });
  await changeStatus(api, moved, 'activate');
  const people = Array.from({ length: PEOPLE }, (_, index) => `p${index}@people.test`);
  const record = (name: string) => api.rest('POST', '/events', { events: people.map((email) => ({ email, name })) });
  const stopWorkers = [1, 2].map(() => startAutomations(api.installation.connection.db, api.installation.log));
  const once = onceEach();
  try {
    const { all } = await follow(
      api.readToken,
      async ({ counts, status, stepCounts }, number) => {
        if (number === 1) await once('arrive', () => record('arrived'));
        const answering = stepCounts.find(({ step }) => step === 'answer');
        if (counts.active === PEOPLE && answering?.waiting === PEOPLE) await once('answer', () => record('answered'));
        if (counts.completed === PEOPLE) await once('archive', () => changeStatus(api, moved, 'archive'));
        if (status === 'ARCHIVED') await once('delete', () => api.rest('DELETE', `/automations/${moved}`));
      },
      moved,
    );
    expect(all[0]).toEqual({ status: 'ACTIVE', counts: { active: 0, completed: 0, exited: 0 }, stepCounts: [] });
    expect(all).toContainEqual({
      ...{ status: 'ACTIVE', counts: { active: PEOPLE, completed: 0, exited: 0 } },
      stepCounts: expect.arrayContaining([
        { step: 'tag', waiting: 0, done: PEOPLE },
        { step: 'answer', waiting: PEOPLE, done: 0 },
      ]),
    });
    expect(all.at(-1)).toEqual({
      ...{ status: 'ARCHIVED', counts: { active: 0, completed: PEOPLE, exited: 0 } },
      stepCounts: expect.arrayContaining([{ step: 'answer', waiting: 0, done: PEOPLE }]),
    });
    const reached = all.map(({ counts }) => counts.completed);
    expect(reached, 'nobody goes back').toEqual(reached.toSorted((a, b) => a - b));
  } finally {
    for (const stop of stopWorkers) await stop();
  }
});

test('a missing automation, or one of another team, has no stream', async () => {
  const { all, errors } = await follow(api.otherToken);
  expect([all, errors?.[0]?.extensions?.code]).toEqual([[], 'NOT_FOUND']);
});

test('streams each created or changed automation of the team, and none of another team', async () => {
  const other = await openTeam(api);
  await other.rest('POST', '/templates', TEMPLATE);
  const { port } = api.app.server.address() as { port: number };
  const { client } = sseClient(`http://127.0.0.1:${port}/graphql`, api.readToken);
  const stream = client.iterate({ query: 'subscription { automationChanged { name status } }' });
  const updates: string[] = [];
  const begun = until(async () => {
    await makeAutomation(api, { name: 'Begun' }); // the server sends no changes before the stream is open
    return updates.length > 0;
  });
  for await (const { data } of stream) {
    const { name, status } = data!.automationChanged as { name: string; status: string };
    updates.push(`${name} ${status}`);
    if (updates.length === 1) {
      await begun;
      await other.rest('POST', '/automations', { ...CART, name: 'Theirs' });
      await changeStatus(api, await makeAutomation(api, { name: 'Ours' }), 'activate');
    }
    if (`${name} ${status}` === 'Ours ACTIVE') break;
  }
  expect(updates.filter((one) => !one.startsWith('Begun')).at(-1)).toBe('Ours ACTIVE');
  expect(updates.filter((one) => one.startsWith('Theirs'))).toEqual([]);
});
