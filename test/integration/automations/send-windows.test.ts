import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { ask } from '../../support/graphql.ts';
import { activate, addressOf, at, HOUR, pathOf, record, runsOf, stateOf } from '../../support/running.ts';

// Quiet hours: e-mails that come due outside a window wait until it opens, by each person's clock.
let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  list = await makeList(api);
  await api.rest('PATCH', '/team', { from_email: 'shop@shop.test', timezone: 'Europe/Berlin' });
  await api.rest('POST', '/templates', { name: 'Cart', editor: 'html', subject: 'Cart', content: '<p>Cart</p>' });
});
afterAll(() => api.close());
afterEach(async () => {
  const active = await api.db.automation.findMany({
    where: { teamId: api.teamId, status: { in: ['active', 'paused'] } },
  });
  for (const { id } of active) await changeStatus(api, id, 'archive');
});

const MAIL = { id: 'mail', type: 'send', template: 'Cart' };
const DAY = { from: '08:00', to: '20:00' };
const trigger = { type: 'event', name: 'cart' };
const states = async (id: string, name: string) => (await runsOf(api, id, name)).map(stateOf);

/** Returns when an e-mail due at a moment would leave, by the automation's window and the step's. */
async function sentAt(due: string, send_window: unknown, step: object = {}, email?: string): Promise<string> {
  const { body, status } = await api.rest('POST', '/automations/simulate', {
    ...{ list, trigger: { type: 'api' }, steps: [{ ...MAIL, ...step }], start_at: due, ...(email && { email }) },
    ...(send_window !== undefined && { send_window }),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.ended_as).toBe('completed');
  const [{ at, reason }] = body.data.steps;
  expect(reason).toBe(at === new Date(due).toISOString() ? null : 'send_window');
  return at;
}

test('an e-mail due at night waits for the person’s morning, or else the team’s', async () => {
  await at(api, '2026-06-15T17:30:00Z');
  await subscribe(api, list, [
    { email: addressOf('tokyo'), timezone: 'Asia/Tokyo' },
    { email: addressOf('berlin') },
    { email: addressOf('la'), timezone: 'America/Los_Angeles' },
  ]);
  const id = await activate(api, { list, trigger, steps: [HOUR, MAIL], send_window: DAY });
  for (const name of ['tokyo', 'berlin', 'la']) await record(api, name, 'cart');
  await runsOf(api, id, 'la');
  // 18:31 in UTC is 20:31 in Berlin, 03:31 in Tokyo and 11:31 in Los Angeles.
  await at(api, '2026-06-15T18:31:00Z');
  expect(await states(id, 'tokyo')).toEqual(['at mail']);
  expect(await states(id, 'berlin')).toEqual(['at mail']);
  expect(await states(id, 'la')).toEqual(['completed']);
  const [waiting] = await runsOf(api, id, 'berlin');
  expect(waiting!.wait_until).toBe('2026-06-16T06:00:00.000Z');
  // An event that wakes the run does not open the window.
  await record(api, 'berlin', 'cart');
  expect(await states(id, 'berlin')).toEqual(['at mail']);
  await at(api, '2026-06-15T23:01:00Z');
  expect((await runsOf(api, id, 'tokyo')).map(pathOf)).toEqual([['hour', 'mail send_window']]);
  expect(await states(id, 'berlin')).toEqual(['at mail']);
  await at(api, '2026-06-16T06:01:00Z');
  expect(await states(id, 'berlin')).toEqual(['completed']);
  const { data } = (await api.rest('GET', `/automations/${id}/report`)).body;
  expect(data.steps[1]).toMatchObject({ step: 'mail', entered: 3, waiting: 0, done: 3 });
});

test('an order at night still ends the run, and an e-mail delayed by a pause also waits for the sending hours', async () => {
  await at(api, '2026-06-15T20:00:00Z');
  await subscribe(api, list, [{ email: addressOf('ann') }, { email: addressOf('ben') }]);
  const exits = [{ type: 'event', name: 'order', goal: true }];
  const id = await activate(api, { list, trigger, exits, steps: [MAIL], send_window: DAY });
  for (const name of ['ann', 'ben']) await record(api, name, 'cart');
  expect(await states(id, 'ann')).toEqual(['at mail']);
  await record(api, 'ann', 'order');
  expect(await states(id, 'ann')).toEqual(['exited goal']);
  await states(id, 'ben');
  await changeStatus(api, id, 'pause');
  await at(api, '2026-06-16T07:00:00Z');
  await at(api, '2026-06-16T21:00:00Z');
  await changeStatus(api, id, 'activate');
  expect(await states(id, 'ben')).toEqual(['at mail']);
  await at(api, '2026-06-17T06:01:00Z');
  expect(await states(id, 'ben')).toEqual(['completed']);
});

test('the step overrides the automation, and null means any time', async () => {
  const night = '2026-06-15T22:00:00Z'; // Midnight in Berlin.
  expect(await sentAt(night, undefined)).toBe('2026-06-15T22:00:00.000Z');
  expect(await sentAt(night, DAY)).toBe('2026-06-16T06:00:00.000Z');
  expect(await sentAt(night, DAY, { send_window: null })).toBe('2026-06-15T22:00:00.000Z');
  expect(await sentAt(night, DAY, { send_window: { from: '10:30', to: '11:00' } })).toBe('2026-06-16T08:30:00.000Z');
  expect(await sentAt(night, undefined, { send_window: DAY })).toBe('2026-06-16T06:00:00.000Z');
  expect(await sentAt(night, DAY, { transactional: true })).toBe('2026-06-16T06:00:00.000Z');
});

/** The window, when the e-mail is due by clocks in Berlin, and when it leaves. */
const MOMENTS: [string, object, string, string][] = [
  ['just before it opens', DAY, '2026-06-15T07:59:59+02:00', '2026-06-15T08:00:00+02:00'],
  ['as it opens', DAY, '2026-06-15T08:00:00+02:00', '2026-06-15T08:00:00+02:00'],
  ['just before it closes', DAY, '2026-06-15T19:59:59+02:00', '2026-06-15T19:59:59+02:00'],
  ['as it closes', DAY, '2026-06-15T20:00:00+02:00', '2026-06-16T08:00:00+02:00'],
  ['across midnight, before', { from: '22:00', to: '02:00' }, '2026-06-15T21:00:00+02:00', '2026-06-15T22:00:00+02:00'],
  ['across midnight, within', { from: '22:00', to: '02:00' }, '2026-06-16T01:59:00+02:00', '2026-06-16T01:59:00+02:00'],
  ['across midnight, after', { from: '22:00', to: '02:00' }, '2026-06-16T02:00:00+02:00', '2026-06-16T22:00:00+02:00'],
  [
    'on weekdays, on Friday',
    { ...DAY, weekdays: ['monday', 'friday'] },
    '2026-06-19T20:00:00+02:00',
    '2026-06-22T08:00:00+02:00',
  ],
  [
    'on weekdays, on Sunday',
    { ...DAY, weekdays: ['monday'] },
    '2026-06-21T12:00:00+02:00',
    '2026-06-22T08:00:00+02:00',
  ],
  [
    'Friday night, on Saturday',
    { from: '22:00', to: '02:00', weekdays: ['friday'] },
    '2026-06-20T01:00:00+02:00',
    '2026-06-20T01:00:00+02:00',
  ],
  [
    'Friday night, on Friday morning',
    { from: '22:00', to: '02:00', weekdays: ['friday'] },
    '2026-06-19T01:00:00+02:00',
    '2026-06-19T22:00:00+02:00',
  ],
  // On 29 March 2026 clocks jump from 02:00 to 03:00, on 25 October back from 03:00 to 02:00.
  [
    'in spring, opening in the gap',
    { from: '02:30', to: '06:00' },
    '2026-03-29T01:00:00+01:00',
    '2026-03-29T03:00:00+02:00',
  ],
  [
    'in spring, all of it in the gap',
    { from: '02:10', to: '02:50' },
    '2026-03-29T01:00:00+01:00',
    '2026-03-30T02:10:00+02:00',
  ],
  [
    'in spring, across the gap',
    { from: '22:00', to: '02:30' },
    '2026-03-29T01:59:00+01:00',
    '2026-03-29T01:59:00+01:00',
  ],
  [
    'in autumn, opening in the hour that is twice',
    { from: '02:30', to: '06:00' },
    '2026-10-25T01:00:00+02:00',
    '2026-10-25T02:30:00+02:00',
  ],
  [
    'in autumn, after the first closing',
    { from: '22:00', to: '02:30' },
    '2026-10-25T02:30:00+02:00',
    '2026-10-25T22:00:00+01:00',
  ],
];

test.each(MOMENTS)('%s', async (_, window, due, leaves) => {
  expect(await sentAt(due, window)).toBe(new Date(leaves).toISOString());
});

test('it is part of the definition: shown, copied, changed, reset and versioned, in REST and GraphQL', async () => {
  const window = { from: '08:00', to: '20:00', weekdays: ['monday', 'friday'] };
  const id = await makeAutomation(api, {
    list,
    trigger,
    steps: [{ ...MAIL, send_window: null }, HOUR],
    send_window: window,
  });
  const { data: copy } = (await api.rest('POST', `/automations/${id}/duplicate`)).body;
  expect(copy).toMatchObject({ send_window: window, steps: [{ send_window: null }, {}] });
  await changeStatus(api, id, 'activate');
  const change = async (body: object) => (await api.rest('PUT', `/automations/${id}`, body)).body.data;
  expect(await change({ send_window: window })).toMatchObject({ version: 1 });
  expect(await change({ send_window: DAY })).toMatchObject({ version: 2, send_window: DAY });
  expect(await change({ name: 'Other' })).toMatchObject({ version: 2, send_window: DAY });
  expect(await change({ send_window: null })).toMatchObject({ version: 3, send_window: null });
  const { body } = await api.rest('GET', `/automations/${id}/versions`);
  expect(body.data.map(({ send_window }: { send_window: unknown }) => send_window)).toEqual([null, DAY, window]);
  const {
    updateAutomation: { automation: updateAutomation },
  } = await ask(
    api,
    `mutation ($input: UpdateAutomationInput!) { updateAutomation(input: $input) { automation { sendWindow } } }`,
    { input: { id, sendWindow: DAY } },
  );
  expect(updateAutomation).toEqual({ sendWindow: DAY });
});

test('an impossible window is refused with its path', async () => {
  const errorsOf = async (input: object) => {
    const { status, body } = await api.rest('POST', '/automations', {
      name: 'A',
      list,
      trigger,
      steps: [MAIL],
      ...input,
    });
    expect(status).toBe(422);
    return Object.keys(body.errors);
  };
  expect(await errorsOf({ send_window: { from: '08:00', to: '08:00' } })).toEqual(['send_window.to']);
  expect(await errorsOf({ send_window: { from: '8:00', to: '24:00' } })).toEqual([
    'send_window.from',
    'send_window.to',
  ]);
  expect(await errorsOf({ send_window: { from: '08:00' } })).toEqual(['send_window.to']);
  expect(await errorsOf({ send_window: { ...DAY, weekdays: ['mon', 'friday'] } })).toEqual(['send_window.weekdays.0']);
  expect(await errorsOf({ send_window: { ...DAY, weekdays: [] } })).toEqual(['send_window.weekdays']);
  expect(await errorsOf({ send_window: { ...DAY, days: ['monday'] } })).toEqual(['send_window.days']);
  expect(await errorsOf({ send_window: { ...DAY, timezone: 'UTC' } })).toEqual(['send_window.timezone']);
  expect(await errorsOf({ send_window: 'night' })).toEqual(['send_window']);
  expect(await errorsOf({ steps: [{ ...MAIL, send_window: { from: '08:00', to: 'x' } }] })).toEqual([
    'steps.0.send_window.to',
  ]);
  expect(await errorsOf({ steps: [{ ...HOUR, send_window: DAY }] })).toEqual(['steps.0.send_window']);
});
