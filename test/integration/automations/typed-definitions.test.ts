import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { CART, makeAutomation, readAutomation } from '../../support/automations.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask, fail } from '../../support/graphql.ts';
import { naiveCase } from '../../support/naive-automations/cases.ts';
import { expectMatchesComponent } from '../../support/openapi-response.ts';
import { all, declareFields, languageRule, makeSegment } from '../../support/segments.ts';
import { asSent, selectionOf } from '../../support/typed-conditions.ts';

const ROUNDS = Number(process.env.AUTOMATION_ROUNDS ?? 60);
const SEED = Number(process.env.AUTOMATION_SEED ?? 20_261_129);

let api: TestApp;
let list: string;
let segment: string;
let campaign: string;
let read: string;
let create: string;
let update: string;

beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await api.rest('POST', '/templates', TEMPLATE);
  await declareFields(api, { age: 'number', city: 'text', born: 'date', due: 'date', paid: 'boolean' });
  segment = (await makeSegment(api, list, all(languageRule('en')), 'English')).id;
  campaign = await makeCampaign(api, list);
  const { selection, fragments } = await selectionOf(api, 'AutomationDefinition');
  const answer = `{ id definition { ${selection} } }`;
  read = `query ($id: ID!) { automation(id: $id) ${answer} } ${fragments}`;
  create = `mutation ($input: CreateAutomationInput!) { createAutomation(input: $input) { automation ${answer} } } ${fragments}`;
  update = `mutation ($input: UpdateAutomationInput!) { updateAutomation(input: $input) { automation ${answer} } } ${fragments}`;
});
afterAll(() => api.close());

const PARTS = ['trigger', 'entry', 'exits', 'steps', 'send_window'] as const;
const partsOf = (automation: Record<string, unknown>) =>
  Object.fromEntries(PARTS.map((part) => [part, automation[part]]));

/** Creates an automation from JSON, reads it with types, and creates it again from them: the JSON must be the same. */
async function sentBack(given: object) {
  expectMatchesComponent('CreateAutomationInput', { ...CART, list, ...given });
  const id = await makeAutomation(api, { list, ...given });
  const json = partsOf(await readAutomation(api, id));
  const { automation } = await ask(api, read, { id });
  const definition = asSent(automation.definition) as Record<string, unknown>;
  const made = await ask(api, create, { input: { name: 'Again', listId: list, definition } });
  const again = made.createAutomation.automation;
  expect(partsOf(await readAutomation(api, again.id))).toEqual(json);
  expect(again.definition).toEqual(automation.definition);
  return definition;
}

const where = [
  { property: 'total', operator: 'gte', value: 5 },
  { property: 'cart.id', operator: 'equals', value: 'a' },
  { property: 'gift', operator: 'is_true' },
];
const ofTrigger = { property: 'cart.id', operator: 'equals', value: { trigger_property: 'cart.id' } };
const event = { name: 'order', where: [...where, ofTrigger] };
const exit = { type: 'exit' };
const trigger = { type: 'trigger_event', property: 'value', operator: 'gt', value: 10_000 };

/** The keys of a type, from the answer to a part of an unknown type. */
async function typesOf(part: object, path: string): Promise<string[]> {
  const { body } = await api.rest('POST', '/automations', { ...CART, list, ...part });
  return body.errors[path][0].match(/must be one of (.*)\./)[1].split(', ');
}

const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const keysOf = async (input: string): Promise<string[]> => {
  const { __type } = await ask(api, `{ __type(name: "${input}") { isOneOf inputFields { name } } }`);
  expect(__type.isOneOf).toBe(true);
  return __type.inputFields.map(({ name }: { name: string }) => name).sort();
};

