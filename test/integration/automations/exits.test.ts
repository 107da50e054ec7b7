import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { complaint, HARD, SOFT } from '../../support/bounces.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { linkOf, visit } from '../../support/pages.ts';
import {
  activate,
  addressOf,
  at,
  enter,
  pathOf,
  readRun,
  readState,
  record,
  wrongFigures,
} from '../../support/running.ts';

// Each reason that ends a run, caused by the real action, while the run waits for a day.
let api: TestApp;
let list: string;
let automation: string;
const DAY = { id: 'day', type: 'wait', for: 'P1D' };
const goldGroup = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['gold'] }] };
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  await at(api, '2026-06-15T08:00:00Z');
  list = await makeList(api);
  automation = await activate(api, { list, steps: [DAY] });
});
afterAll(() => api.close());

const idOf = async (name: string) => (await readSubscriber(api, list, addressOf(name))).id;

/** Subscribes a person and adds them to the automation; returns the run. */
async function under(name: string, id = automation): Promise<string> {
  await subscribe(api, list, [{ email: addressOf(name) }]);
  const run = await enter(api, id, name);
  expect(await readState(api, run)).toBe('at day');
  return run;
}

test('a run ends by the link of an e-mail, or by the API: unsubscribed', async () => {
  const [one, two] = [await under('ann'), await under('bob')];
  const page = await visit(api, 'POST', linkOf(api, 'unsubscribe', await idOf('ann')), '');
  expect(page.status).toBe(200);
  await api.rest('POST', `/subscribers/${await idOf('bob')}/unsubscribe`);
  expect([await readState(api, one), await readState(api, two)]).toEqual([
    'exited unsubscribed',
    'exited unsubscribed',
  ]);
});

test('a run ends by leaving a list joined after the run began: unsubscribed', async () => {
  const joining = await activate(api, { list, steps: [{ type: 'subscribe', list }, DAY] });
  const [by, before] = [await enter(api, joining, 'ike'), await enter(api, automation, 'jon')];
  await subscribe(api, list, [{ email: addressOf('jon') }]);
  expect([await readState(api, by), await readState(api, before)]).toEqual(['at day', 'at day']);
  for (const name of ['ike', 'jon']) await api.rest('POST', `/subscribers/${await idOf(name)}/unsubscribe`);
  expect([await readState(api, by), await readState(api, before)]).toEqual([
    ...['exited unsubscribed', 'exited unsubscribed'],
  ]);
});

test('leaving another list does not end it', async () => {
  const run = await under('cat');
  const other = await makeList(api);
  await subscribe(api, other, [{ email: addressOf('cat') }]);
  const { id } = await readSubscriber(api, other, addressOf('cat'));
  await api.rest('POST', `/subscribers/${id}/unsubscribe`);
  await api.rest('DELETE', `/subscribers/${id}`);
  expect(await readState(api, run)).toBe('at day');
});

test('a run ends by a suppression of the address or of its domain: suppressed', async () => {
  const one = await under('dan');
  await subscribe(api, list, [{ email: 'ed@gone.test' }]);
  const { body } = await api.rest('POST', `/automations/${automation}/enter`, { email: 'ed@gone.test' });
  await api.rest('POST', '/suppressions', { email: addressOf('dan') });
  expect((await api.rest('POST', '/suppressions', { domain: 'gone.test' })).status).toBe(201);
  expect([await readState(api, one), await readState(api, body.data.id)]).toEqual([
    'exited suppressed',
    'exited suppressed',
  ]);
});

test('a run ends by erasing the person, at once and without a worker: erased', async () => {
  const run = await under('eve');
  await api.rest('POST', '/people/erase', { email: addressOf('eve') });
  expect(await readRun(api, run)).toMatchObject({ state: 'exited', exit_reason: 'erased', email: null });
});

test('a run ends by deleting the subscription: removed', async () => {
  const run = await under('flo');
  await api.rest('DELETE', `/subscribers/${await idOf('flo')}`);
  expect(await readState(api, run)).toBe('exited removed');
});

test('a run ends by a matching exit event, and a goal counts as one', async () => {
  const where = [{ property: 'total', operator: 'gte', value: 50 }];
  const exits = [
    { type: 'event', name: 'order', where, goal: true },
    { type: 'event', name: 'stop' },
  ];
  const id = await activate(api, { list, exits, steps: [DAY] });
  await record(api, 'gil', 'order', { properties: { total: 80 } });
  const [gil, hal, ida] = [await under('gil', id), await under('hal', id), await under('ida', id)];
  await record(api, 'gil', 'order', { properties: { total: 20 } });
  await record(api, 'hal', 'order', { properties: { total: 50 } });
  await record(api, 'ida', 'stop');
  expect([await readState(api, gil), await readState(api, hal), await readState(api, ida)]).toEqual([
    ...['at day', 'exited goal', 'exited exit'],
  ]);
  const { data } = (await api.rest('GET', `/automations/${id}/report`)).body;
  expect(data).toMatchObject({ entered: 3, goals: 1, exited: { goal: 1, exit: 1 } });
  expect(await wrongFigures(api, id)).toEqual([]);
});

