import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../src/delivery/webhooks/start-webhooks.ts';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { stepSecrets } from '../../../src/domain/webhooks/step-secrets.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { runAutomations } from '../../support/run-automations.ts';
import { until } from '../../support/until.ts';
import { openReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let api: TestApp;
let receiver: WebhookReceiver;
let webhooks: Webhooks;
let list: string;

beforeAll(async () => {
  api = await openTestApp({ outboundAllow: ['127.0.0.1'] });
  list = await makeList(api);
  receiver = await openReceiver();
  webhooks = startWebhooks(api.installation);
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(async () => {
  await webhooks.stop();
  await closeRendering();
  receiver.close();
  await api.close();
});

/** An active automation with these steps, started by an event of this name. */
async function automate(event: string, steps: object[]): Promise<string> {
  const id = await makeAutomation(api, { name: event, list, trigger: { type: 'event', name: event }, steps });
  await changeStatus(api, id, 'activate');
  return id;
}

async function record(name: string, people: readonly string[], properties: object = {}): Promise<void> {
  const events = people.map((person) => ({ name, email: `${person}@people.test`, properties }));
  await api.rest('POST', '/events', { events });
  await runAutomations(api);
}

const statesOf = async (automation: string) =>
  (await api.rest('GET', `/automations/${automation}/runs`)).body.data.map(({ state }: { state: string }) => state);

test('people who reach a webhook continue at once, and the other system is notified of each', async () => {
  const body = { who: '{{ subscriber.email }}', total: '{{ event.total }}', from: '{{ automation.name }}' };
  const id = await automate('cart.abandoned', [{ id: 'notify', type: 'webhook', url: receiver.address(), body }]);
  await record('cart.abandoned', ['ada', 'bob'], { total: 40 });
  expect(await statesOf(id)).toEqual(['completed', 'completed']);
  await until(() => receiver.received.length === 2);
  const [secret] = await stepSecrets(api.db, api.installation.vault, api.teamId);
  const received = receiver.received.map(({ body, headers }) => new Webhook(secret!).verify(body, headers));
  expect(received).toHaveLength(2);
  for (const who of ['ada@people.test', 'bob@people.test']) {
    expect(received).toContainEqual({ who, total: '40', from: 'cart.abandoned' });
  }
});

test('a body that fails for one person delays that run alone', async () => {
  const body = '{% for i in (1..event.n) %}{{ i }}{% endfor %}';
  const id = await automate('counted', [{ id: 'notify', type: 'webhook', url: receiver.address(), body }]);
  const event = (person: string, n: number) => ({ name: 'counted', email: `${person}@people.test`, properties: { n } });
  await api.rest('POST', '/events', { events: [event('few', 3), event('many', 1_000_000_000)] });
  await runAutomations(api);
  await until(() => receiver.received.length === 1);
  expect(receiver.received[0]!.body).toBe('"123"');
  expect((await statesOf(id)).sort()).toEqual(['active', 'completed']);
  const stuck = await api.db.automationRun.findFirstOrThrow({ where: { automationId: id, state: 'active' } });
  expect(stuck.lastError).toContain('too much memory');
  const { data } = (await api.graphql(`{ automationRun(id: "${stuck.id}") { lastErrorCode } }`)).body;
  expect(data.automationRun).toEqual({ lastErrorCode: 'CONTENT' });
});

test('an address that webhooks cannot reach is refused at saving, with its path', async () => {
  const withWebhook = (url: string) => ({
    ...{ name: 'Notified', list, trigger: { type: 'api' } },
    steps: [{ type: 'wait_for', event: { name: 'a' }, timeout: 'P1D', then: [], else: [{ type: 'webhook', url }] }],
  });
  const refused = [
    ['http://shop.example/hook', 'must begin with https://'],
    ['https://10.0.0.1/hook', 'must be public'],
    ['http://localhost/hook', 'must be public'],
    ['https://[::1]/hook', 'must be public'],
  ] as const;
  const saved = (await api.rest('POST', '/automations', withWebhook(receiver.address()))).body.data;
  for (const [url, problem] of refused) {
    for (const [method, path] of [
      ['POST', '/automations'],
      ['PUT', `/automations/${saved.id}`],
    ] as const) {
      const { status, body } = await api.rest(method, path, withWebhook(url));
      expect([method, url, status]).toEqual([method, url, 422]);
      expect(body.errors['steps.0.else.0.url'][0]).toContain(problem);
    }
  }
  expect((await api.rest('GET', `/automations/${saved.id}`)).body.data).toEqual(saved);
  expect((await api.rest('POST', '/automations', withWebhook('https://shop.example/hook'))).status).toBe(201);
});