test('exactly the types of the JSON have a typed form, in both interfaces', async () => {
  const steps = await typesOf({ steps: [{ type: '-' }] }, 'steps.0.type');
  expect(await keysOf('AutomationStepInput')).toEqual(steps.map(camelCase).sort());
  const triggers = await typesOf({ trigger: { type: '-' } }, 'trigger.type');
  expect(await keysOf('AutomationTriggerInput')).toEqual(triggers.map(camelCase).sort());
  const exits = await typesOf({ exits: [{ type: '-' }] }, 'exits.0.type');
  expect(await keysOf('AutomationExitInput')).toEqual(exits.map(camelCase).sort());
  const { schemas } = (await api.app.inject('/openapi.json')).json().components;
  const mapped = (name: string) => Object.keys(schemas[name].discriminator.mapping);
  expect(mapped('AutomationStep')).toEqual(steps);
  expect(mapped('AutomationTrigger')).toEqual(triggers);
  expect(mapped('AutomationExit')).toEqual(exits);
  for (const [name, wrong] of [
    ['AutomationStep', { type: 'send' }],
    ['AutomationStep', { type: 'jump' }],
    ['AutomationStep', { type: 'wait', for: '4 hours' }],
    ['AutomationTrigger', { type: 'date', field: 'born', at: '9' }],
    ['SegmentConditions', all({ type: 'sample', operator: 'percent', value: 100 })],
  ] as const) {
    expect(() => expectMatchesComponent(name, wrong), JSON.stringify(wrong)).toThrow(name);
  }
});

describe('a definition that was read with types can be sent back, and is the same JSON', () => {
  test('with each type of step and each of its keys', async () => {
    const sent = [
      { type: 'send', template: 'Issue' },
      {
        ...{ type: 'send', template: 'Issue', subject: 'Hi {{ event.name }}', from_email: 'a@shop.test' },
        ...{ from_name: 'Ann', tracking: false, transactional: true, strict: false },
        send_window: { from: '08:00', to: '20:00', weekdays: ['monday', 'sunday'] },
      },
      { type: 'send', template: 'Issue', send_window: null },
      { type: 'wait', for: 'PT4H' },
      { type: 'wait', until: { time: '09:00', weekdays: ['friday'] } },
      { type: 'wait', until_attribute: 'born', offset: '-P7D', time: '08:30' },
      { type: 'add_tags', tags: ['a', 'b'] },
      { type: 'remove_tags', tags: ['a'] },
      { type: 'set_attribute', key: 'city', value: 'Rome' },
      { type: 'set_attribute', key: 'age', value: 1.5 },
      { type: 'set_attribute', key: 'paid', value: false },
      { type: 'set_attribute', key: 'city', value: null },
      { type: 'subscribe', list },
      { type: 'unsubscribe', list },
      { type: 'webhook', url: 'https://shop.example/hook' },
      { type: 'webhook', url: 'https://shop.example/hook', body: { then: [null, { id: null, __typename: 'X' }] } },
      {
        ...{ type: 'wait_for', event, timeout: 'P1D' },
        then: [{ type: 'condition', if: { operator: 'or', rules: [trigger] }, then: [exit], else: [exit, exit] }],
        else: [
          {
            type: 'split',
            branches: [
              { name: 'then', percent: 50, steps: [exit] },
              { name: 'B', percent: 30 },
              { name: 'C', percent: 20, steps: [{ type: 'wait_for', event, timeout: 'PT1H' }, exit] },
            ],
          },
          exit,
        ],
      },
      exit,
    ];
    const { steps } = await sentBack({ steps: sent });
    const used = new Set((steps as object[]).flatMap((step) => Object.keys(step)));
    expect([...used].sort()).toEqual(await keysOf('AutomationStepInput'));
  });

  test('with each type of trigger and each of its keys', async () => {
    const used = new Set<string>();
    for (const trigger of [
      { type: 'event', name: 'order', where, max_age: 'P7D' },
      { type: 'event', name: 'order' },
      ...['subscribed', 'confirmed', 'unsubscribed'].map((type) => ({ type, imports: true })),
      ...['tag_added', 'tag_removed'].map((type) => ({ type, tag: 'vip', imports: true })),
      ...['segment_entered', 'segment_left'].map((type) => ({ type, segment, include_existing: true })),
      { type: 'date', field: 'born', offset: '-P7D', at: '07:00', every_year: true },
      { type: 'opened', campaign },
      { type: 'clicked', template: 'Issue', url: 'https://shop.example/sale' },
      { type: 'api' },
    ]) {
      const sent = await sentBack({ trigger });
      for (const key of Object.keys(sent.trigger as object)) used.add(key);
    }
    expect([...used].sort()).toEqual(await keysOf('AutomationTriggerInput'));
  });

  test('with the defaults that its JSON leaves out', async () => {
    const performed = { type: 'event', operator: 'performed', value: { name: 'order' } };
    const definition = await sentBack({
      trigger: { type: 'event', name: 'order' },
      exits: [{ type: 'event', name: 'refund' }],
      steps: [
        { type: 'wait_for', event: { name: 'order' }, timeout: 'P1D' },
        { type: 'send', template: 'Issue' },
        exit,
      ],
      entry: { if: all(performed as never) },
    });
    const id = expect.any(String);
    expect(definition).toEqual({
      trigger: { event: { name: 'order', maxAge: 'P1D', where: [] } },
      exits: [{ event: { name: 'refund', goal: false, where: [] } }],
      steps: [
        { waitFor: { step: id, event: { name: 'order', where: [] }, timeout: 'P1D' } },
        { send: { step: id, template: 'Issue', tracking: true, transactional: false } },
        { exit: { step: id } },
      ],
      entry: {
        again: 'AFTER_END',
        if: { operator: 'AND', rules: [{ event: { performed: { name: 'order', atLeast: 1, where: [] } } }] },
      },
    });
  });

  test('a default that was sent in JSON is left out of the JSON of the typed form', async () => {
    const id = await makeAutomation(api, { list, steps: [{ type: 'send', template: 'Issue', tracking: true }] });
    const { automation } = await ask(api, read, { id });
    await ask(api, update, { input: { id, definition: asSent(automation.definition) } });
    const { steps } = await readAutomation(api, id);
    expect(steps).toEqual([{ id: expect.any(String), type: 'send', template: 'Issue' }]);
    expect((await ask(api, read, { id })).automation).toEqual(automation);
  });

  test('with entry rules, exits and a send window', async () => {
    const { exits } = await sentBack({
      entry: { again: 'restart', not_within: 'P7D', if: all(trigger as never, languageRule('en')) },
      exits: [
        { type: 'event', ...event, goal: true },
        { type: 'segment', if: all(languageRule('de')), goal: false },
      ],
      send_window: { from: '22:00', to: '06:00', weekdays: ['monday'] },
    });
    expect((exits as object[]).flatMap((exit) => Object.keys(exit))).toEqual(await keysOf('AutomationExitInput'));
  });

  test(`with ${ROUNDS} random definitions (seed ${SEED})`, async () => {
    const other = await makeList(api, { name: 'Other' });
    for (const { definition } of fc.sample(naiveCase, { numRuns: ROUNDS, seed: SEED })) {
      const json = JSON.stringify(definition).replaceAll('"list":""', `"list":"${list}"`);
      await sentBack(JSON.parse(json.replaceAll('"list":"other"', `"list":"${other}"`)));
    }
  }, 600_000);
});

