import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { CAMPAIGNS, TEMPLATES } from '../../support/arbitrary-people.ts';
import { naming, sampleGroups } from '../../support/arbitrary-segments.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';
import { expectMatchesComponent } from '../../support/openapi-response.ts';
import { all, any, declareFields, type Group, languageRule, makeSegment, type Rule } from '../../support/segments.ts';
import { asSent, selectionOf, typedOf, withDefaults } from '../../support/typed-conditions.ts';

/** SEGMENT_SEED and SEGMENT_ROUNDS make it another run, or a longer one. */
const SEED = Number(process.env.SEGMENT_SEED ?? 20_261_122);
const ROUNDS = Number(process.env.SEGMENT_ROUNDS ?? 60);
const [CAMPAIGN] = CAMPAIGNS as [string];
const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';

let api: TestApp;
let list: string;
let other: string;
let create: string;
let update: string;

beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await declareFields(api, { age: 'number', city: 'text', born: 'date', due: 'date', paid: 'boolean' });
  await subscribe(api, list, [
    { email: 'ann@people.test', locale: 'en', attributes: { age: 30 } },
    { email: 'bob@people.test', locale: 'de', attributes: { age: 17 } },
  ]);
  const { teamId } = api;
  const templateId = newId();
  await api.db.campaign.createMany({
    data: CAMPAIGNS.map((id) => ({ teamId, id, listId: list, name: 'C', templateId, status: 'sent' as const })),
  });
  await api.db.template.createMany({
    data: TEMPLATES.map((name) => ({
      ...{ teamId, id: newId(), name, editor: 'html', subject: 'S', content: 'C', html: 'C' },
    })),
  });
  other = (await makeSegment(api, list, all(languageRule('en')), 'Other')).id;
  const { selection, fragments } = await selectionOf(api, 'SegmentConditions');
  const answer = `{ id name conditions typedConditions { ${selection} } }`;
  create = `mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { segment ${answer} } } ${fragments}`;
  update = `mutation ($input: UpdateSegmentInput!) { updateSegment(input: $input) { segment ${answer} } } ${fragments}`;
});
afterAll(() => api.close());

const PREVIEW = `query ($list: ID!, $conditions: JSONObject, $typedConditions: SegmentConditionsInput) {
  previewSegment(listId: $list, conditions: $conditions, typedConditions: $typedConditions) {
    subscribersCount rules { path subscribersCount } } }`;

const save = async (input: object) =>
  (await ask(api, create, { input: { listId: list, name: 'Some', ...input } })).createSegment.segment;

/** The paths of the issues in the given form, the same on saving and previewing. */
async function pathsOf(input: object): Promise<string[] | undefined> {
  const errors = await Promise.all([
    fail(api, create, { input: { listId: list, name: 'Some', ...input } }),
    fail(api, PREVIEW, { list, ...input }),
  ]);
  const [saving, previewing] = errors.map(({ extensions: { code, issues } }) => ({ code, issues }));
  expect(previewing).toEqual(saving);
  for (const { path, message } of saving?.issues ?? []) {
    if (!message.startsWith('The conditions')) expect(message).toContain(`The ${path.join('.')} field `);
  }
  return saving?.issues?.map(({ path }) => path.join('.'));
}

const one = (rule: object) => ({ operator: 'AND', rules: [rule] });

