import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { CART, changeStatus, makeAutomation } from '../../support/automations.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
let list: string;
let otherList: string;
let segment: string;
let campaign: string;
const LANGUAGE = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };

beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
  otherList = await makeList(api);
  const made = await api.rest('POST', `/lists/${list}/segments`, { name: 'English', conditions: LANGUAGE });
  segment = made.body.data.id;
  campaign = await makeCampaign(api, list);
  await api.rest('POST', '/fields', { key: 'birthday', type: 'date' });
  await api.rest('POST', '/fields', { key: 'shoe_size', type: 'number' });
});
afterAll(() => api.close());

/** Returns the errors of a definition, by path. */
const errorsOf = async (input: object) => {
  const { status, body } = await api.rest('POST', '/automations', { ...CART, list, ...input });
  expect([201, 422]).toContain(status);
  return (body.errors ?? {}) as Record<string, string[]>;
};
const stepErrors = (...steps: unknown[]) => errorsOf({ steps });
const pathsOf = async (input: object) => Object.keys(await errorsOf(input));
const exit = { type: 'exit' };
const event = { name: 'order' };
const one = { type: 'trigger_event', property: 'total', operator: 'gt', value: 100 };
const group = (...rules: unknown[]) => ({ operator: 'and', rules });

/** Waits nested to a given depth. */
const nested = (levels: number): object[] =>
  levels === 1 ? [exit] : [{ type: 'wait_for', event, timeout: 'P1D', then: nested(levels - 1) }];

test('a definition has at most 200 steps at any nesting', async () => {
  expect(await stepErrors(...Array(200).fill(exit))).toEqual({});
  expect(await stepErrors(...Array(201).fill(exit))).toEqual({
    steps: ['The steps field must not have more than 200 steps.'],
  });
  const inner = Array(100).fill(exit);
  expect(await stepErrors({ type: 'wait_for', event, timeout: 'P1D', then: inner, else: [...inner, exit] })).toEqual({
    steps: ['The steps field must not have more than 200 steps.'],
  });
});

test('a definition is nested at most 10 levels deep, through any branch', async () => {
  expect(await stepErrors(...nested(10))).toEqual({});
  const path = ['steps', ...Array(10).fill('0.then')].join('.');
  expect(await stepErrors(...nested(11))).toEqual({
    [path]: [`The ${path} field must not be nested deeper than 10 levels.`],
  });
  const branches = [
    { name: 'a', percent: 50, steps: nested(10) },
    { name: 'b', percent: 50 },
  ];
  expect(Object.keys(await stepErrors({ type: 'split', branches }))).toEqual([
    ['steps.0.branches.0.steps', ...Array(9).fill('0.then')].join('.'),
  ]);
});

test('a step waits from 1 minute to 365 days', async () => {
  for (const good of ['PT1M', 'P365D', 'P1DT12H', 'PT60S', 'P52W']) {
    expect(await stepErrors({ type: 'wait', for: good }), good).toEqual({});
  }
  const refused = async (bad: unknown, problem: string) =>
    expect(await stepErrors(exit, { type: 'wait', for: bad }), String(bad)).toEqual({
      'steps.1.for': [`The steps.1.for field ${problem}`],
    });
  for (const bad of ['PT30S', 'P730D', 'P366D', 'PT0M']) await refused(bad, 'must be between PT1M and P365D.');
  for (const bad of ['P2Y', '-PT1H', 'P1M', 'PT1.5H', 'P1WT1H', '1 hour', 3600]) {
    await refused(bad, 'must be an ISO 8601 duration from PT1M to P365D, such as PT4H.');
  }
  expect(await pathsOf({ steps: [{ type: 'wait_for', event, timeout: 'PT59S' }] })).toEqual(['steps.0.timeout']);
  expect(await pathsOf({ entry: { not_within: 'P366D' } })).toEqual(['entry.not_within']);
  expect(await pathsOf({ trigger: { ...CART.trigger, max_age: 'PT1S' } })).toEqual(['trigger.max_age']);
});