describe('errors name the path in the form that was sent', () => {
  const good = { trigger: { api: true }, steps: [{ exit: {} }] };
  const jsonGood = { trigger: { type: 'api' }, steps: [exit] };
  const pathsOf = async (given: object) => {
    const { extensions } = await fail(api, create, { input: { name: 'Some', listId: list, ...given } });
    expect(extensions.code).toBe('BAD_USER_INPUT');
    for (const { path, message } of extensions.issues ?? []) expect(message).toContain(`The ${path.join('.')} field `);
    return extensions.issues?.map(({ path }) => path.join('.'));
  };
  const sample = { operator: 'AND', rules: [{ sample: { percent: 0 } }] };
  const jsonSample = { operator: 'and', rules: [{ type: 'sample', operator: 'percent', value: 0 }] };

  test.each<[object, object, string[], string[]]>([
    [
      { steps: [{ exit: {} }, { send: { template: 'None', fromEmail: 'x' } }] },
      { steps: [exit, { type: 'send', template: 'None', from_email: 'x' }] },
      ['steps.1.from_email'],
      ['steps.1.send.fromEmail'],
    ],
    [
      { steps: [{ send: { template: 'None' } }] },
      { steps: [{ type: 'send', template: 'None' }] },
      ['steps.0.template'],
      ['steps.0.send.template'],
    ],
    [
      { steps: [{ send: { template: 'Issue', sendWindow: { hours: { from: '08:00', to: '08:00' } } } }] },
      { steps: [{ type: 'send', template: 'Issue', send_window: { from: '08:00', to: '08:00' } }] },
      ['steps.0.send_window.to'],
      ['steps.0.send.sendWindow.hours.to'],
    ],
    [
      { steps: [{ wait: {} }, { wait: { until: { time: '24:00' } } }] },
      { steps: [{ type: 'wait' }, { type: 'wait', until: { time: '24:00' } }] },
      ['steps.0.for', 'steps.1.until.time'],
      ['steps.0.wait.for', 'steps.1.wait.until.time'],
    ],
    [
      {
        steps: [
          { exit: { step: 'a' } },
          { waitFor: { step: 'w', event: { name: 'order' }, timeout: 'P1D' } },
          { condition: { step: 'c', within: { step: 'w', branch: 'else' }, if: sample } },
          {
            split: {
              step: 's',
              within: { step: 'c', branch: 'then' },
              branches: [
                { name: 'A', percent: 50 },
                { name: 'B', percent: 40 },
              ],
            },
          },
          { exit: { within: { step: 'w', branch: 'then' } } },
          { setAttribute: { within: { step: 's', branch: 'B' }, key: 'age', value: { text: 'old' } } },
          { exit: { step: 'a', within: { step: 's', branch: 'B' } } },
        ],
      },
      {
        steps: [
          { ...exit, id: 'a' },
          {
            ...{ id: 'w', type: 'wait_for', event: { name: 'order' }, timeout: 'P1D' },
            then: [exit],
            else: [
              {
                ...{ id: 'c', type: 'condition', if: jsonSample },
                then: [
                  {
                    ...{ id: 's', type: 'split' },
                    branches: [
                      { name: 'A', percent: 50 },
                      {
                        ...{ name: 'B', percent: 40 },
                        steps: [
                          { type: 'set_attribute', key: 'age', value: 'old' },
                          { ...exit, id: 'a' },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      [
        'steps.1.else.0.then.0.branches.1.steps.1.id',
        'steps.1.else.0.then.0.branches',
        'steps.1.else.0.if.rules.0.value',
        'steps.1.else.0.then.0.branches.1.steps.0.value',
      ],
      [
        'steps.6.exit.step',
        'steps.3.split.branches',
        'steps.2.condition.if.rules.0.sample.percent',
        'steps.5.setAttribute.value.text',
      ],
    ],
    [
      { trigger: { segmentEntered: { segmentId: 'x' } } },
      { trigger: { type: 'segment_entered', segment: 'x' } },
      ['trigger.segment'],
      ['trigger.segmentEntered.segmentId'],
    ],
    [
      {
        trigger: { event: { name: 'order', where: [{ property: 'a', value: { triggerProperty: { equals: 'b' } } }] } },
      },
      {
        trigger: {
          type: 'event',
          name: 'order',
          where: [{ property: 'a', operator: 'equals', value: { trigger_property: 'b' } }],
        },
      },
      ['trigger.where.0.value'],
      ['trigger.event.where.0.value.triggerProperty.equals'],
    ],
    [
      { entry: { notWithin: 'PT1S', if: sample }, exits: [{ segment: { if: sample } }, { event: { name: '!' } }] },
      {
        entry: { not_within: 'PT1S', if: jsonSample },
        exits: [
          { type: 'segment', if: jsonSample },
          { type: 'event', name: '!' },
        ],
      },
      ['entry.not_within', 'exits.1.name', 'entry.if.rules.0.value', 'exits.0.if.rules.0.value'],
      [
        'entry.notWithin',
        'exits.1.event.name',
        'entry.if.rules.0.sample.percent',
        'exits.0.segment.if.rules.0.sample.percent',
      ],
    ],
    [
      { sendWindow: { from: '08:00', to: '8' } },
      { sendWindow: { from: '08:00', to: '8' } },
      ['sendWindow.to'],
      ['sendWindow.to'],
    ],
  ])('%j', async (typed, json, jsonPaths, typedPaths) => {
    expect(await pathsOf({ ...jsonGood, ...json })).toEqual(jsonPaths);
    expect(await pathsOf({ definition: { ...good, ...typed } })).toEqual(
      typedPaths.map((path) => `definition.${path}`),
    );
  });

  test('a branch must be one of an earlier step', async () => {
    const branch = (step: string, branch: string) => ({ exit: { within: { step, branch } } });
    const condition = { condition: { step: 'c', if: { operator: 'AND', rules: [{ language: { equals: 'en' } }] } } };
    const steps = [branch('c', 'then'), condition, { exit: { step: 'x' } }, branch('c', 'maybe'), branch('x', 'then')];
    expect(await pathsOf({ definition: { ...good, steps } })).toEqual([
      'definition.steps.0.exit.within.step',
      'definition.steps.3.exit.within.branch',
      'definition.steps.4.exit.within.branch',
    ]);
  });

  test('one fragment reads the id and the place of every step', async () => {
    const steps = [
      { condition: { step: 'c', if: { operator: 'AND', rules: [{ language: { equals: 'en' } }] } } },
      { exit: { step: 'x', within: { step: 'c', branch: 'then' } } },
    ];
    const place = '... on AutomationStepSettings { step within { step branch } }';
    const { createAutomation } = await ask(
      api,
      `mutation ($input: CreateAutomationInput!) { createAutomation(input: $input) { automation { definition { steps {
        ... on ConditionStep { condition { ${place} } } ... on ExitStep { exit { ${place} } } } } } } }`,
      { input: { name: 'Placed', listId: list, definition: { ...good, steps } } },
    );
    expect(createAutomation.automation.definition.steps).toEqual([
      { condition: { step: 'c', within: null } },
      { exit: { step: 'x', within: { step: 'c', branch: 'then' } } },
    ]);
  });

  test('one fragment reads the id, type and place of every step without its settings', async () => {
    const steps = [
      { waitFor: { step: 'w', event: { name: 'order' }, timeout: 'P1D' } },
      { addTags: { step: 't', within: { step: 'w', branch: 'else' }, tags: ['late'] } },
    ];
    const { createAutomation } = await ask(
      api,
      `mutation ($input: CreateAutomationInput!) { createAutomation(input: $input) { automation { definition { steps {
        ... on PlacedStep { step type within { step branch } } } } } } }`,
      { input: { name: 'Read by place', listId: list, definition: { ...good, steps } } },
    );
    expect(createAutomation.automation.definition.steps).toEqual([
      { step: 'w', type: 'WAIT_FOR', within: null },
      { step: 't', type: 'ADD_TAGS', within: { step: 'w', branch: 'else' } },
    ]);
  });

  test('every member of the union of steps implements the interface', async () => {
    const types =
      '{ union: __type(name: "AutomationStep") { possibleTypes { name } } placed: __type(name: "PlacedStep") { possibleTypes { name } } }';
    const { union, placed } = await ask(api, types);
    const namesOf = (type: { possibleTypes: { name: string }[] }) => type.possibleTypes.map(({ name }) => name).sort();
    expect(namesOf(placed)).toEqual(namesOf(union));
    expect(namesOf(placed).length).toBeGreaterThan(10);
  });

  test('an unknown branch hides no other issue', async () => {
    const stray = { send: { template: 'Nowhere', within: { step: 'none', branch: 'then' } } };
    const input = { definition: { trigger: { event: { name: '!' } }, steps: [stray, { wait: { for: 'PT1S' } }] } };
    expect((await pathsOf(input))!.sort()).toEqual([
      'definition.steps.0.send.within.step',
      'definition.steps.1.wait.for',
      'definition.trigger.event.name',
    ]);
  });

  test('values that the types refuse never reach the domain', async () => {
    for (const [steps, path] of [
      [[{ send: { template: 'Issue' }, exit: {} }], 'definition.steps.0'],
      [[{ jump: {} }], 'definition.steps.0.jump'],
      [[{ send: { template: 7 } }], 'definition.steps.0.send.template'],
      [[{ send: {} }], 'definition.steps.0.send.template'],
    ] as const) {
      const { body } = await api.graphql(create, { input: { name: 'Some', definition: { ...good, steps } } });
      expect(body.errors[0].extensions.issues[0].path.join('.')).toBe(path);
    }
  });

  test('both forms at once are refused, and so is neither', async () => {
    expect(await pathsOf({ definition: good, steps: [exit] })).toEqual(['definition']);
    expect(await pathsOf({})).toEqual(['trigger', 'steps']);
  });
});

test('a change replaces the given parts, and keeps or resets the others', async () => {
  const change = async (id: string, definition: object) => {
    await ask(api, update, { input: { id, definition } });
    return partsOf(await readAutomation(api, id));
  };
  const id = await makeAutomation(api, {
    list,
    entry: { again: 'always' },
    send_window: { from: '08:00', to: '20:00' },
  });
  const before = partsOf(await readAutomation(api, id));
  const steps = [{ id: 'a', ...exit }];
  expect(await change(id, { steps: [{ exit: { step: 'a' } }] })).toEqual({ ...before, steps });
  const entry = { again: 'after_end' };
  expect(await change(id, { entry: null, sendWindow: null })).toEqual({ ...before, steps, entry, send_window: null });
  expect(await change(id, {})).toEqual({ ...before, steps, entry, send_window: null });
});

test('ready-made automations and versions have a typed definition, which can be simulated', async () => {
  const { selection, fragments } = await selectionOf(api, 'AutomationDefinition');
  const { readyMadeAutomations } = await ask(
    api,
    `{ readyMadeAutomations { key definition { ${selection} } } } ${fragments}`,
  );
  expect(readyMadeAutomations.length).toBeGreaterThan(3);
  const id = await makeAutomation(api);
  const query = `query ($id: ID!) { automation(id: $id) { versions { nodes { definition { ${selection} } } } } } ${fragments}`;
  const { automation } = await ask(api, query, { id });
  const definition = asSent(automation.versions.nodes[0].definition);
  const simulate =
    'query ($input: SimulateAutomationDefinitionInput!) { simulateAutomationDefinition(input: $input) { steps { step } } }';
  const { simulateAutomationDefinition } = await ask(api, simulate, { input: { definition } });
  expect(simulateAutomationDefinition.steps.map(({ step }: { step: string }) => step)).toEqual(['hour', 'mail']);
});

test('REST takes the JSON only', async () => {
  const { status, body } = await api.rest('POST', '/automations', { ...CART, definition: {} });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['definition']]);
});

test("the documentation's example is an automation, and is read as it was written", async () => {
  const page = readFileSync(new URL('../../../docs/automations.md', import.meta.url), 'utf8');
  const [, graphql] = page.match(/```graphql\n(.*?)```/s) as RegExpMatchArray;
  const [saving, reading] = (graphql as string).split('\n\n') as [string, string];
  for (const name of ['Cart', 'Cart with discount']) await api.rest('POST', '/templates', { ...TEMPLATE, name });
  const { id } = (await ask(api, saving)).createAutomation.automation;
  const { steps } = await readAutomation(api, id);
  expect(steps.map(({ type }: { type: string }) => type)).toEqual(['wait', 'condition']);
  expect([steps[1].then[0].template, steps[1].else[0].template]).toEqual(['Cart with discount', 'Cart']);
  const { definition } = (await ask(api, reading.replace('…', id))).automation;
  expect(definition.steps.map((step: object) => Object.keys(step)[0])).toEqual(['wait', 'condition', 'send', 'send']);
});

test('a trigger, an exit and a step of a newer version are read as JSON, beside the others', async () => {
  const id = await makeAutomation(api, { list });
  const { definition } = await api.db.automationVersion.findFirstOrThrow({ where: { automationId: id } });
  const [first] = (definition as { steps: { id: string }[] }).steps;
  const newer = {
    trigger: { type: 'moon' },
    exits: [{ type: 'tide' }],
    steps: [first, { id: 'far', type: 'teleport' }],
  };
  const data = { definition: { ...(definition as object), ...newer } as object };
  await api.db.automationVersion.updateMany({ where: { automationId: id }, data });
  const query = `query ($id: ID!) { automation(id: $id) { definition {
    trigger { ... on UnknownTrigger { unknown } } exits { ... on UnknownExit { unknown } }
    steps { __typename ... on PlacedStep { step type } ... on UnknownStep { unknown } } } } }`;
  const { automation } = await ask(api, query, { id });
  expect(automation.definition).toMatchObject({
    trigger: { unknown: { type: 'moon' } },
    exits: [{ unknown: { type: 'tide' } }],
    steps: [
      { step: first!.id },
      { __typename: 'UnknownStep', step: 'far', type: 'UNKNOWN', unknown: { type: 'teleport' } },
    ],
  });
});