describe('a typed rule is stored as its JSON and comes back as it was written', () => {
  const attribute = (field: string, operator: string, value?: unknown): Rule => ({
    ...{ type: 'attribute', field, operator },
    ...(value !== undefined && { value }),
  });
  const event = (value: object): Rule => ({ type: 'event', operator: 'performed', value });

  test.each<[object, Rule]>([
    [{ language: { equals: 'en' } }, languageRule('en')],
    [{ language: { notIn: ['en', 'de'] } }, languageRule(['en', 'de'], 'not_in')],
    [{ engagement: { activeWithinDays: 30 } }, { type: 'engagement', operator: 'active_within_days', value: 30 }],
    [{ engagement: { neverActive: true } }, { type: 'engagement', operator: 'never_active' }],
    [{ tags: { hasAny: ['vip'] } }, { type: 'tags', operator: 'has_any', value: ['vip'] }],
    [{ email: { domainIs: 'shop.test' } }, { type: 'email', operator: 'domain_is', value: 'shop.test' }],
    [{ firstName: { isSet: true } }, { type: 'first_name', operator: 'is_set' }],
    [{ lastName: { startsWith: 'O' } }, { type: 'last_name', operator: 'starts_with', value: 'O' }],
    [
      { subscribedAt: { between: { from: '2026-01-01', to: '2026-01-31' } } },
      { type: 'subscribed_at', operator: 'between', value: ['2026-01-01', '2026-01-31'] },
    ],
    [{ attribute: { field: 'city', value: { text: { equals: '7' } } } }, attribute('city', 'equals', '7')],
    [{ attribute: { field: 'age', value: { number: { equals: 7 } } } }, attribute('age', 'equals', 7)],
    [
      { attribute: { field: 'age', value: { number: { between: { from: 1.5, to: 2 } } } } },
      attribute('age', 'between', [1.5, 2]),
    ],
    [
      { attribute: { field: 'due', value: { date: { between: { from: '2026-01-01', to: '2026-02-01' } } } } },
      attribute('due', 'between', ['2026-01-01', '2026-02-01']),
    ],
    [
      { attribute: { field: 'born', value: { date: { anniversaryWithinDays: 7 } } } },
      attribute('born', 'anniversary_within_days', 7),
    ],
    [{ attribute: { field: 'paid', value: { boolean: { isTrue: true } } } }, attribute('paid', 'is_true')],
    [{ attribute: { field: 'born', value: { isNotSet: true } } }, attribute('born', 'is_not_set')],
    [{ event: { performed: { name: 'order' } } }, event({ name: 'order' })],
    [
      {
        event: {
          performed: {
            ...{ name: 'order', atLeast: 2, withinDays: 90 },
            where: [
              { property: 'total', value: { number: { gte: 100 } } },
              { property: 'total', value: { text: { in: ['100'] } } },
              { property: 'gift', value: { boolean: { isFalse: true } } },
              { property: 'note', value: { isSet: true } },
            ],
          },
        },
      },
      event({
        ...{ name: 'order', at_least: 2, within_days: 90 },
        where: [
          { property: 'total', operator: 'gte', value: 100 },
          { property: 'total', operator: 'in', value: ['100'] },
          { property: 'gift', operator: 'is_false' },
          { property: 'note', operator: 'is_set' },
        ],
      }),
    ],
    [
      { campaign: { notOpened: { campaignId: CAMPAIGN } } },
      { type: 'campaign', operator: 'not_opened', value: CAMPAIGN },
    ],
    [
      { campaign: { clicked: { campaignId: CAMPAIGN, withinDays: 5 } } },
      { type: 'campaign', operator: 'clicked', value: { campaign: CAMPAIGN, within_days: 5 } },
    ],
    [
      { transactional: { received: { template: 'welcome', withinDays: 5 } } },
      { type: 'transactional', operator: 'received', value: { template: 'welcome', within_days: 5 } },
    ],
    [
      { revenue: { totalGte: { amount: 9_007_199_254_740_991, currency: 'EUR' } } },
      { type: 'revenue', operator: 'total_gte', value: { amount: 9_007_199_254_740_991, currency: 'EUR' } },
    ],
    [
      { revenue: { lastOrderWithinDays: { withinDays: 30 } } },
      { type: 'revenue', operator: 'last_order_within_days', value: { within_days: 30 } },
    ],
    [{ sample: { percent: 20 } }, { type: 'sample', operator: 'percent', value: 20 }],
  ])('%j', async (typed, rule) => {
    const saved = await save({ typedConditions: one(typed) });
    expect(saved.conditions).toEqual(all(rule));
    expect(asSent(saved.typedConditions)).toEqual(withDefaults(one(typed)));
  });

  test.each<[object, Rule]>([
    [{ event: { performed: { name: 'order', atLeast: 1, where: [] } } }, event({ name: 'order' })],
    [
      { campaign: { clicked: { campaignId: CAMPAIGN, machineOpens: 'IGNORE' } } },
      { type: 'campaign', operator: 'clicked', value: CAMPAIGN },
    ],
    [
      { transactional: { opened: { template: 'welcome', machineOpens: 'IGNORE', withinDays: 5 } } },
      { type: 'transactional', operator: 'opened', value: { template: 'welcome', within_days: 5 } },
    ],
  ])('and its defaults, which the JSON leaves out: %j', async (typed, rule) => {
    const saved = await save({ typedConditions: one(typed) });
    expect(saved.conditions).toEqual(all(rule));
    expect(asSent(saved.typedConditions)).toEqual(one(typed));
  });

  test('a segment, and a group of rules', async () => {
    const typedConditions = {
      operator: 'OR',
      rules: [{ segment: { notIn: other } }, { group: { operator: 'AND', rules: [{ segment: { in: other } }] } }],
    };
    const saved = await save({ typedConditions });
    const rule = (operator: string): Rule => ({ type: 'segment', operator, value: other });
    expect(saved.conditions).toEqual(any(rule('not_in'), all(rule('in'))));
    expect(asSent(saved.typedConditions)).toEqual(typedConditions);
  });
});