test('a step waits in only one way', async () => {
  const until = { time: '09:00', weekdays: ['monday', 'friday'] };
  expect(await stepErrors({ type: 'wait', until })).toEqual({});
  expect(await stepErrors({ type: 'wait', until_attribute: 'birthday', offset: '-P7D', time: '08:30' })).toEqual({});
  const paths = async (step: object) => Object.keys(await stepErrors({ type: 'wait', ...step }));
  expect(await paths({})).toEqual(['steps.0.for']);
  expect(await paths({ for: 'P1D', until })).toEqual(['steps.0.until']);
  expect(await paths({ for: 'P1D', offset: 'P1D' })).toEqual(['steps.0.offset']);
  expect(await paths({ until: { time: '24:00', weekdays: ['monday', 'mon'] } })).toEqual([
    'steps.0.until.time',
    'steps.0.until.weekdays.1',
  ]);
  expect(await paths({ until_attribute: 'birthday', offset: '-P366D' })).toEqual(['steps.0.offset']);
  expect(await paths({ until_attribute: 'shoe_size' })).toEqual(['steps.0.until_attribute']);
});

test('a split covers everyone: the percentages sum to 100, and branch names are unique', async () => {
  const split = (...percents: number[]) =>
    stepErrors({ type: 'split', branches: percents.map((percent, index) => ({ name: `b${index}`, percent })) });
  expect(await split(50, 50)).toEqual({});
  expect(await split(0, 33, 67)).toEqual({});
  expect(await split(50, 49)).toEqual({
    'steps.0.branches': ['The steps.0.branches field must have percentages that add up to 100. They add up to 99.'],
  });
  expect(Object.keys(await split(100))).toEqual(['steps.0.branches']);
  expect(Object.keys(await split(50.5, 49.5))).toEqual(['steps.0.branches.0.percent', 'steps.0.branches.1.percent']);
  const same = [
    { name: 'a', percent: 50 },
    { name: 'a', percent: 50 },
  ];
  expect(await pathsOf({ steps: [{ type: 'split', branches: same }] })).toEqual(['steps.0.branches.1.name']);
});

test('step ids are kept, created where missing, and unique everywhere', async () => {
  const branch = { type: 'wait_for', event, timeout: 'P1D' };
  expect(await stepErrors({ ...exit, id: 'a' }, { ...branch, then: [{ ...exit, id: 'a' }] })).toEqual({
    'steps.1.then.0.id': ['The steps.1.then.0.id field is already the id of another step.'],
  });
  for (const id of ['', 'a b', 'x'.repeat(65), 7]) {
    expect(Object.keys(await stepErrors({ ...exit, id }))).toEqual(['steps.0.id']);
  }
  const { body } = await api.rest('POST', '/automations', { ...CART, steps: [exit, { ...branch, else: [exit] }] });
  const [first, second] = body.data.steps;
  const ids = [first.id, second.id, second.else[0].id];
  expect(new Set(ids).size).toBe(3);
  const again = await api.rest('PUT', `/automations/${body.data.id}`, { steps: body.data.steps });
  expect(again.body.data.steps).toEqual(body.data.steps);
});

