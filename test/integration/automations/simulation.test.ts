import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { changeStatus, insertRuns, makeAutomation } from '../../support/automations.ts';
import { ask } from '../../support/graphql.ts';
import { createTrigger } from '../../support/machines.ts';
import { contentsOfTables } from '../../support/table-contents.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await api.rest('PATCH', '/team', { from_email: 'shop@shop.test' });
  await api.rest('POST', '/templates', {
    ...{ name: 'Issue', editor: 'html', subject: '{{ subscriber.first_name | default: "you" }}: {{ event.what }}' },
    content: '<p>{{ event.what }}</p>',
  });
});
afterAll(() => api.close());

const START = '2030-01-07T10:00:00.000Z';

const all = (...rules: object[]) => ({ operator: 'and', rules });

/** Uses every kind of step. */
const ALL = {
  trigger: { type: 'event', name: 'began' },
  exits: [{ type: 'event', name: 'bought', goal: true }],
  steps: [
    { id: 'mail', type: 'send', template: 'Issue' },
    { id: 'receipt', type: 'send', template: 'Issue', transactional: true, subject: 'Sold {{ event.what }}' },
    { id: 'hour', type: 'wait', for: 'PT1H' },
    { id: 'tag', type: 'add_tags', tags: ['fresh', 'keen'] },
    { id: 'untag', type: 'remove_tags', tags: ['keen'] },
    { id: 'set', type: 'set_attribute', key: 'colour', value: 'red' },
    {
      ...{ id: 'is-fresh', type: 'condition', if: all({ type: 'tags', operator: 'has_any', value: ['fresh'] }) },
      then: [{ id: 'notify', type: 'webhook', url: 'https://shop.test/hook' }],
    },
    {
      ...{ id: 'halves', type: 'split' },
      branches: [
        { name: 'one', percent: 50, steps: [{ id: 'morning', type: 'wait', until: { time: '09:00' } }] },
        { name: 'two', percent: 50, steps: [] },
      ],
    },
    {
      ...{ id: 'answer', type: 'wait_for', event: { name: 'answered' }, timeout: 'P2D' },
      ...{ then: [{ id: 'leave', type: 'unsubscribe', list: '' }], else: [{ id: 'stop', type: 'exit' }] },
    },
    { id: 'never', type: 'wait', for: 'P1D' },
  ],
};

const definition = () => JSON.parse(JSON.stringify({ ...ALL, list }).replace('"list":""', `"list":"${list}"`));

const simulate = async (body: object, path = '/automations/simulate') =>
  (await api.rest('POST', path, { start_at: START, ...body })).body;

const outline = ({ data }: { data: { ended_as: string; steps: Record<string, unknown>[] } }) => [
  ...data.steps.map(({ step, branch }) => (branch ? `${step} ${branch}` : step)),
  data.ended_as,
];

test('a simulation reports each step, with its time, branch and subject', async () => {
  await subscribe(api, list, [{ email: 'ada@x.test', first_name: 'Ada' }]);
  const body = await simulate({
    ...definition(),
    email: 'ada@x.test',
    event: { name: 'began', properties: { what: 'boots' } },
    assume: { splits: { halves: 'one' } },
  });
  expect(body.data).toMatchObject({
    ended_as: 'exit',
    ended_at: '2030-01-10T09:00:00.000Z',
    steps: [
      { step: 'mail', type: 'send', at: START, outcome: 'done', subject: 'Ada: boots', branch: null, reason: null },
      { step: 'receipt', subject: 'Sold boots' },
      { step: 'hour', type: 'wait', at: '2030-01-07T11:00:00.000Z' },
      ...[
        { step: 'tag' },
        { step: 'untag' },
        { step: 'set' },
        { step: 'is-fresh', branch: 'then' },
        { step: 'notify' },
      ],
      { step: 'halves', branch: 'one' },
      { step: 'morning', at: '2030-01-08T09:00:00.000Z' },
      { step: 'answer', branch: 'else', at: '2030-01-10T09:00:00.000Z' },
      { step: 'stop' },
    ],
  });
});

