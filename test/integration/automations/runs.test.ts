import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { changeStatus, insertRuns, makeAutomation, readAutomation } from '../../support/automations.ts';
import { TEMPLATE } from '../../support/campaigns.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
});
afterAll(() => api.close());

async function active(input: object = {}) {
  const id = await makeAutomation(api, { list, ...input });
  await changeStatus(api, id, 'activate');
  return id;
}

const figuresOf = async (automationId: string) =>
  Object.fromEntries(
    (
      await api.db.automationCount.groupBy({
        by: ['step', 'what', 'detail'],
        where: { automationId },
        _sum: { count: true },
      })
    ).map(({ step, what, detail, _sum }) => [[step, what, detail].filter(Boolean).join(' '), Number(_sum.count)]),
  );

test('runs page newest first, by state, by address and by step', async () => {
  const id = await active();
  const runs = await insertRuns(api, list, id, 'hour', 3);
  const idsOf = async (query: string) =>
    (await api.rest('GET', `/automations/${id}/runs?${query}`)).body.data.map((run: { id: string }) => run.id);
  expect(await idsOf('')).toEqual(runs.toReversed());
  expect(await idsOf('per_page=1&page=2')).toEqual([runs[1]]);
  expect(await idsOf('email=P1@people.test')).toEqual([runs[1]]);
  expect(await idsOf('step=hour&state=active')).toEqual(runs.toReversed());
  expect(await idsOf('step=mail')).toEqual([]);
  expect(await idsOf('state=completed')).toEqual([]);
  const { status, body } = await api.rest('GET', `/automations/${id}/runs?state=x&email=y`);
  expect([status, Object.keys(body.errors)]).toEqual([422, ['state', 'email']]);
});

test('a run is shown with its steps, the same through GraphQL', async () => {
  const id = await active();
  const [run] = await insertRuns(api, list, id, 'mail');
  const step = { teamId: api.teamId, runId: run as string, step: 'hour', number: 0, type: 'wait', outcome: 'done' };
  await api.db.automationRunStep.create({ data: { ...step, at: new Date('2026-01-31T12:00:00Z') } });
  const { body } = await api.rest('GET', `/automation-runs/${run}`);
  expect(body.data).toEqual({
    ...{
      id: run,
      automation: id,
      version: 1,
      email: 'p0@people.test',
      state: 'active',
      exit_reason: null,
      step: 'mail',
    },
    ...{ entered_at: expect.any(String), wait_until: expect.any(String), failing_since: null, last_error: null },
    event: { name: 'cart.abandoned', properties: { items: ['boots'] } },
    ...{ started_at: expect.any(String), ended_at: null },
    steps: [
      {
        ...{ step: 'hour', type: 'wait', outcome: 'done', branch: null, reason: null },
        ...{ at: '2026-01-31T12:00:00.000Z', message: null, mail: null },
      },
    ],
  });
  const query = `query ($id: ID!, $email: EmailAddress!) {
    automationRun(id: $id) { state step person { email } automation { name } steps { step } }
    person(email: $email) { automationRuns { nodes { id } } } }`;
  const { data } = (await api.graphql(query, { id: run, email: 'p0@people.test' })).body;
  expect(data.automationRun).toEqual({
    ...{ state: 'ACTIVE', step: 'mail', person: { email: 'p0@people.test' }, automation: { name: 'Cart' } },
    steps: [{ step: 'hour' }],
  });
  expect(data.person.automationRuns.nodes).toContainEqual({ id: run });
  expect((await api.rest('GET', `/automation-runs/${UNKNOWN_ID}`)).status).toBe(404);
  expect((await api.rest('GET', `/automation-runs/${run}`, undefined, { token: api.otherToken })).status).toBe(404);
});