test(`${ROUNDS} random conditions (seed ${SEED}) are the same in both forms and interfaces`, async () => {
  for (const sampled of sampleGroups(ROUNDS, SEED)) {
    const group = shortest(naming(sampled, other));
    expectMatchesComponent('SegmentConditions', group);
    const typedConditions = typedOf(group);
    const saved = await save({ typedConditions });
    const context = JSON.stringify(group);
    const stored = await makeSegment(api, list, group);
    expect([context, saved.conditions]).toEqual([context, stored.conditions]);
    expect([context, asSent(saved.typedConditions)]).toEqual([context, withDefaults(typedConditions)]);
    const changed = await ask(api, update, {
      input: { id: stored.id, typedConditions: asSent(saved.typedConditions) },
    });
    expect(changed.updateSegment.segment).toEqual({ ...saved, id: stored.id });
    expect(await ask(api, PREVIEW, { list, typedConditions })).toEqual(
      await ask(api, PREVIEW, { list, conditions: group }),
    );
  }
}, 600_000);

/**
 * A campaign or template in an object without other keys is stored so; its typed form has no object. The typed form does
 * not tell a default from an absent value.
 */
const shortest = (group: Group): Group =>
  JSON.parse(JSON.stringify(group), (name, value) => {
    if (name === 'at_least' && value === 1) return undefined;
    const [[key, named] = [], ...others] = Object.entries(value ?? {});
    return (key === 'campaign' || key === 'template') && others.length === 0 ? named : value;
  });

describe('one of the two forms', () => {
  const typedConditions = one({ language: { equals: 'en' } });
  const conditions = all(languageRule('de'));
  const issuesOf = async (query: string, variables: object) =>
    (await fail(api, query, variables)).extensions.issues?.map(({ path, message }) => [path.join('.'), message]);

  test('is enough on create, with null as absent, and both together are refused', async () => {
    for (const input of [{ typedConditions }, { typedConditions, conditions: null }]) {
      expect((await save(input)).conditions).toEqual(all(languageRule('en')));
    }
    const given = (input: object) => issuesOf(create, { input: { listId: list, name: 'Some', ...input } });
    expect(await given({ typedConditions, conditions })).toEqual([
      ['typedConditions', expect.stringContaining('must not be given together with conditions.')],
    ]);
    const required = [['conditions', 'The conditions field is required.']];
    expect(await given({})).toEqual(required);
    expect(await given({ typedConditions: null })).toEqual(required);
  });

  test('changes a segment, and neither keeps its conditions', async () => {
    const { id } = await makeSegment(api, list, conditions);
    const change = async (input: object) =>
      (await ask(api, update, { input: { id, ...input } })).updateSegment.segment.conditions;
    expect(await change({ name: 'Renamed' })).toEqual(conditions);
    expect(await change({ typedConditions })).toEqual(all(languageRule('en')));
    expect(await change({ conditions })).toEqual(conditions);
    expect(await issuesOf(update, { input: { id, typedConditions: null } })).toEqual([
      ['conditions', 'The conditions field is required.'],
    ]);
  });

  test('is previewed', async () => {
    const { previewSegment } = await ask(api, PREVIEW, { list, typedConditions });
    expect(previewSegment).toEqual({
      subscribersCount: 1,
      rules: [{ path: 'conditions.rules.0', subscribersCount: 1 }],
    });
    expect(await issuesOf(PREVIEW, { list })).toEqual([['conditions', 'The conditions field is required.']]);
  });

  test('is the JSON over REST', async () => {
    const { status, body } = await api.rest('POST', `/lists/${list}/segments`, {
      ...{ name: 'Some', typed_conditions: typedConditions, typedConditions },
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['conditions']]);
    const { CreateSegmentInput } = (await api.app.inject('/openapi.json')).json().components.schemas;
    expect(Object.keys(CreateSegmentInput.properties).sort()).toEqual(['conditions', 'name']);
    expect(CreateSegmentInput.required.sort()).toEqual(['conditions', 'name']);
  });
});

