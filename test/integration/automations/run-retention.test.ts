import { afterAll, beforeAll, expect, test } from 'vitest';
import { recountAutomation } from '../../../src/domain/automations/report/recount.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { removeOlder } from '../../support/kept.ts';
import { runAutomations } from '../../support/run-automations.ts';
import { statement } from '../../support/statement.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const sql = (text: string) => statement(api.databaseUrl, text);
const TAG = [{ id: 'tag', type: 'set_attribute', key: 'seen', value: 'yes' }];

async function active(input: object = {}): Promise<string> {
  const id = await makeAutomation(api, { trigger: { type: 'api' }, steps: [{ id: 'out', type: 'exit' }], ...input });
  await changeStatus(api, id, 'activate');
  return id;
}
const enter = (id: string, email: string) =>
  api.rest('POST', `/automations/${id}/enter`, { email, properties: { items: ['boots'] } });
const runsOf = async (id: string, email: string) => {
  const { data } = (
    await api.graphql(
      `query ($id: ID!, $email: EmailAddress) { automation(id: $id) { runs(email: $email) { nodes { id state step event steps { step } } } } }`,
      { id, email },
    )
  ).body;
  return data.automation.runs.nodes;
};
/** A run that ended the given number of days ago and began a day earlier. */
async function pass(id: string, email: string, days: number): Promise<string> {
  const { body } = await enter(id, email);
  await runAutomations(api);
  await sql(`update automation_runs set started_at = now() - interval '${days + 1} days', ended_at = now() - interval '${days} days'
    where id = '${body.data.id}' and ended_at is not null`);
  return body.data.id;
}
const clean = () => removeOlder(api, { runs: 730 });

test('runs are deleted after their time, and a person’s last run stays without its steps and its event', async () => {
  const id = await active({ entry: { again: 'always' } });
  for (const days of [900, 850, 800]) await pass(id, 'ann@people.test', days);
  const young = await pass(id, 'ann@people.test', 10);
  await pass(id, 'bob@people.test', 900);
  await clean();
  const ann = await runsOf(id, 'ann@people.test');
  expect(ann).toHaveLength(2);
  expect(ann[0]).toMatchObject({ id: young, steps: [{ step: 'out' }], event: { name: 'api' } });
  expect(ann[1]).toMatchObject({ state: 'EXITED', steps: [], event: null });
  expect(await runsOf(id, 'bob@people.test')).toMatchObject([{ state: 'EXITED', steps: [], event: null }]);
  // Then the young one grows old: it takes the place of the one that stayed.
  await sql(`update automation_runs set ended_at = now() - interval '731 days' where id = '${young}'`);
  await clean();
  expect(await runsOf(id, 'ann@people.test')).toMatchObject([{ id: young, steps: [], event: null }]);
});

test('no one enters a one-time automation twice, even if the rule is set later', async () => {
  const once = await active({ entry: { again: 'never' } });
  const later = await active({ entry: { again: 'always' } });
  for (const id of [once, later]) await pass(id, 'cem@people.test', 900);
  await pass(later, 'cem@people.test', 890);
  await clean();
  const { status } = await api.rest('PUT', `/automations/${later}`, { entry: { again: 'never' } });
  expect(status).toBe(200);
  for (const id of [once, later]) {
    expect((await enter(id, 'cem@people.test')).body).toEqual({ data: null, meta: { reason: 'again' } });
    expect((await enter(id, `new-${id}@people.test`)).status).toBe(201);
  }
});

test('a run in progress stays at any age', async () => {
  const id = await active({ steps: [{ id: 'wait', type: 'wait', for: 'P365D' }, ...TAG] });
  const { body } = await enter(id, 'dan@people.test');
  await runAutomations(api);
  await sql(`update automation_runs set started_at = now() - interval '3000 days' where id = '${body.data.id}'`);
  await clean();
  expect(await runsOf(id, 'dan@people.test')).toMatchObject([
    { state: 'ACTIVE', step: 'wait', event: { name: 'api' } },
  ]);
});

test('the entry rule that looks a year back still holds', async () => {
  const id = await active({ entry: { again: 'always', not_within: 'P365D' } });
  await pass(id, 'eve@people.test', 360);
  await removeOlder(api, { runs: 366 });
  expect((await enter(id, 'eve@people.test')).body.meta).toEqual({ reason: 'not_within' });
  await sql(
    `update automation_runs set ended_at = now() - interval '370 days', started_at = now() - interval '371 days' where automation_id = '${id}'`,
  );
  await removeOlder(api, { runs: 366 });
  expect((await enter(id, 'eve@people.test')).status).toBe(201);
});

test('the report stays the same, even after a recount, and in more than one chunk', async () => {
  const id = await active({ entry: { again: 'always' } });
  const last = await pass(id, 'fay@people.test', 800);
  await sql(`insert into automation_runs select (r).* from (
      select jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid())) as r from automation_runs r, generate_series(1, 2100)
      where r.id = '${last}') copies;
    insert into automation_run_steps (team_id, run_id, step, number, type, outcome, at)
    select team_id, id, 'out', 0, 'exit', 'done', ended_at from automation_runs where automation_id = '${id}' and id <> '${last}'`);
  const scope = createScope(api.installation.connection.db, { id: api.teamId }, WORKER);
  await recountAutomation(scope, id);
  const report = async () => (await api.rest('GET', `/automations/${id}/report`)).body.data;
  const before = await report();
  expect(JSON.stringify(before)).toContain('2101');
  await clean();
  expect(await runsOf(id, 'fay@people.test')).toHaveLength(1);
  expect(
    await sql(
      `select from automation_run_steps s join automation_runs r on r.team_id = s.team_id and r.id = s.run_id where r.automation_id = '${id}'`,
    ),
  ).toEqual([]);
  expect(await report()).toEqual(before);
  expect(await recountAutomation(scope, id)).toBe(0);
  expect(await report()).toEqual(before);
});

test('everything stays without a setting, and rounds can be repeated', async () => {
  const id = await active();
  const run = await pass(id, 'gus@people.test', 3_000);
  await removeOlder(api, {});
  expect(await runsOf(id, 'gus@people.test')).toMatchObject([{ id: run, steps: [{ step: 'out' }] }]);
  for (let round = 0; round < 2; round++) await clean();
  expect(await runsOf(id, 'gus@people.test')).toMatchObject([{ id: run, steps: [] }]);
});