test('an unknown type, key or operator is named by its exact path', async () => {
  const deep = { type: 'condition', if: group(one), then: [{ type: 'jump' }], else: [null, 'exit', { id: 'x' }] };
  expect(await stepErrors(exit, deep)).toEqual({
    'steps.1.then.0.type': [expect.stringContaining('must be one of send, wait, wait_for, condition, split,')],
    'steps.1.else.0': ['The steps.1.else.0 field is required.'],
    'steps.1.else.1': ['The steps.1.else.1 field must be an object.'],
    'steps.1.else.2.type': ['The steps.1.else.2.type field is required.'],
  });
  expect(await stepErrors({ type: 'wait', for: 'P1D', fro: 1, listId: 2 })).toEqual({
    'steps.0.fro': ['The steps.0.fro field is not known to a step of type wait. Did you mean for?'],
    'steps.0.listId': [expect.stringContaining('is not known to a step of type wait')],
  });
  const where = [{ property: 'total', operator: 'bigger', value: 1 }];
  const input = {
    trigger: { type: 'event', name: 'a', where, when: 1 },
    entry: { again: 'sometimes', not_within: 'PT1S', limit: 3, if: group({ type: 'language', operator: 'equals' }) },
    exits: [{ type: 'event', name: '!' }, { type: 'goal' }, { type: 'segment' }, 7],
  };
  expect(await pathsOf(input)).toEqual([
    ...['trigger.when', 'trigger.where.0.operator', 'entry.limit', 'entry.again', 'entry.not_within'],
    ...['exits.0.name', 'exits.1.type', 'exits.3', 'entry.if.rules.0.value', 'exits.2.if'],
  ]);
  for (const [part, path] of [
    [{ trigger: null }, 'trigger'],
    [{ trigger: [] }, 'trigger.type'],
    [{ trigger: [1] }, 'trigger'],
    [{ trigger: {} }, 'trigger.type'],
    [{ steps: {} }, 'steps'],
    [{ steps: [] }, 'steps'],
    [{ steps: undefined }, 'steps'],
    [{ entry: [1] }, 'entry'],
    [{ exits: {} }, 'exits'],
    [{ exits: Array(21).fill({ type: 'event', name: 'a' }) }, 'exits'],
    [{ name: ' ' }, 'name'],
    [{ list: 'x' }, 'list'],
    [{ list: UNKNOWN_ID }, 'list'],
  ] as const) {
    expect(await pathsOf(part), JSON.stringify(part)).toEqual([path]);
  }
});

test('each trigger accepts the keys that it needs', async () => {
  const good = [
    { type: 'event', name: 'a', where: [{ property: 'total', operator: 'gte', value: 5 }], max_age: 'P7D' },
    ...[{ type: 'subscribed' }, { type: 'confirmed', imports: true }, { type: 'unsubscribed' }],
    ...[
      { type: 'tag_added', tag: 'vip' },
      { type: 'tag_removed', tag: 'vip', imports: true },
    ],
    ...[
      { type: 'segment_entered', segment, include_existing: true },
      { type: 'segment_left', segment },
    ],
    { type: 'date', field: 'birthday', offset: '-P7D', at: '08:00', every_year: true },
    ...[
      { type: 'date', field: 'subscribed_at', offset: 'P30D' },
      { type: 'date', field: 'never_declared' },
    ],
    ...[
      { type: 'opened', campaign },
      { type: 'clicked', template: 'Issue', url: 'https://shop.test/offer' },
    ],
    { type: 'api' },
  ];
  for (const trigger of good) expect(await errorsOf({ trigger }), JSON.stringify(trigger)).toEqual({});
  for (const [trigger, path] of [
    [{ type: 'tag_added' }, 'trigger.tag'],
    [{ type: 'tag_added', tag: 'x'.repeat(101) }, 'trigger.tag'],
    [{ type: 'segment_entered', segment: UNKNOWN_ID }, 'trigger.segment'],
    [{ type: 'segment_entered', segment: 'x' }, 'trigger.segment'],
    [{ type: 'date', field: 'shoe_size' }, 'trigger.field'],
    [{ type: 'date', field: 'created_at' }, 'trigger.field'],
    [{ type: 'date', field: 'birthday', at: '9' }, 'trigger.at'],
    [{ type: 'date', field: 'birthday', offset: 'P1Y' }, 'trigger.offset'],
    [{ type: 'opened' }, 'trigger.campaign'],
    [{ type: 'opened', campaign: UNKNOWN_ID }, 'trigger.campaign'],
    [{ type: 'opened', campaign, template: 'Issue' }, 'trigger.template'],
    [{ type: 'opened', template: 'None' }, 'trigger.template'],
    [{ type: 'opened', campaign, url: 'https://shop.test' }, 'trigger.url'],
    [{ type: 'clicked', campaign, url: 'javascript:x' }, 'trigger.url'],
    [{ type: 'api', name: 'x' }, 'trigger.name'],
    [{ type: 'subscribed', imports: 'yes' }, 'trigger.imports'],
  ] as const) {
    expect(await pathsOf({ trigger }), JSON.stringify(trigger)).toEqual([path]);
  }
  expect(await pathsOf({ list: null, trigger: { type: 'subscribed' } })).toEqual(['list']);
  expect(await pathsOf({ list: otherList, trigger: { type: 'segment_left', segment } })).toEqual(['trigger.segment']);
  expect(await pathsOf({ list: null, trigger: { type: 'segment_left', segment } })).toEqual([]);
});