describe('the domain refuses invalid values that the types accept, at their paths in the form that was sent', () => {
  const aged = (value: object, field = 'age') => ({ attribute: { field, value } });
  const age = (operator: string, value: unknown, field = 'age') => ({ type: 'attribute', field, operator, value });

  test.each<[object, object, string[], string[]]>([
    [{ sample: { percent: 100 } }, { type: 'sample', operator: 'percent', value: 100 }, ['value'], ['sample.percent']],
    [aged({ number: { gt: 1 } }, 'nope'), age('gt', 1, 'nope'), ['field'], ['attribute.field']],
    [aged({ text: { contains: 'x' } }), age('contains', 'x'), ['operator'], ['attribute.value.text.contains']],
    [
      aged({ number: { between: { from: 2, to: 1 } } }),
      age('between', [2, 1]),
      ['value'],
      ['attribute.value.number.between'],
    ],
    [
      aged({ number: { between: { from: 1, to: 1e300 } } }),
      age('between', [1, 1e300]),
      ['value.1'],
      ['attribute.value.number.between.to'],
    ],
    [
      { tags: { hasAny: ['', 'a'] } },
      { type: 'tags', operator: 'has_any', value: ['', 'a'] },
      ['value.0'],
      ['tags.hasAny.0'],
    ],
    [{ engagement: { neverActive: false } }, { type: 'engagement' }, ['operator'], ['engagement.neverActive']],
    [aged({ isSet: false }), { type: 'attribute', field: 'age' }, ['operator'], ['attribute.value.isSet']],
    [{ segment: { in: UNKNOWN } }, { type: 'segment', operator: 'in', value: UNKNOWN }, ['value'], ['segment.in']],
    [
      { campaign: { opened: { campaignId: UNKNOWN, withinDays: 0 } } },
      { type: 'campaign', operator: 'opened', value: { campaign: UNKNOWN, within_days: 0 } },
      ['value.campaign', 'value.within_days'],
      ['campaign.opened.campaignId', 'campaign.opened.withinDays'],
    ],
    [
      { event: { performed: { name: 'a', where: [{ property: '', value: { text: { in: [] } } }] } } },
      {
        ...{ type: 'event', operator: 'performed' },
        value: { name: 'a', where: [{ property: '', operator: 'in', value: [] }] },
      },
      ['value.where.0.property', 'value.where.0.value'],
      ['event.performed.where.0.property', 'event.performed.where.0.value.text.in'],
    ],
    [{ group: { operator: 'OR', rules: [] } }, { operator: 'or', rules: [] }, ['rules'], ['group.rules']],
    [
      { campaign: { opened: { campaignId: UNKNOWN } } },
      { type: 'campaign', operator: 'opened', value: UNKNOWN },
      ['value'],
      ['campaign.opened.campaignId'],
    ],
    [
      { group: { operator: 'OR', rules: [{ sample: { percent: 0 } }] } },
      any({ type: 'sample', operator: 'percent', value: 0 }),
      ['rules.0.value'],
      ['group.rules.0.sample.percent'],
    ],
    [
      { triggerEvent: { property: 'total', value: { number: { gt: 1 } } } },
      { type: 'trigger_event', property: 'total', operator: 'gt', value: 1 },
      ['type'],
      ['triggerEvent'],
    ],
  ])('%j', async (typed, rule, jsonPaths, typedPaths) => {
    const typedConditions = { operator: 'OR', rules: [{ language: { equals: 'en' } }, typed] };
    const conditions = { operator: 'or', rules: [languageRule('en'), rule] };
    expect(await pathsOf({ conditions })).toEqual(jsonPaths.map((path) => `conditions.rules.1.${path}`));
    expect(await pathsOf({ typedConditions })).toEqual(typedPaths.map((path) => `typedConditions.rules.1.${path}`));
  });

  test('more rules than fifty', async () => {
    const many = Array.from({ length: 51 }, () => languageRule('en'));
    expect(await pathsOf({ conditions: all(...many) })).toEqual(['conditions']);
    expect(await pathsOf({ typedConditions: typedOf(all(...many)) })).toEqual(['typedConditions']);
  });
});

