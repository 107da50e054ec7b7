import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { StepOf } from '../../../src/domain/automations/definition/definition.ts';
import type {
  RunAtStep,
  StepContext,
  StepOutcome,
  Subscription,
  TriggerEvent,
} from '../../../src/domain/automations/steps/step-kind.ts';
import { takeWebhook } from '../../../src/domain/automations/steps/webhook.ts';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { newId, personKey } from '../../../src/ids.ts';
import { createScope, type Scope, transaction, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';

const NOW = new Date('2027-03-01T10:00:00.000Z');
const AUTOMATION = { id: newId(), name: 'Abandoned cart', listId: null, version: 3 };
const URL_OF_SHOP = 'https://shop.example:8443/hooks?from=tidings';

let api: TestApp;
let scope: Scope;
let list: string;
const subscriptions = new Map<string, Subscription>();

beforeAll(async () => {
  api = await openTestApp();
  scope = createScope(api.db, { id: api.teamId }, WORKER);
  list = await makeList(api, { name: 'News' });
  await api.rest('PATCH', '/team', { name: 'The shop' });
  await subscribe({ email: 'ada@people.test', first_name: 'Ada "the" first', tags: ['vip'] });
  await subscribe({ email: 'bob@people.test', first_name: 'Bob' });
});
afterEach(() => api.db.webhookDelivery.deleteMany());
afterAll(async () => {
  await closeRendering();
  await api.close();
});

async function subscribe(row: { email: string; [key: string]: unknown }): Promise<void> {
  const { body } = await api.rest('POST', `/lists/${list}/subscribers`, row);
  subscriptions.set(personKey(api.teamId, row.email), { id: body.data.id, listId: list, status: 'subscribed' });
}

const cart = (properties: Record<string, unknown>): TriggerEvent => ({
  ...{ name: 'cart.abandoned', properties, value: 12.5, currency: 'EUR' },
  occurred_at: '2027-03-01T09:00:00.000Z',
});

const runOf = (email: string, event: TriggerEvent | null = null): RunAtStep => ({
  ...{ id: newId(), person: personKey(api.teamId, email), event, eventId: null },
  ...{ startedAt: NOW, enteredAt: NOW, waitUntil: null },
});

type Webhook = StepOf<'webhook'>;

const step = (body?: unknown): Webhook => ({
  ...{ type: 'webhook', id: 'notify', url: URL_OF_SHOP },
  ...(body !== undefined && { body }),
});

/** Runs the step in a transaction, as the worker does. */
const take = (runs: readonly RunAtStep[], given: Webhook, within = scope): Promise<ReadonlyMap<string, StepOutcome>> =>
  transaction(within, (scope) => {
    const context: StepContext = {
      ...{ scope, automation: AUTOMATION, now: NOW, forgetSubscriptions: () => {} },
      subscriptionsOf: async (asked) =>
        new Map(
          asked.flatMap(({ id, person }) => {
            const subscription = subscriptions.get(person);
            return subscription ? [[id, subscription]] : [];
          }),
        ),
    };
    return takeWebhook(context, given, runs);
  });

const filedFor = async (run: RunAtStep) => {
  const deliveries = await api.db.webhookDelivery.findMany({ where: { runId: run.id } });
  return deliveries.map(({ body }) => JSON.parse(body));
};

test('a step without a body sends the event and the person', async () => {
  const [ada, known] = [runOf('ada@people.test', cart({ items: 2 })), runOf('bob@people.test')];
  expect([...(await take([ada, known], step())).values()]).toEqual([{ outcome: 'done' }, { outcome: 'done' }]);
  expect(await filedFor(ada)).toEqual([
    {
      type: 'automation.step',
      timestamp: '2027-03-01T10:00:00.000Z',
      data: {
        ...{ automation: AUTOMATION.id, run: ada.id, step: 'notify', email: 'ada@people.test' },
        ...{ subscriber: subscriptions.get(ada.person)!.id, event: cart({ items: 2 }) },
      },
    },
  ]);
  expect((await filedFor(known))[0].data.event).toBeNull();
  expect(await api.db.webhookDelivery.findFirst({ where: { runId: ada.id } })).toMatchObject({
    ...{ kind: 'automation.step', step: 'notify', personKey: ada.person, url: URL_OF_SHOP, host: 'shop.example:8443' },
    ...{ state: 'pending', attempts: 0, dueAt: NOW, createdAt: NOW },
  });
});

test('the strings of a body are Liquid, at any depth; everything else stays the same', async () => {
  const body = {
    name: '{{ subscriber.first_name }}',
    '{{ event.items }}': [
      { deep: ['{{ event.items }} of {{ event.name }} at {{ event.value }} {{ event.currency }}'] },
    ],
    plain: 'Hello',
    ...{ count: 7, on: true, nothing: null },
    where: '{{ list.name }}, {{ team.name }}, {{ automation.name }} {{ automation.version }}',
    tags: '{% for tag in subscriber.tags %}{{ tag | upcase }}{% endfor %}',
  };
  const [ada, bob] = [runOf('ada@people.test', cart({ items: 2 })), runOf('bob@people.test', cart({ name: 'mine' }))];
  await take([ada, bob], step(body));
  expect(await filedFor(ada)).toEqual([
    {
      name: 'Ada "the" first',
      '{{ event.items }}': [{ deep: ['2 of cart.abandoned at 12.5 EUR'] }],
      ...{ plain: 'Hello', count: 7, on: true, nothing: null },
      where: 'News, The shop, Abandoned cart 3',
      tags: 'VIP',
    },
  ]);
  expect((await filedFor(bob))[0]).toMatchObject({
    '{{ event.items }}': [{ deep: [' of mine at 12.5 EUR'] }],
    tags: '',
  });
});

test('a body may be any JSON, and a person without a subscription is identified by address', async () => {
  await api.rest('POST', '/events', { name: 'visit', email: 'guest@people.test' });
  const guest = runOf('guest@people.test');
  await take([guest], step(['{{ subscriber.email }}{{ list.name }}', 1, 'x']));
  expect(await filedFor(guest)).toEqual([['guest@people.test', 1, 'x']]);
});

test('keys that have a meaning to JavaScript are data', async () => {
  const ada = runOf('ada@people.test');
  await take([ada], step(JSON.parse('{"__proto__": {"a": "{{ subscriber.email }}"}, "constructor": "x"}')));
  const { body } = await api.db.webhookDelivery.findFirstOrThrow();
  expect(body).toBe('{"__proto__":{"a":"ada@people.test"},"constructor":"x"}');
});

test('Liquid that fails for one person fails their step with the reason, and the others continue', async () => {
  const body = { list: '{% for i in (1..event.n) %}{{ i }}{% endfor %}' };
  const runs = [1, 2, 1_000_000_000, 3].map((n) => runOf('ada@people.test', cart({ n })));
  const outcomes = await take(runs, step(body));
  expect(runs.map(({ id }) => outcomes.get(id))).toEqual([
    { outcome: 'done' },
    { outcome: 'done' },
    { outcome: 'cannot', reason: expect.stringContaining('too much memory') },
    { outcome: 'done' },
  ]);
  expect(await filedFor(runs[2]!)).toEqual([]);
  expect(await filedFor(runs[3]!)).toEqual([{ list: '123' }]);
});

test('a template that is slow for everybody is abandoned, and blocks nothing for long', async () => {
  const runs = Array.from({ length: 200 }, () => runOf('ada@people.test'));
  const slow = '{% for i in (1..9000) %}{% for j in (1..9000) %}{{ j }}{% endfor %}{% endfor %}';
  const outcomes = await take(runs, step({ slow }));
  expect(new Set([...outcomes.values()].map(({ outcome }) => outcome))).toEqual(new Set(['cannot']));
  expect(await api.db.webhookDelivery.count()).toBe(0);
});

test('a body of more than 64 kB cannot be sent', async () => {
  const [small, large] = [60_000, 70_000].map((length) => runOf('ada@people.test', cart({ text: 'x'.repeat(length) })));
  for (const given of [step(), step({ text: '{{ event.text }}' })]) {
    const outcomes = await take([small!, large!], given);
    expect(outcomes.get(small!.id)).toEqual({ outcome: 'done' });
    expect(outcomes.get(large!.id)).toEqual({ outcome: 'cannot', reason: expect.stringMatching(/larg.* 65,536/) });
  }
});

test('a thousand runs need as many statements as one', async () => {
  const body = { to: '{{ subscriber.email }}', n: '{{ event.n }}' };
  const runs = Array.from({ length: 1_000 }, (_, n) =>
    runOf(n % 2 ? 'ada@people.test' : 'bob@people.test', cart({ n })),
  );
  const few = await api.statements(() => take(runs.slice(0, 1), step(body)));
  await api.db.webhookDelivery.deleteMany();
  const many = await api.statements(() => take(runs, step(body)));
  expect(many).toEqual(few);
  expect(await api.db.webhookDelivery.count()).toBe(1_000);
  expect(await filedFor(runs[777]!)).toEqual([{ to: 'ada@people.test', n: '777' }]);
});

test('a rollback, as in a simulation, leaves no trace', async () => {
  const ada = runOf('ada@people.test');
  const rolledBack = transaction(scope, async (scope) => {
    expect((await take([ada], step(), scope)).get(ada.id)).toEqual({ outcome: 'done' });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await api.db.webhookDelivery.count()).toBe(0);
});

test('a run that repeats the step queues nothing more', async () => {
  const ada = runOf('ada@people.test');
  for (const n of [1, 2]) expect((await take([ada], step({ n }))).get(ada.id)).toEqual({ outcome: 'done' });
  expect(await filedFor(ada)).toEqual([{ n: 1 }]);
});

test('webhooks say nothing about erased people', async () => {
  await subscribe({ email: 'eve@people.test' });
  await api.rest('POST', '/people/erase', { email: 'eve@people.test' });
  const eve = runOf('eve@people.test');
  expect((await take([eve], step())).get(eve.id)).toMatchObject({ outcome: 'skipped' });
  expect(await api.db.webhookDelivery.count()).toBe(0);
});