test('each step refers to existing objects, and its values are valid', async () => {
  const good = [
    { type: 'send', template: 'Issue', subject: 'For {{ event.name }}', from_email: 'a@shop.test', from_name: 'A' },
    { type: 'send', template: 'Issue', tracking: false, transactional: true },
    ...[
      { type: 'add_tags', tags: ['a', 'A', 'b'] },
      { type: 'remove_tags', tags: ['a'] },
    ],
    ...[
      { type: 'set_attribute', key: 'shoe_size', value: '42' },
      { type: 'set_attribute', key: 'shoe_size', value: null },
    ],
    ...[
      { type: 'set_attribute', key: 'birthday', value: '2000-02-29' },
      { type: 'set_attribute', key: 'any', value: 'x' },
    ],
    ...[
      { type: 'subscribe', list: otherList },
      { type: 'unsubscribe', list },
    ],
    {
      type: 'webhook',
      url: 'https://shop.test/hook',
      body: { who: '{{ subscriber.email }}', deep: [1, null, '{{ event.a }}'] },
    },
    { type: 'condition', if: group(one, { type: 'segment', operator: 'in', value: segment }) },
  ];
  expect(await stepErrors(...good)).toEqual({});
  for (const [step, path] of [
    [{ type: 'send' }, 'template'],
    [{ type: 'send', template: 'None' }, 'template'],
    [{ type: 'send', template: 'Issue', subject: '{{ a' }, 'subject'],
    [{ type: 'send', template: 'Issue', subject: 'a\nb' }, 'subject'],
    [{ type: 'send', template: 'Issue', from_email: 'x' }, 'from_email'],
    [{ type: 'send', template: 'Issue', tracking: 1 }, 'tracking'],
    [{ type: 'add_tags' }, 'tags'],
    [{ type: 'add_tags', tags: [] }, 'tags'],
    [{ type: 'add_tags', tags: Array.from({ length: 101 }, (_, n) => `t${n}`) }, 'tags'],
    [{ type: 'remove_tags', tags: ['a', ''] }, 'tags.1'],
    [{ type: 'set_attribute', key: 'shoe_size', value: 'large' }, 'value'],
    [{ type: 'set_attribute', key: 'birthday', value: '2001-02-29' }, 'value'],
    [{ type: 'set_attribute', key: 'any', value: { a: 1 } }, 'value'],
    [{ type: 'set_attribute', key: 'any', value: 'a\0b' }, 'value'],
    [{ type: 'set_attribute', key: 'any' }, 'value'],
    [{ type: 'set_attribute', key: 'email', value: 'x' }, 'key'],
    [{ type: 'set_attribute', key: 'Bad Key', value: 'x' }, 'key'],
    [{ type: 'subscribe', list: UNKNOWN_ID }, 'list'],
    [{ type: 'webhook', url: 'ftp://shop.test' }, 'url'],
    [{ type: 'webhook', url: 'https://shop.test', body: { a: ['{% if %}'] } }, 'body.a.0'],
    [{ type: 'webhook', url: 'https://shop.test', body: 'x'.repeat(70_000) }, 'body'],
    [{ type: 'wait_for', timeout: 'P1D' }, 'event'],
    [
      { type: 'wait_for', event: { name: 'a', where: [{ operator: 'is_set' }] }, timeout: 'P1D' },
      'event.where.0.property',
    ],
    [{ type: 'condition' }, 'if'],
    [{ type: 'condition', if: group() }, 'if.rules'],
    [{ type: 'condition', if: group({ type: 'campaign', operator: 'opened', value: UNKNOWN_ID }) }, 'if.rules.0.value'],
    [{ type: 'condition', if: group({ type: 'segment', operator: 'in', value: UNKNOWN_ID }) }, 'if.rules.0.value'],
    [{ type: 'condition', if: group({ ...one, operator: 'is' }) }, 'if.rules.0.operator'],
    [{ type: 'condition', if: group({ ...one, property: '' }) }, 'if.rules.0.property'],
    [{ type: 'exit', to: 'x' }, 'to'],
  ] as const) {
    expect(Object.keys(await stepErrors(exit, step)), JSON.stringify(step)).toEqual([`steps.1.${path}`]);
  }
});