describe('values refused by the types never reach the domain', () => {
  test.each([
    [{ language: { equals: 'en', in: ['en'] } }],
    [{ language: {} }],
    [{ language: { equals: null } }],
    [{ language: { equals: 'en' }, tags: { hasAny: ['a'] } }],
    [{}],
    [{ weather: { is: 'rain' } }],
    [{ attribute: { field: 'age', value: { number: { gt: 'x' } } } }],
    [{ attribute: { value: { number: { gt: 1 } } } }],
    [{ group: { operator: 'XOR', rules: [] } }],
    [{ group: { operator: 'OR', rules: [{ group: { operator: 'OR', rules: [] } }] } }],
  ])('%j', async (rule) => {
    const { body } = await api.graphql(create, { input: { listId: list, name: 'Some', typedConditions: one(rule) } });
    expect(body.errors[0].message).toContain('got invalid value');
    expect(body.errors[0].extensions.issues[0].path.slice(0, 3)).toEqual(['typedConditions', 'rules', '0']);
    expect(body.data).toBeUndefined();
    // The path is that of the argument, whatever the variable is called.
    const previewed = await api.graphql(
      'query ($list: ID!, $c: SegmentConditionsInput) { previewSegment(listId: $list, typedConditions: $c) { subscribersCount } }',
      { list, c: one(rule) },
    );
    expect(previewed.body.errors[0].extensions.issues).toEqual(body.errors[0].extensions.issues);
  });

  test('groups of the deepest accepted nesting, and the next request is served', async () => {
    const deep = `${'{"operator":"AND","rules":[{"group":'.repeat(160)}null${'}]}'.repeat(160)}`;
    const variables = `{"list":"${list}","typedConditions":${deep}}`;
    const { body } = await post(`{"query":${JSON.stringify(PREVIEW)},"variables":${variables}}`);
    for (const { message } of body.errors) expect(message).toContain('got invalid value');
    expect(JSON.stringify(body).length).toBeLessThan(10_000);
    expect((await save({ typedConditions: one({ language: { equals: 'en' } }) })).name).toBe('Some');
  });
});

async function post(payload: string) {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
  const answer = await api.app.inject({ method: 'POST', url: '/graphql', headers, payload });
  return { status: answer.statusCode, body: JSON.parse(answer.payload) };
}

test('a rule on a deleted field still has its type', async () => {
  await declareFields(api, { shoe: 'number' });
  const rule = { attribute: { field: 'shoe', value: { number: { equals: 42 } } } };
  const { id } = await save({ typedConditions: one(rule) });
  expect((await api.rest('DELETE', '/fields/shoe')).status).toBe(204);
  const {
    updateSegment: { segment: updateSegment },
  } = await ask(api, update, { input: { id, name: 'Renamed' } });
  expect(asSent(updateSegment.typedConditions)).toEqual(one(rule));
});

test('exactly the rule types of the JSON have a typed form', async () => {
  const conditions = { operator: 'and', rules: [{ type: 'weather' }] };
  const { body } = await api.rest('POST', `/lists/${list}/segments`, { name: 'Some', conditions });
  const names = body.errors['conditions.rules.0.type'][0].match(/must be one of (.*)\./)[1].split(', ');
  const { __type } = await ask(api, '{ __type(name: "SegmentRuleInput") { isOneOf inputFields { name } } }');
  expect(__type.isOneOf).toBe(true);
  const typed = __type.inputFields.map(({ name }: { name: string }) => name);
  const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  expect(typed.sort()).toEqual([...names.map(camelCase), 'group', 'triggerEvent'].sort());
  const { SegmentRule } = (await api.app.inject('/openapi.json')).json().components.schemas;
  expect(Object.keys(SegmentRule.discriminator.mapping)).toEqual([...names, 'trigger_event']);
});

test("the documentation's examples are the same conditions in both forms", async () => {
  const page = readFileSync(new URL('../../../docs/segments.md', import.meta.url), 'utf8');
  const [, json] = page.match(/```json\n(.*?)```/s) as RegExpMatchArray;
  const [, graphql] = page.match(/```graphql\n(.*?)```/s) as RegExpMatchArray;
  const [saving, reading] = (graphql as string).split('\n\n') as [string, string];
  const {
    createSegment: { segment: createSegment },
  } = await ask(api, saving.replace('…', list));
  const { body } = await api.rest('GET', `/segments/${createSegment.id}`);
  const conditions = JSON.parse(json as string);
  expect(body.data.conditions).toEqual(conditions);
  const { segment } = await ask(api, reading.replace('…', createSegment.id));
  expect(asSent(segment.typedConditions)).toEqual(typedOf(conditions));
});

test('a rule of a newer version is read as JSON, beside the others', async () => {
  const known = { type: 'language', operator: 'equals', value: 'en' };
  const newer = { type: 'weather', operator: 'is', value: 'rain' };
  const { id } = await save({ conditions: { operator: 'and', rules: [known] } });
  const conditions = { operator: 'and', rules: [newer, known] };
  await api.db.segment.updateMany({ where: { id }, data: { conditions } });
  const query = `query ($id: ID!) { segment(id: $id) { typedConditions { rules {
    __typename ... on UnknownRule { unknown } } } } }`;
  const { segment } = await ask(api, query, { id });
  expect(segment.typedConditions.rules).toEqual([
    { __typename: 'UnknownRule', unknown: newer },
    { __typename: 'LanguageRule' },
  ]);
});
