import type { Server } from '../../test/support/server.ts';
import { until } from '../../test/support/until.ts';
import { customer, eventsOf } from './people.ts';

const NEWSLETTER = 1_840;
const BATCH = 100;
const OLDER = [
  'Opening hours in winter',
  'The rye week',
  'Bread for the holidays',
  'A course for beginners',
  'New: the baguette',
];
const SENDER = { from_email: 'hello@bakery.example', from_name: 'The Bakery' };

const AUTOMATION = (list: string) => ({
  ...{ name: 'Welcome series', list, trigger: { type: 'subscribed' } },
  exits: [{ type: 'event', name: 'order', goal: true }],
  steps: [
    { id: 'welcome', type: 'send', template: 'Welcome' },
    { id: 'two-days', type: 'wait', for: 'P2D' },
    {
      ...{ id: 'nearby', type: 'condition' },
      if: {
        operator: 'and',
        rules: [{ type: 'attribute', field: 'city', operator: 'in', value: ['Amsterdam', 'Haarlem'] }],
      },
      // biome-ignore lint/suspicious/noThenProperty: it is what the step's branch is called
      then: [{ id: 'regular', type: 'add_tags', tags: ['regular'] }],
      else: [{ id: 'by-post', type: 'send', template: 'Newsletter', subject: 'Bread by post' }],
    },
    { id: 'a-week', type: 'wait', for: 'P7D' },
    { id: 'again', type: 'send', template: 'Newsletter', subject: 'What we bake this week' },
  ],
});

const SEGMENTS = [
  {
    name: 'Local regulars',
    conditions: {
      operator: 'and',
      rules: [
        { type: 'tags', operator: 'has_any', value: ['regular'] },
        { type: 'attribute', field: 'city', operator: 'in', value: ['Amsterdam', 'Haarlem'] },
        { type: 'attribute', field: 'orders', operator: 'gte', value: 3 },
      ],
    },
  },
  {
    name: 'Abandoned cart',
    conditions: {
      operator: 'and',
      rules: [{ type: 'event', operator: 'performed', value: { name: 'cart.abandoned', within_days: 14 } }],
    },
  },
  {
    name: 'Inactive for 90 days',
    conditions: { operator: 'and', rules: [{ type: 'engagement', operator: 'inactive_for_days', value: 90 }] },
  },
];

/** The created objects, by id. */
export interface Shop {
  list: string;
  /** Sent campaigns, the oldest first, the one with the most to show last. */
  sent: string[];
  /** The campaign being sent, slowly. */
  sending: string;
  segment: string;
  template: string;
  automation: string;
}

/** Fills a new installation with a bakery through the REST API, as its staff would. */
export async function openShop(server: Server): Promise<Shop> {
  const call = callerOf(server);
  await call('PATCH', '/team', {
    name: 'The Bakery',
    postal_address: 'The Bakery, Mill Lane 7\n1011 Amsterdam',
    brand: { website_url: 'https://bakery.example' },
  });
  for (const [key, type] of [
    ['city', 'text'],
    ['favourite', 'text'],
    ['orders', 'number'],
  ])
    await call('POST', '/fields', { key, label: key![0]!.toUpperCase() + key!.slice(1), type });
  const template = await copyTemplates(call);
  const { id: list } = await call('POST', '/lists', { name: 'Newsletter', ...SENDER });
  const { id: courses } = await call('POST', '/lists', { name: 'Bread courses', ...SENDER });
  const { id: wholesale } = await call('POST', '/lists', { name: 'Wholesale', ...SENDER, locale: 'nl' });
  await subscribe(call, list, 0, NEWSLETTER);
  await subscribe(call, courses, 40, 240);
  await subscribe(call, wholesale, 300, 64);
  const segments: string[] = [];
  for (const segment of SEGMENTS) segments.push((await call('POST', `/lists/${list}/segments`, segment)).id);
  const { id: automation } = await call('POST', '/automations', AUTOMATION(list));
  await call('POST', `/automations/${automation}/activate`);
  const sent: string[] = [];
  for (const name of OLDER) sent.push(await send(call, { name, list, template: 'Newsletter', subject: name }));
  for (let from = 0; from < NEWSLETTER; from += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, index) => from + index);
    await call('POST', '/events', { events: numbers.flatMap((number) => eventsOf(number, Date.now())) });
  }
  await sendOrders(call);
  await until(async () => {
    const states = await Promise.all(sent.map((id) => call('GET', `/campaigns/${id}`)));
    return states.every(({ status }) => status === 'sent');
  }, 300);
  await call('POST', '/campaigns', { name: 'Summer courses', list: courses, template: 'Newsletter', segments: [] });
  const sending = await send(call, {
    name: 'Sourdough Sunday',
    list,
    template: 'Newsletter',
    messages_per_minute: 240,
  });
  return { list, sent, sending, segment: segments[0]!, template, automation };
}

type Call = ReturnType<typeof callerOf>;

/** Calls REST and returns the data. Throws for a refused call. */
function callerOf(server: Server) {
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows what it asked for
  return async (method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await server.rest(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body?.data;
  };
}

/** Copies ready-made templates; returns the id of the newsletter. */
async function copyTemplates(call: Call): Promise<string> {
  const ready = await call('GET', '/ready-made-templates?per_page=100');
  let newsletter = '';
  for (const key of ['welcome', 'newsletter', 'order-confirmation', 'shipping', 'birthday', 'event-invitation']) {
    const one = ready.find((candidate: { key: string }) => candidate.key.startsWith(key));
    if (!one) continue;
    const name = key === 'newsletter' ? 'Newsletter' : one.name;
    const { id } = await call('POST', '/templates', { ...one, name });
    if (key === 'newsletter') newsletter = id;
  }
  return newsletter;
}

async function subscribe(call: Call, list: string, first: number, count: number): Promise<void> {
  for (let from = first; from < first + count; from += BATCH) {
    const length = Math.min(BATCH, first + count - from);
    const subscribers = Array.from({ length }, (_, index) => customer(from + index));
    await call('POST', `/lists/${list}/subscribers/batch`, { subscribers });
  }
}

async function send(call: Call, input: object): Promise<string> {
  const { id } = await call('POST', '/campaigns', input);
  await call('POST', `/campaigns/${id}/send`);
  return id;
}

async function sendOrders(call: Call): Promise<void> {
  const template = (await call('GET', '/templates?per_page=100')).find(({ name }: { name: string }) =>
    /^Order/.test(name),
  );
  for (let number = 0; number < 60; number++) {
    const { email, first_name } = customer(number * 11);
    await call('POST', '/transactional-mails', {
      ...{ template: template.name, from: 'orders@bakery.example', to: [email] },
      variables: {
        ...(template.variables ?? {}),
        first_name,
        order_number: 4000 + number,
        order: { number: 4000 + number },
      },
    });
  }
}