test('only conditions of steps and of the entry refer to the event that started the run', async () => {
  expect(await errorsOf({ entry: { if: group(one) } })).toEqual({});
  expect(await pathsOf({ exits: [{ type: 'segment', if: group(one) }] })).toEqual(['exits.0.if.rules.0.type']);
  const { status, body } = await api.rest('POST', `/lists/${list}/segments`, { name: 'x', conditions: group(one) });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['conditions.rules.0.type']]);
  const { body: made } = await api.rest('POST', '/automations', { ...CART, entry: { if: group(one) } });
  expect(made.data.entry).toEqual({ again: 'after_end', if: group(one) });
});

test("a condition accepts only segments of the automation's list", async () => {
  const steps = [{ type: 'condition', if: group({ type: 'segment', operator: 'in', value: segment }) }];
  expect(await pathsOf({ steps })).toEqual([]);
  for (const of of [otherList, null]) expect(await pathsOf({ steps, list: of })).toEqual(['steps.0.if.rules.0.value']);
});

test('all errors are reported at once, a hostile definition gets a short answer, and nothing changes', async () => {
  const before = (await api.rest('GET', '/automations')).body.meta.total;
  const wrong = Array.from({ length: 200 }, () => ({ type: 'split', branches: Array(20).fill({ a: 1, b: 2, c: 3 }) }));
  expect(Object.keys(await stepErrors(...wrong)).length).toBeLessThanOrEqual(200);
  expect(await pathsOf({ name: '', trigger: {}, entry: 1, exits: 2, steps: [{ type: 'wait' }] })).toEqual([
    ...['name', 'trigger.type', 'entry', 'exits', 'steps.0.for'],
  ]);
  for (const junk of [7, 'x', [], [[]], { __proto__: 1 }, { length: 3 }]) {
    for (const part of ['trigger', 'entry', 'exits', 'steps']) await errorsOf({ [part]: junk });
  }
  const rest = (await api.rest('GET', '/automations')).body;
  expect(rest.meta.total - before).toBeLessThanOrEqual(6); // an empty `exits` or `entry` is none
});

test('objects deleted before activation are reported with their path', async () => {
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Short-lived' });
  const id = await makeAutomation(api, { steps: [exit, { type: 'send', template: 'Short-lived' }] });
  const [{ id: template }] = (await api.rest('GET', '/templates?per_page=1')).body.data;
  await api.rest('DELETE', `/templates/${template}`);
  const { status, body } = await api.rest('POST', `/automations/${id}/activate`);
  expect([status, body.errors]).toEqual([
    422,
    { 'steps.1.template': ['The steps.1.template field must be the name or id of a template.'] },
  ]);
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Short-lived' });
  expect((await changeStatus(api, id, 'activate')).status).toBe('active');
});