test('a simulation leaves no rows in any table, and sends nothing', async () => {
  const id = await makeAutomation(api, definition());
  await changeStatus(api, id, 'activate');
  const before = await contentsOfTables(api);
  const assume = { splits: { halves: 'two' }, events: [{ name: 'answered', after: 'PT3H' }] };
  for (const email of ['ada@x.test', 'unknown@x.test', undefined]) {
    for (const path of [`/automations/${id}/simulate`, '/automations/simulate']) {
      const given = { event: { properties: { what: 'boots' } }, assume, ...(email && { email }) };
      const body = await simulate({ ...(path === '/automations/simulate' && definition()), ...given }, path);
      expect(outline(body)).toContain('leave');
      expect(body.data.ended_as).toBe('unsubscribed');
    }
  }
  expect(await contentsOfTables(api)).toEqual(before);
  await changeStatus(api, id, 'archive');
});

test('assumed events end waits and run at their time', async () => {
  const events = [{ name: 'bought', after: 'PT90M' }];
  const body = await simulate({ ...definition(), assume: { events, splits: { halves: 'two' } } });
  expect(body.data).toMatchObject({ ended_as: 'goal', ended_at: '2030-01-07T11:30:00.000Z' });
  const waited = { events: [{ name: 'answered', after: 'PT2H' }], splits: { halves: 'two' } };
  expect(outline(await simulate({ ...definition(), assume: waited })).slice(-3)).toEqual([
    'answer then',
    'leave',
    'unsubscribed',
  ]);
});

test('conditions can be assumed', async () => {
  const steps = outline(await simulate({ ...definition(), assume: { conditions: { 'is-fresh': false } } }));
  expect(steps).toContain('is-fresh else');
  expect(steps).not.toContain('notify');
});

test('the run of a person who is not subscribed ends as not_subscribed', async () => {
  await api.rest('POST', '/events', { email: 'guest@x.test', name: 'seen' });
  expect((await simulate({ ...definition(), email: 'guest@x.test' })).data).toMatchObject({
    ended_as: 'not_subscribed',
    steps: [{ step: 'mail', outcome: 'skipped', reason: 'not_subscribed', subject: null }],
  });
});

test('an event that does not match the trigger, and entry rules, are reported as not entered', async () => {
  const where = [{ property: 'what', operator: 'equals', value: 'boots' }];
  const only = { ...definition(), trigger: { type: 'event', name: 'began', where } };
  const because = async (body: object) => {
    const { data } = await simulate(body);
    return [data.ended_as, data.reason];
  };
  expect(await because({ ...only, event: { properties: { what: 'hat' } } })).toEqual(['not_entered', 'trigger']);
  expect(await because({ ...only, event: { name: 'other' } })).toEqual(['not_entered', 'trigger']);
  expect(await because({ ...only, event: { properties: { what: 'boots' } } })).toEqual(['exit', null]);
  const old = { occurred_at: '2029-12-01T00:00:00Z' };
  expect(await because({ ...definition(), event: old })).toEqual(['not_entered', 'trigger']);
  const vip = { type: 'tags', operator: 'has_any', value: ['vip'] };
  expect(await because({ ...definition(), entry: { if: all(vip) } })).toEqual(['not_entered', 'if']);
  const id = await makeAutomation(api, { ...definition(), trigger: { type: 'api' } });
  await changeStatus(api, id, 'activate');
  await insertRuns(api, list, id, 'hour');
  const { data } = await simulate({ email: 'p0@people.test' }, `/automations/${id}/simulate`);
  expect([data.ended_as, data.reason]).toEqual(['not_entered', 'again']);
});

test('a step that keeps failing ends the simulated run after an hour', async () => {
  const doomed = { name: 'Doomed', editor: 'html', subject: 'Hello', content: '<p>Hello</p>' };
  const template = (await api.rest('POST', '/templates', doomed)).body.data;
  const steps = [{ id: 'mail', type: 'send', template: 'Doomed' }];
  const id = await makeAutomation(api, { list, trigger: { type: 'api' }, steps });
  await api.rest('DELETE', `/templates/${template.id}`);
  expect((await simulate({}, `/automations/${id}/simulate`)).data).toMatchObject({
    ...{ ended_as: 'failed', ended_at: '2030-01-07T11:00:00.000Z', reason: 'The template "Doomed" does not exist.' },
    steps: [{ step: 'mail', outcome: 'failed' }],
  });
  const query = 'query ($id: ID!) { simulateAutomation(input: { id: $id }) { endedAs reasonCode refusal } }';
  expect((await ask(api, query, { id })).simulateAutomation).toEqual({
    ...{ endedAs: 'FAILED', reasonCode: 'TEMPLATE_DELETED', refusal: null },
  });
});

