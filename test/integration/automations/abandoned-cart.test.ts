import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpOlderTeams, setUpTeam } from '../../../src/domain/automations/ready-made/set-up-team.ts';
import { createTeam } from '../../../src/domain/platform/teams.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { fetchAs } from '../../support/received-messages.ts';
import { runAutomations } from '../../support/run-automations.ts';
import { clockOf } from '../../support/simulated-clock.ts';

let testApp: TestApp;
let api: TestApp;
let inbox: Inbox;
let list: string;
let now = Date.now();
beforeAll(async () => {
  testApp = await openTestApp({}, { simulatedClock: true });
  inbox = await openInbox(testApp.installation);
  const { id, token } = await createTeam(testApp.db, { name: 'Bakery' }, { setUp: setUpTeam });
  const { id: teamId } = await testApp.db.team.findFirstOrThrow({ where: { publicId: id } });
  const options = { token };
  api = {
    ...testApp,
    ...{ token, teamId },
    rest: (method, path, body, given) => testApp.rest(method, path, body, { ...options, ...given }),
    graphql: (query, variables, given) => testApp.graphql(query, variables, { ...options, ...given }),
  };
  await api.rest('PATCH', '/team', { from_email: 'shop@shop.test', postal_address: 'Market Street 1, Porto' });
  list = await makeList(api);
});
afterAll(async () => {
  await inbox.stop();
  await testApp.close();
});

const ITEMS = [
  { name: 'Rye, 1 kg', quantity: 1, price: '€ 5.20' },
  { name: 'Walnut bread', quantity: 2, price: '€ 9.60' },
  { name: 'Butter croissant', quantity: 6, price: '€ 10.80' },
];
async function leaveCart(email: string): Promise<void> {
  const properties = { url: 'https://shop.test/cart', items: ITEMS };
  expect((await api.rest('POST', '/events', { email, name: 'cart.abandoned', properties })).status).toBe(201);
  await runAutomations(testApp);
}

/** Lets time pass and runs the work that is then due. */
async function pass(minutes: number): Promise<void> {
  now += minutes * 60_000;
  await clockOf(testApp).set(new Date(now));
  await runAutomations(testApp);
}

const automation = async () => (await api.rest('GET', '/automations')).body.data[0];
const runOf = async (email: string) =>
  (await api.rest('GET', `/automations/${(await automation()).id}/runs?email=${encodeURIComponent(email)}`)).body
    .data[0];

test('a new team has the abandoned cart, active, with its templates', async () => {
  expect(await automation()).toMatchObject({
    ...{ name: 'Abandoned cart', status: 'active', ready_made: 'abandoned-cart', list: null },
    trigger: { type: 'event', name: 'cart.abandoned' },
    warnings: expect.not.arrayContaining([expect.stringContaining('template')]),
  });
  const templates = (await api.rest('GET', '/templates')).body.data.map(({ name }: { name: string }) => name);
  expect(templates.sort()).toEqual(['Abandoned cart, first e-mail', 'Abandoned cart, second e-mail']);
});

test('an abandoned cart brings a reminder with all its items after an hour, and an order ends the run as a goal with its revenue', async () => {
  const email = 'ann@people.test';
  await subscribe(api, list, [{ email, first_name: 'Ann' }]);
  await pass(1);
  await leaveCart(email);
  await pass(59);
  expect(await runOf(email)).toMatchObject({ state: 'active', step: 'an-hour' });
  await pass(2);
  const [received] = await inbox.mailTo(email);
  expect(received!.mail.subject).toBe('Your cart is still here');
  for (const { name, price } of ITEMS) {
    expect(received!.mail.html).toContain(name);
    expect(received!.mail.html).toContain(price);
  }
  await inbox.settled('00000000-0000-4000-8000-000000000000');
  const link = /href="(http:\/\/[^"]+\/click\/[^"]+)"/.exec(String(received!.mail.html));
  await pass(10);
  await fetchAs(testApp, new URL(link![1] as string).pathname);
  await api.rest('POST', '/events', { email, name: 'order', value: 2560, currency: 'EUR', reference: 'order-1' });
  await pass(1);
  expect(await runOf(email)).toMatchObject({ state: 'exited', exit_reason: 'goal' });
  const { data } = (await api.rest('GET', `/automations/${(await automation()).id}/report`)).body;
  expect(data).toMatchObject({ goals: 1, revenue: [{ currency: 'EUR', revenue: 2560, orders: 1 }] });
  const step = data.steps.find(({ step }: { step: string }) => step === 'first-e-mail');
  expect(step).toMatchObject({ sent: 1, revenue: [{ currency: 'EUR', revenue: 2560, orders: 1 }] });
  await pass(3 * 24 * 60);
  expect(await inbox.mailTo(email)).toHaveLength(1);
});

test('people who order within the hour get no reminder', async () => {
  const email = 'ben@people.test';
  await subscribe(api, list, [{ email }]);
  await leaveCart(email);
  await pass(30);
  await api.rest('POST', '/events', { email, name: 'order', value: 100, currency: 'EUR' });
  await pass(120);
  expect(await runOf(email)).toMatchObject({ state: 'exited', exit_reason: 'goal' });
  expect(inbox.server.received.some(({ envelope }) => envelope.to.includes(email))).toBe(false);
});

