import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAutomations } from '../../../src/jobs/start-automations.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { insertAutomation, startRuns } from '../../support/at-step.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { fetchAs, readMessage, TEMPLATE_WITH_LINKS } from '../../support/received-messages.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Inbox;
let stopAutomations: () => Promise<void>;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  stopAutomations = startAutomations(api.installation.connection.db, api.installation.log);
  await api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  list = await makeList(api);
});
afterAll(async () => {
  await stopAutomations();
  await inbox.stop();
  await api.close();
});

const reportOf = async (id: string) => (await api.rest('GET', `/automations/${id}/report`)).body.data;

test('the report contains everything from the event to the goal', async () => {
  const people = ['ann', 'bob'].map((name) => ({ email: `${name}@people.test` }));
  await subscribe(api, list, people);
  const { body } = await api.rest('POST', '/automations', {
    ...{ name: 'Cart', list, trigger: { type: 'event', name: 'cart.abandoned' } },
    exits: [{ type: 'event', name: 'order', goal: true }],
    steps: [
      { id: 'remind', type: 'send', template: TEMPLATE_WITH_LINKS.name },
      { id: 'pause', type: 'wait', for: 'P1D' },
      { id: 'again', type: 'send', template: TEMPLATE_WITH_LINKS.name },
    ],
  });
  const automation = body.data;
  expect((await api.rest('POST', `/automations/${automation.id}/activate`)).status).toBe(200);
  for (const { email } of [...people, { email: 'stranger@people.test' }]) {
    await api.rest('POST', '/events', { email, name: 'cart.abandoned' });
  }
  const [mail] = await inbox.mailTo('ann@people.test');
  await inbox.mailTo('bob@people.test');
  await until(async () => (await reportOf(automation.id)).steps[0].sent === 2);
  await api.db.message.updateMany({ data: { sentAt: new Date(Date.now() - 60_000) } });
  await fetchAs(api, readMessage(mail!, 'ann@people.test').clicks[0]!);
  await api.rest('POST', '/events', { email: 'ann@people.test', name: 'order', value: 5400, currency: 'EUR' });
  await until(async () => (await reportOf(automation.id)).goals === 1);
  const revenue = [{ currency: 'EUR', revenue: 5400, orders: 1 }];
  const none = { opens: 0, unsubscribes: 0, bounces: 0, complaints: 0 };
  const untouched = { entered: 0, waiting: 0, done: 0, skipped: 0, failed: 0 };
  expect(await reportOf(automation.id)).toEqual({
    ...{ entered: 3, active: 1, completed: 0, exited: { goal: 1, not_subscribed: 1 }, failed: 0 },
    ...{ goals: 1, goal_rate: 0.333333, revenue },
    steps: [
      {
        ...{ step: 'remind', type: 'send', entered: 3, waiting: 0, done: 2, skipped: 1, failed: 0 },
        // A click implies an open.
        ...{ sent: 2, clicks: 1, revenue, ...none, opens: 1 },
      },
      { step: 'pause', type: 'wait', entered: 2, waiting: 1, done: 0, skipped: 0, failed: 0 },
      { step: 'again', type: 'send', ...untouched, sent: 0, clicks: 0, revenue: [], ...none },
    ],
  });
});

test('a transactional step counts an accepted e-mail as sent, and a refused one not', async () => {
  const people = ['fay', 'gus'].map((name) => ({ email: `${name}@people.test` }));
  await subscribe(api, list, people);
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London', from_email: 'care@shop.test' });
  inbox.server.recipients.set('gus@people.test', '550 5.7.1 not wanted');
  const { body } = await api.rest('POST', '/automations', {
    ...{ name: 'Receipts', list, trigger: { type: 'event', name: 'paid' } },
    steps: [{ id: 'receipt', type: 'send', template: TEMPLATE_WITH_LINKS.name, transactional: true }],
  });
  await api.rest('POST', `/automations/${body.data.id}/activate`);
  for (const { email } of people) await api.rest('POST', '/events', { email, name: 'paid' });
  const total = async (status: string) =>
    (await api.rest('GET', `/transactional-mails?status=${status}`)).body.meta.total;
  await until(async () => (await total('sent')) === 1 && (await total('failed')) === 1);
  await until(async () => (await api.db.outcome.count()) === 0);
  expect((await reportOf(body.data.id)).steps).toMatchObject([{ step: 'receipt', done: 2, sent: 1 }]);
});