test('GraphQL returns the same, with a read token too', async () => {
  const body = { ...definition(), start_at: START, assume: { splits: { halves: 'two' } } };
  const { status, body: rest } = await api.rest('POST', '/automations/simulate', body);
  expect(status).toBe(200);
  const { list: listId, start_at: startAt, ...input } = body;
  const query = `query ($input: SimulateAutomationDefinitionInput!) { simulateAutomationDefinition(input: $input) {
    ended_as: endedAs ended_at: endedAt reason steps { step type at outcome branch subject reason } } }`;
  const { simulateAutomationDefinition } = await ask(
    api,
    query,
    { input: { listId, startAt, ...input } },
    { token: api.readToken },
  );
  const { ended_as: endedAs, steps, ...same } = rest.data;
  expect(simulateAutomationDefinition).toEqual({
    ...same,
    ended_as: endedAs.toUpperCase(),
    steps: steps.map((step: { type: string; outcome: string }) => ({
      ...step,
      type: step.type.toUpperCase(),
      outcome: step.outcome.toUpperCase(),
    })),
  });
});

test('GraphQL names why a run would not start by an enumeration', async () => {
  const query = `query ($input: SimulateAutomationDefinitionInput!) {
    simulateAutomationDefinition(input: $input) { endedAs reason refusal } }`;
  const { trigger, steps } = definition();
  const simulated = async (more: object) =>
    (await ask(api, query, { input: { listId: list, trigger, steps, startAt: START, ...more } }))
      .simulateAutomationDefinition;
  expect(await simulated({ event: { name: 'other' } })).toEqual({
    ...{ endedAs: 'NOT_ENTERED', reason: 'trigger', refusal: 'TRIGGER' },
  });
  const vip = { type: 'tags', operator: 'has_any', value: ['vip'] };
  expect(await simulated({ entry: { if: all(vip) } })).toMatchObject({
    endedAs: 'NOT_ENTERED',
    refusal: 'CONDITIONS_NOT_MET',
  });
  expect(await simulated({})).toMatchObject({ refusal: null });
});

test.each([
  [{ assume: { conditions: { nowhere: true } } }, 'assume.conditions.nowhere', 'type condition'],
  [{ assume: { conditions: { hour: true } } }, 'assume.conditions.hour', 'type condition'],
  [{ assume: { conditions: { 'is-fresh': 'yes' } } }, 'assume.conditions.is-fresh', 'true or false'],
  [{ assume: { splits: { halves: 'three' } } }, 'assume.splits.halves', 'one, two'],
  [{ assume: { splits: { hour: 'one' } } }, 'assume.splits.hour', 'type split'],
  [{ assume: { events: [{ name: 'x', after: '1 hour' }] } }, 'assume.events.0.after', 'ISO 8601'],
  [{ assume: { events: 10_000 } }, 'assume.events', 'more than 100'],
  [{ assume: [1] }, 'assume', 'must be an object'],
  [{ assume: { condition: { 'is-fresh': true } } }, 'assume.condition', 'Did you mean conditions?'],
  [{ assume: { events: [{ name: 'x', after: 'PT1H', at: 'noon' }] } }, 'assume.events.0.at', 'not known'],
  [{ event: { property: { what: 'boots' } } }, 'event.property', 'properties'],
  [{ start_at: '1969-12-31T23:59:59Z' }, 'start_at', 'between the years 1970 and 9000'],
  [{ start_at: '9999-12-31T00:00:00Z' }, 'start_at', 'between the years 1970 and 9000'],
  [{ start_at: 'soon' }, 'start_at', ''],
  [{ email: 'nobody' }, 'email', ''],
  [{ event: { name: 'a/b' } }, 'event.name', ''],
  [{ event: { value: 3 } }, 'event.currency', 'required with value'],
  [{ steps: [{ type: 'dance' }] }, 'steps.0.type', 'must be one of'],
])('%j is refused with its path', async (given, path, problem) => {
  const { assume } = given as { assume?: { events?: unknown } };
  if (assume?.events === 10_000) assume.events = Array(10_000).fill({ name: 'x', after: 'PT1H' });
  const { status, body } = await api.rest('POST', '/automations/simulate', { ...definition(), ...given });
  expect(status).toBe(422);
  expect(body.errors[path].join(' ')).toContain(problem);
});