test('a run ended manually by many simultaneous calls ends and counts once', async () => {
  const id = await active();
  const [run] = await insertRuns(api, list, id, 'hour', 2);
  const answers = await Promise.all(Array.from({ length: 5 }, () => api.rest('POST', `/automation-runs/${run}/exit`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 200)?.body.data).toMatchObject({
    ...{ state: 'exited', exit_reason: 'exit', step: 'hour', wait_until: null, ended_at: expect.any(String) },
  });
  expect((await readAutomation(api, id)).counts).toEqual({ active: 1, completed: 0, exited: 1, failed: 0 });
  expect(await figuresOf(id)).toEqual({ entered: 2, 'hour entered': 2, 'exited exit': 1, 'hour left': 1 });
  const query = 'query ($id: ID!) { automation(id: $id) { stepCounts { step entered waiting done skipped failed } } }';
  expect((await api.graphql(query, { id })).body.data.automation.stepCounts).toEqual([
    { step: 'hour', entered: 2, waiting: 1, done: 0, skipped: 0, failed: 0 },
  ]);
  const exit = await api.rest('POST', `/automation-runs/${run}/exit`, {}, { token: api.otherToken });
  expect(exit.status).toBe(404);
});

test('activating continues the runs that came due during the pause', async () => {
  const id = await active();
  const [run] = await insertRuns(api, list, id, 'hour');
  await changeStatus(api, id, 'pause');
  await api.db.automationRun.updateMany({ where: { id: run as string }, data: { parked: true } });
  await changeStatus(api, id, 'activate');
  expect(await api.db.automationRun.count({ where: { automationId: id, parked: false } })).toBe(1);
});

test('archiving ends the runs in progress and leaves ended ones', async () => {
  const id = await active();
  const [first] = await insertRuns(api, list, id, 'hour', 3);
  await api.rest('POST', `/automation-runs/${first}/exit`);
  await changeStatus(api, id, 'archive');
  const { data } = (await api.rest('GET', `/automations/${id}/runs`)).body;
  expect(data.map((run: { exit_reason: string }) => run.exit_reason)).toEqual(['archived', 'archived', 'exit']);
  expect((await readAutomation(api, id)).counts).toEqual({ active: 0, completed: 0, exited: 3, failed: 0 });
  expect(await figuresOf(id)).toMatchObject({ 'exited archived': 2, 'exited exit': 1, 'hour left': 3 });
});

/** Too many to go at once: the same people, each with any number of runs. */
async function crowd(automationId: string, count: number): Promise<void> {
  const [run] = await insertRuns(api, list, automationId, 'hour');
  await api.db.$executeRawUnsafe(
    `insert into automation_runs (team_id, id, automation_id, version, person_key, again, step)
     select team_id, gen_random_uuid(), automation_id, version, person_key, 'always', step
     from automation_runs, generate_series(1, ${count}) where id = '${run}'`,
  );
  await api.db.automationCount.updateMany({ where: { automationId }, data: { count: count + 1 } });
}

test('an archived automation’s runs end in the background, and a deleted one’s disappear, though a process dies during the work', async () => {
  const [archived, deleted] = [await active(), await active()];
  for (const id of [archived, deleted]) await crowd(id, 11_000);
  await changeStatus(api, archived, 'archive');
  await changeStatus(api, deleted, 'pause');
  expect((await api.rest('DELETE', `/automations/${deleted}`)).status).toBe(204);
  expect((await api.rest('GET', `/automations/${deleted}`)).status).toBe(404);
  const left = (where: object) => api.db.automationRun.count({ where });
  expect(await left({ automationId: archived, state: 'active' })).toBe(6_001);
  expect(await left({ automationId: deleted })).toBe(6_001);
  const { data } = (
    await api.graphql(
      'query { person(email: "p0@people.test") { automationRuns(first: 100) { nodes { automationId } } } }',
    )
  ).body;
  expect(data.person.automationRuns.nodes).not.toContainEqual({ automationId: deleted });
  // The jobs are lost, as with a process that dies: the sweep finds what is left.
  await api.db.$executeRawUnsafe('delete from graphile_worker._private_jobs');
  await api.db.$executeRawUnsafe(
    `update automations set updated_at = now() - interval '1 minute' where deleted_at is not null`,
  );
  const jobs = startJobs(api.installation);
  await until(async () => (await left({ automationId: archived, state: 'active' })) === 0);
  await until(async () => (await api.db.automation.count({ where: { id: deleted } })) === 0);
  await jobs.stop();
  expect(await left({ automationId: deleted })).toBe(0);
  expect((await readAutomation(api, archived)).counts.exited).toBe(11_001);
});