test('a transactional step counts a mail that is opened and clicked again once, the mail counts each time', async () => {
  const email = 'hal@people.test';
  await subscribe(api, list, [{ email }]);
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London', from_email: 'care@shop.test' });
  const { body } = await api.rest('POST', '/automations', {
    ...{ name: 'Thanks', list, trigger: { type: 'event', name: 'thanked' } },
    steps: [{ id: 'thanks', type: 'send', template: TEMPLATE_WITH_LINKS.name, transactional: true }],
  });
  await api.rest('POST', `/automations/${body.data.id}/activate`);
  await api.rest('POST', '/events', { email, name: 'thanked' });
  const [received] = await inbox.mailTo(email);
  const message = readMessage(received!, email);
  const mail = async () => (await api.rest('GET', `/transactional-mails/${message.id}`)).body.data;
  await until(async () => (await mail()).status === 'sent');
  const sentAt = new Date(Date.now() - 60_000);
  await api.db.transactionalMail.updateMany({ where: { id: message.id }, data: { sentAt } });
  const counts = async () => {
    const [{ opens, clicks }] = (await reportOf(body.data.id)).steps;
    const own = await mail();
    return { step: [opens, clicks], mail: [own.opens, own.clicks] };
  };
  await fetchAs(api, message.pixel);
  expect(await counts()).toEqual({ step: [1, 0], mail: [1, 0] });
  for (const path of [message.clicks[0]!, message.clicks[0]!, message.pixel]) await fetchAs(api, path);
  expect(await counts()).toEqual({ step: [1, 1], mail: [2, 2] });
});

test('a step with a deleted template is retried, and reports why', async () => {
  const steps = [{ id: 'remind', type: 'send', template: 'No such' } as const];
  const automation = await insertAutomation(api, { listId: list, steps });
  await subscribe(api, list, [{ email: 'cem@people.test' }]);
  const [run] = await startRuns(api, automation, ['cem@people.test'], {}, { due: true });
  const read = () => api.db.automationRun.findFirstOrThrow({ where: { id: run!.id } });
  await until(async () => (await read()).failingSince !== null);
  expect(await read()).toMatchObject({ state: 'active', lastError: 'The template "No such" does not exist.' });
  await api.rest('POST', '/templates', { ...TEMPLATE_WITH_LINKS, name: 'No such' });
  await api.db.automationRun.updateMany({ where: { id: run!.id }, data: { dueAt: new Date() } });
  await inbox.mailTo('cem@people.test');
  await until(async () => (await read()).state === 'completed');
});

const REPORT =
  'report { entered active completed failed goals goalRate exited { reason count } revenue { currency orders } steps { step type entered sent } }';

test('each automation has its report, as the query by id returns it, with as many statements for all as for two', async () => {
  const steps = [{ id: 'pause', type: 'wait', for: 'P1D' } as const];
  for (let number = 0; number < 8; number += 1) await insertAutomation(api, { listId: list, steps });
  const page = `query ($first: Int!) { automations(first: $first) { nodes { id ${REPORT} } } }`;
  const { automations } = await ask(api, page, { first: 50 });
  expect(automations.nodes.length).toBeGreaterThan(10);
  expect(automations.nodes.some(({ report }: { report: { goals: number } }) => report.goals === 1)).toBe(true);
  const byId = `query ($id: ID!) { automation(id: $id) { id } ${REPORT.replace('report', 'automationReport(id: $id)')} }`;
  for (const { id, report } of automations.nodes)
    expect([id, (await ask(api, byId, { id })).automationReport]).toEqual([id, report]);
  // Running automations ask now and then, too.
  const count = async (first: number) => {
    const counts: number[] = [];
    for (let time = 0; time < 4; time += 1) counts.push((await api.statements(() => ask(api, page, { first }))).length);
    return Math.min(...counts);
  };
  expect(await count(8)).toBe(await count(2));
});
