import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { settledMail } from '../../support/mails.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

async function warnedOf(id: string): Promise<string[]> {
  const { body } = await api.rest('GET', `/transactional-mails/${id}/timeline`);
  const warned = body.data.filter(({ type }: { type: string }) => type === 'warned');
  return warned.map(({ reason }: { reason: string }) => reason);
}

async function sentWith(content: object, variables: object): Promise<string[]> {
  const mail = { from: 'shop@shop.test', to: ['q@people.test'], subject: 's', ...content, variables };
  const { status, body } = await api.rest('POST', '/transactional-mails', mail);
  expect(status, JSON.stringify(body)).toBe(201);
  expect((await settledMail(api, body.data.id)).status).toBe('sent');
  return warnedOf(body.data.id);
}

const ORDER = { order: { id: 7, items: [{ name: 'A' }] } };

describe('the timeline of an ordinary mail warns', () => {
  test.each<[string, object, object, RegExp]>([
    ['an object', { html: '<p>{{ order }}</p>' }, ORDER, /\{\{ order \}\}/],
    ['an object in the subject', { subject: 'Order {{ order }}', html: '<p>x</p>' }, ORDER, /\{\{ order \}\}/],
    ['an object in text', { text: 'Order {{ order }}' }, ORDER, /\{\{ order \}\}/],
    ['an object with a filter', { html: '<p>{{ order | append: "!" }}</p>' }, ORDER, /order/],
    ['an object of a loop', { html: '{% for item in order.items %}{{ item }}{% endfor %}' }, ORDER, /\{\{ item \}\}/],
    ['a division by zero', { html: '<p>{{ total | divided_by: 0.0 }}</p>' }, { total: 5 }, /divided_by/],
  ])('of %s', async (_, content, variables, warning) => {
    expect(await sentWith(content, variables)).toEqual([expect.stringMatching(warning)]);
  });

  test('once, even if the answer warned of it before', async () => {
    const html = '<a href="https://x.test/{{ path }}">{{ order }}</a>';
    const warnings = await sentWith({ html }, ORDER);
    expect(warnings).toHaveLength(2);
    expect(warnings.filter((warning) => warning.includes('{{ order }}'))).toHaveLength(1);
  });

  test.each([
    ['a member of an object', '<p>{{ order.id }}</p>'],
    ['a list of texts', '<p>{{ names | join: ", " }}</p>'],
    ['JSON', '<p>{{ order | json }}</p>'],
    ['an object that is only tested', '{% if order %}<p>x</p>{% endif %}'],
    ['a branch that is not shown', '{% if nothing %}{{ order }}{% endif %}<p>x</p>'],
  ])('not of %s', async (_, html) => {
    expect(await sentWith({ html }, { ...ORDER, names: ['A', 'B'] })).toEqual([]);
  });
});

test('the timeline of a transactional e-mail of an automation warns as well', async () => {
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'ann@people.test' }]);
  await api.rest('POST', '/templates', {
    name: 'Cart',
    editor: 'html',
    subject: 'S',
    content: '<p>{{ event.cart }}</p>',
  });
  const { body } = await api.rest('POST', '/automations', {
    ...{ name: 'Cart', list, trigger: { type: 'event', name: 'cart' } },
    steps: [{ type: 'send', template: 'Cart', transactional: true, from_email: 'care@shop.test' }],
  });
  await api.rest('POST', `/automations/${body.data.id}/activate`);
  await api.rest('POST', '/events', { email: 'ann@people.test', name: 'cart', properties: { cart: { id: 1 } } });
  await inbox.mailTo('ann@people.test');
  const mails = await api.rest('GET', '/transactional-mails?recipient=ann@people.test');
  const { id } = mails.body.data[0];
  await settledMail(api, id);
  expect(await warnedOf(id)).toEqual([expect.stringContaining('{{ event.cart }}')]);
});