test('a run ends by an event whose sender’s clock is slightly ahead', async () => {
  const id = await activate(api, { list, exits: [{ type: 'event', name: 'order' }], steps: [DAY] });
  const run = await under('jan', id);
  await record(api, 'jan', 'order', { occurred_at: '2026-06-15T08:05:00Z' });
  expect(await readState(api, run)).toBe('exited exit');
});

test('a run ends by an exit segment, when a worker looks at the run', async () => {
  const id = await activate(api, {
    list,
    exits: [{ type: 'segment', if: goldGroup, goal: true }],
    steps: [DAY, { ...DAY, id: 'more' }],
  });
  const run = await under('kim', id);
  await api.rest('POST', `/subscribers/${await idOf('kim')}/tags`, { tags: ['gold'] });
  await at(api, '2026-06-16T08:10:00Z');
  const ended = await readRun(api, run);
  expect(ended).toMatchObject({ state: 'exited', exit_reason: 'goal' });
  expect(pathOf(ended)).toEqual([]);
});

test('a run ends by the exit step, and by an e-mail to a person who is not subscribed', async () => {
  await api.rest('POST', '/templates', { name: 'M', editor: 'html', subject: 'Hi', content: '<p>Hi</p>' });
  const ending = await activate(api, { list, steps: [{ id: 'end', type: 'exit' }, DAY] });
  const mailing = await activate(api, { list, steps: [{ id: 'mail', type: 'send', template: 'M' }, DAY] });
  const [one, two] = [await enter(api, ending, 'lea'), await enter(api, mailing, 'lea')];
  expect([await readState(api, one), await readState(api, two)]).toEqual(['exited exit', 'exited not_subscribed']);
  expect(pathOf(await readRun(api, two))).toEqual(['mail skipped not_subscribed']);
});

test('a run ends by archiving: archived, and no one enters any more', async () => {
  const id = await activate(api, { list, steps: [DAY] });
  const run = await under('max', id);
  await api.rest('POST', `/automations/${id}/archive`);
  expect(await readState(api, run)).toBe('exited archived');
  expect((await api.rest('POST', `/automations/${id}/enter`, { email: addressOf('ned') })).status).toBe(409);
});

test('the figures of ended runs match the rows', async () => {
  expect(await wrongFigures(api, automation)).toEqual([]);
});

test('a run ends by a bounce and by a complaint received as mails: bounced, complained', async () => {
  const feedbackApp: FeedbackApp = await openFeedbackApp();
  try {
    const id = await activate(feedbackApp.api, { list: feedbackApp.list, steps: [DAY] });
    const [first, second] = [await feedbackApp.sendTo(), await feedbackApp.sendTo()];
    const runOf = async (email: string) =>
      (await feedbackApp.api.rest('POST', `/automations/${id}/enter`, { email })).body.data.id;
    const [one, two] = [await runOf(first.to), await runOf(second.to)];
    expect([await readState(feedbackApp.api, one), await readState(feedbackApp.api, two)]).toEqual([
      'at day',
      'at day',
    ]);
    await feedbackApp.sendToListener(first.returnPath, HARD[0]![1](first));
    await feedbackApp.sendToListener(second.returnPath, complaint(second));
    expect([await readState(feedbackApp.api, one), await readState(feedbackApp.api, two)]).toEqual([
      ...['exited bounced', 'exited complained'],
    ]);
  } finally {
    await feedbackApp.close();
  }
});

test('a run ends by soft bounces that end the subscription: bounced, even for an automation without a list when it next sends', async () => {
  const feedbackApp: FeedbackApp = await openFeedbackApp();
  try {
    const steps = [{ id: 'mail', type: 'send', template: 'T' }];
    const ids = [
      await activate(feedbackApp.api, { list: feedbackApp.list, steps: [DAY] }),
      await activate(feedbackApp.api, { list: null, steps }),
    ];
    const email = 'worn@people.test';
    for (const days of [4, 3, 2, 1, 0]) {
      const mail = await feedbackApp.sendTo(email);
      await feedbackApp.sendToListener(mail.returnPath, SOFT[0]![1](mail));
      const at = new Date(Date.now() - days * 86_400_000);
      await feedbackApp.api.db.feedback.updateMany({ where: { messageId: mail.id }, data: { at } });
    }
    expect((await readSubscriber(feedbackApp.api, feedbackApp.list, email)).status).toBe('bounced');
    for (const id of ids) {
      const { body } = await feedbackApp.api.rest('POST', `/automations/${id}/enter`, { email });
      expect(await readState(feedbackApp.api, body.data.id)).toBe('exited bounced');
    }
  } finally {
    await feedbackApp.close();
  }
});