test('runs show that a person is not subscribed', async () => {
  await leaveCart('guest@people.test');
  await pass(90);
  expect(await runOf('guest@people.test')).toMatchObject({ state: 'exited', exit_reason: 'not_subscribed' });
});

test('people who do not order get one more reminder a day later', async () => {
  const email = 'cem@people.test';
  await subscribe(api, list, [{ email }]);
  await leaveCart(email);
  await pass(61);
  await inbox.mailTo(email);
  await pass(25 * 60);
  const subjects = (await inbox.mailTo(email, 2)).map(({ mail }) => mail.subject);
  expect(subjects).toEqual(['Your cart is still here', 'Do you still want these items?']);
  expect(await runOf(email)).toMatchObject({ state: 'completed' });
});

test('an older team gets it as a draft, once, and keeps its own templates', async () => {
  const older = await openTeam(testApp);
  const own = { name: 'Abandoned cart, first e-mail', editor: 'html', content: '<p>Ours</p>' };
  await older.rest('POST', '/templates', own);
  expect(await setUpOlderTeams(testApp.installation.connection.db)).toBeGreaterThan(0);
  expect(await setUpOlderTeams(testApp.installation.connection.db)).toBe(0);
  const { data } = (await older.rest('GET', '/automations')).body;
  expect(data).toMatchObject([{ status: 'draft', ready_made: 'abandoned-cart' }]);
  expect(data[0].steps[1].template).toBe('Abandoned cart, first e-mail (2)');
});

test('it can be paused like any automation', async () => {
  const { id } = await automation();
  expect((await api.rest('POST', `/automations/${id}/pause`)).body.data.status).toBe('paused');
  await leaveCart('ann@people.test');
  await pass(90);
  expect(await runOf('ann@people.test')).toMatchObject({ state: 'exited' });
});

const KEYS = ['abandoned-cart', 'welcome', 'win-back', 'birthday', 'post-purchase', 'browse-abandonment'];

test('ready-made automations are listed alike in REST and GraphQL', async () => {
  const { body } = await api.rest('GET', '/ready-made-automations');
  expect(body.data.map(({ key }: { key: string }) => key)).toEqual(KEYS);
  const query = '{ readyMadeAutomations { key name description trigger entry exits steps } }';
  expect((await ask(api, query)).readyMadeAutomations).toEqual(body.data);
});

interface StepOutcome {
  step: string;
  outcome: string;
  at: string;
}
const outcomesOf = (all: StepOutcome[]) => all.map(({ step, outcome }) => [step, outcome]);

test.each(KEYS)('%s makes a draft for the team that can be activated, and simulations match real runs', async (key) => {
  const { status, body } = await api.rest('POST', '/automations', { ready_made: key, list });
  expect([status, body]).toMatchObject([201, { data: { status: 'draft', ready_made: key, list } }]);
  const { id, trigger } = body.data;
  const email = `${key}@people.test`;
  await subscribe(api, list, [{ email, first_name: 'Dora' }]);
  await runAutomations(testApp);
  expect((await api.rest('POST', `/automations/${id}/activate`)).status).toBe(200);
  const properties = {
    ...{ url: 'https://shop.test/cart', review_url: 'https://shop.test/review', name: 'Rye' },
    items: ITEMS,
  };
  const event = trigger.type === 'event' ? { event: { name: trigger.name, properties } } : {};
  now += 60_000;
  const simulated = await api.rest('POST', `/automations/${id}/simulate`, {
    ...{ email, start_at: new Date(now).toISOString(), ...event },
  });
  expect(simulated.body.data.ended_as).toBe('completed');

  await clockOf(testApp).set(new Date(now));
  if (trigger.type === 'event') {
    await api.rest('POST', '/events', { email, name: trigger.name, properties });
  } else {
    expect((await api.rest('POST', `/automations/${id}/enter`, { email })).status).toBe(201);
  }
  await runAutomations(testApp);
  const run = async () =>
    (await api.rest('GET', `/automation-runs/${(await api.rest('GET', `/automations/${id}/runs`)).body.data[0].id}`))
      .body.data;
  for (let one = await run(); one.state === 'active'; one = await run()) {
    now = Date.parse(one.wait_until);
    await pass(0);
  }
  const { state, steps } = await run();
  const predicted: StepOutcome[] = simulated.body.data.steps;
  expect([state, outcomesOf(steps)]).toEqual(['completed', outcomesOf(predicted)]);
  // The seconds of the clock pass as usual.
  for (const [index, { at }] of predicted.entries()) {
    expect(Math.abs(Date.parse(at) - Date.parse(steps[index].at))).toBeLessThan(120_000);
  }
  const sent = simulated.body.data.steps.filter(({ type }: { type: string }) => type === 'send');
  const mails = await inbox.mailTo(email, sent.length);
  expect(mails.map(({ mail }) => mail.subject).sort()).toEqual(
    sent.map(({ subject }: { subject: string }) => subject).sort(),
  );
  await api.rest('POST', `/automations/${id}/archive`);
});

test('an unknown ready-made automation, or one that needs a list, is refused with its field', async () => {
  const unknown = await api.rest('POST', '/automations', { ready_made: 'dance' });
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['ready_made']]);
  const listless = await api.rest('POST', '/automations', { ready_made: 'welcome' });
  expect([listless.status, Object.keys(listless.body.errors)]).toEqual([422, ['list']]);
});