test.each([
  { event: [] },
  { event: { properties: [] } },
  { assume: [] },
  { assume: { conditions: [], splits: [] } },
  { entry: [] },
])('an empty object may be an empty list, as PHP writes it: %j', async (given) => {
  const emptied = JSON.parse(JSON.stringify(given).replaceAll('[]', '{}'));
  const simulate = (more: object) =>
    api.rest('POST', '/automations/simulate', { ...definition(), start_at: START, ...more });
  const [sent, meant] = [await simulate(given), await simulate(emptied)];
  expect([sent.status, Object.keys(sent.body.data)]).toEqual([meant.status, Object.keys(meant.body.data)]);
  expect(sent.status).toBe(200);
});

test.each([
  [{ steps: [[]] }, 'steps.0'],
  [{ assume: { events: [[]] } }, 'assume.events.0'],
])('an empty list among list items is not an object: %j', async (given, path) => {
  const { status, body } = await api.rest('POST', '/automations/simulate', { ...definition(), ...given });
  expect([status, body.errors[path][0]]).toEqual([422, expect.stringContaining('must be an object')]);
});

test('erased people, and automations of another team, cannot be simulated', async () => {
  await subscribe(api, list, [{ email: 'gone@x.test' }]);
  await api.rest('POST', '/people/erase', { email: 'gone@x.test' });
  const { status } = await api.rest('POST', '/automations/simulate', { ...definition(), email: 'gone@x.test' });
  expect(status).toBe(422);
  const id = await makeAutomation(api, definition());
  const options = { token: api.otherToken };
  expect((await api.rest('POST', `/automations/${id}/simulate`, {}, options)).status).toBe(404);
  expect(await readSubscriber(api, list, 'ada@x.test')).toMatchObject({ status: 'subscribed', tags: [] });
});

test('a simulation that waits for a locked row stops after a second, and changes nothing', async () => {
  const email = 'held@people.test';
  await subscribe(api, list, [{ email }]);
  const { id } = await readSubscriber(api, list, email);
  const other = new pg.Client(api.databaseUrl);
  await other.connect();
  try {
    await other.query('begin');
    await other.query('select from subscribers where team_id = $1 and id = $2 for update', [api.teamId, id]);
    const before = await contentsOfTables(api);
    const given = { email, event: { name: 'began' }, ...definition() };
    const { errors } = await simulate(given);
    expect(errors).toEqual({ steps: [expect.stringContaining('too long to simulate')] });
    expect(await contentsOfTables(api)).toEqual(before);
    await other.query('rollback');
    expect((await simulate(given)).data.ended_as).toBe('exit');
  } finally {
    await other.end();
  }
});

test('a simulation that takes five seconds stops, and changes nothing', async () => {
  const steps = Array.from({ length: 20 }, (_, index) => ({ id: `w${index}`, type: 'wait', for: 'PT1M' }));
  // Recording each step takes time.
  await createTrigger(
    api.databaseUrl,
    `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return new; end $$`,
    `create trigger slow before insert on automation_run_steps for each row execute function slow()`,
  );
  try {
    const before = await contentsOfTables(api);
    const { errors } = await simulate({ list, trigger: { type: 'event', name: 'began' }, steps });
    expect(errors).toEqual({ steps: [expect.stringContaining('too long to simulate')] });
    expect(await contentsOfTables(api)).toEqual(before);
  } finally {
    await createTrigger(api.databaseUrl, 'drop trigger slow on automation_run_steps', 'drop function slow()');
  }
  expect((await simulate({ list, trigger: { type: 'event', name: 'began' }, steps })).data.ended_as).toBe('completed');
});
