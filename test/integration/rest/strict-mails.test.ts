import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { settledMail } from '../../support/mails.ts';

let api: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  api = await openTestApp();
  const lists = await makeList(api);
  await subscribe(api, lists, [{ email: 'ann@people.test', first_name: 'Ann', attributes: { city: 'Graz' } }]);
  inbox = await openInbox(api.installation);
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
  await closeRendering();
});

let number = 0;
const makeTemplate = async (content: string, more: object = {}): Promise<string> => {
  const name = `Template ${number++}`;
  const input = { name, editor: 'html', subject: 'Hello', content, ...more };
  const { status, body } = await api.rest('POST', '/templates', input);
  expect(status, JSON.stringify(body)).toBe(201);
  return name;
};
const MAIL = { from: 'shop@shop.test', to: ['q@people.test'] };
const post = (input: object) => api.rest('POST', '/transactional-mails', { ...MAIL, ...input });

const RESET = '<a href="{{ reset_url }}">Reset</a>';
const ORDER = '{% for item in order.items %}<p>{{ item.name }}</p>{% endfor %}';

describe('a strict mail', () => {
  test('is refused for a missing variable, with its name in the error', async () => {
    const template = await makeTemplate(RESET);
    const { status, body } = await post({ template, strict: true, variables: { resetUrl: 'https://x.test/r' } });
    expect(status).toBe(422);
    expect(body.message).toBe('The variable reset_url has no value, and the e-mail is strict.');
    expect(Object.keys(body.errors)).toEqual(['variables.reset_url']);
    expect((await post({ template, strict: true, variables: { reset_url: 'https://x.test/r' } })).status).toBe(201);
    expect((await post({ template, variables: {} })).status).toBe(201);
  });

  test.each([
    ['an element by its place', '{{ order.items[0].name }}', { order: { items: [{}] } }, 'order.items[0].name'],
    ['an element of a loop', ORDER, { order: { items: [{ name: 'A' }, {}] } }, 'order.items[1].name'],
    [
      'a loop in a loop',
      '{% for o in orders %}{% for i in o.items %}{{ i.sku.code }}{% endfor %}{% endfor %}',
      { orders: [{ items: [{ sku: { code: 1 } }] }, { items: [{ sku: {} }] }] },
      'orders[1].items[0].sku.code',
    ],
    [
      'a sorted list',
      '{% assign s = items | sort: "n" %}{% for i in s %}{{ i.name }}{% endfor %}',
      { items: [{ n: 2, name: 'b' }, { n: 1 }] },
      'items[1].name',
    ],
    [
      'a loop over values',
      '{% for n in names %}{{ n.first_name }}{% endfor %}',
      { names: ['Ann'] },
      'names[0].first_name',
    ],
    ['a missing list', ORDER, {}, 'order.items'],
    ['the argument of a filter', '<a href="{{ "https://x.test/?t=" | append: token }}">x</a>', {}, 'token'],
    [
      'what another name is made of',
      '{% assign u = "https://x.test/?t=" | append: auth.token %}{{ u }}',
      {},
      'auth.token',
    ],
    ['under variables', '{{ variables.order.number }}', { order: {} }, 'order.number'],
    ['null', '{{ name }}', { name: null }, 'name'],
    ['a capture', '{% capture u %}{{ host }}/x{% endcapture %}{{ u }}', {}, 'host'],
    ['echo', '{% liquid\n echo code\n%}', {}, 'code'],
    ['behind a test that holds', '{% if a %}{{ b }}{% endif %}', { a: 1 }, 'b'],
  ])('names the whole path: %s', async (_what, html, variables, name) => {
    const { status, body } = await post({ subject: 's', html, strict: true, variables });
    expect([status, body.message]).toEqual([422, `The variable ${name} has no value, and the e-mail is strict.`]);
  });

  test.each([
    ['a default', '{{ name | default: "you" }}', {}],
    ['a default behind another filter', '{{ name | upcase | default: "YOU" }}', {}],
    ['a default of an assigned name', '{% assign n = name | capitalize %}{{ n | default: "you" }}', {}],
    ['a test', '{% if name %}Hi {{ name }}{% elsif other %}{% else %}Hi{% endif %}', {}],
    ['a comparison', '{% if a == 1 and b.c != "x" %}x{% endif %}{% unless d %}y{% endunless %}', {}],
    ['a case', '{% case plan %}{% when "pro" %}a{% else %}b{% endcase %}', {}],
    ['an empty text', '{{ note }}', { note: '' }],
    ['zero and false', '{{ zero }}{{ no }}', { zero: 0, no: false }],
    ['an empty list', '{% for i in items %}{{ i.name }}{% endfor %}', { items: [] }],
    ['a name that hides another', '{% for i in items %}{{ i }}{% endfor %}{% assign i = 1 %}{{ i }}', { items: [2] }],
  ])('is accepted with %s', async (_what, html, variables) => {
    const { status, body } = await post({ subject: 's', html, strict: true, variables });
    expect([status, body.errors]).toEqual([201, undefined]);
  });

  test('finds missing variables in its subject and text too', async () => {
    const own = { strict: true, html: '<p>x</p>' };
    expect((await post({ ...own, subject: 'Hi {{ name }}' })).body.errors).toHaveProperty(['variables.name']);
    const text = { strict: true, subject: 's', text: 'Hi {{ who.name }}' };
    expect((await post(text)).body.errors).toHaveProperty(['variables.who.name']);
  });

  test("names missing data of a person by its template name, and accepts a subscriber's data", async () => {
    const template = await makeTemplate('<p>{{ subscriber.first_name }} {{ subscriber.attributes.city }}</p>');
    const { body } = await post({ template, strict: true });
    expect(body.errors).toEqual({
      template: [
        'The variable subscriber.first_name has no value, and the e-mail is strict.',
        'The variable subscriber.attributes.city has no value, and the e-mail is strict.',
      ],
    });
    expect((await post({ template, strict: true, to: ['ann@people.test'] })).status).toBe(201);
  });

  test('fails alone in a batch', async () => {
    const template = await makeTemplate(RESET);
    const row = { ...MAIL, template, strict: true };
    const mails = [row, { ...row, variables: { reset_url: 'https://x.test/r' } }, { ...row, strict: false }];
    const { body } = await api.rest('POST', '/transactional-mails/batch', { mails });
    expect(body.failed).toBe(1);
    expect(body.data[0]).toMatchObject({ status: 'invalid', errors: { 'variables.reset_url': [expect.any(String)] } });
    expect(body.data[1]).toEqual({ index: 1, status: 'accepted', id: expect.any(String) });
    expect(body.data[2].warnings).toEqual([expect.stringContaining('reset_url')]);
  });

  test('fails when sent without data lost in the meantime, with the reason', async () => {
    const template = await makeTemplate('<p>Hello</p>');
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await post({ template, strict: true, send_at });
    const [{ id } = expect.fail()] = (await api.rest('GET', '/templates')).body.data.filter(
      (one: { name: string }) => one.name === template,
    );
    await api.rest('PUT', `/templates/${id}`, { content: ORDER });
    await api.db.message.updateMany({ where: { mailId: body.data.id }, data: { dueAt: new Date() } });
    await post({ subject: 'wakes the workers', text: 'x' });
    const settled = await settledMail(api, body.data.id);
    expect(settled).toMatchObject({
      status: 'failed',
      failure_reason: 'The variable order.items has no value, and the e-mail is strict.',
    });
    const { body: timeline } = await api.rest('GET', `/transactional-mails/${body.data.id}/timeline`);
    expect(timeline.data.at(-1)).toMatchObject({ type: 'failed', reason: settled.failure_reason });
  });
});

describe('a strict template', () => {
  test('refuses its mails, unless they override it', async () => {
    const template = await makeTemplate(RESET, { strict: true });
    expect((await post({ template })).status).toBe(422);
    expect((await post({ template, strict: false })).status).toBe(201);
    const lenient = await makeTemplate(RESET);
    expect((await post({ template: lenient, strict: true })).status).toBe(422);
  });

  test('shows and changes the setting, and null clears it', async () => {
    const input = { name: 'Switch', editor: 'html', content: RESET, strict: true };
    const { body } = await api.rest('POST', '/templates', input);
    expect(body.data.strict).toBe(true);
    const change = (strict: unknown) => api.rest('PUT', `/templates/${body.data.id}`, { strict });
    expect((await api.rest('PUT', `/templates/${body.data.id}`, { subject: 'x' })).body.data.strict).toBe(true);
    expect((await change(null)).body.data.strict).toBe(false);
    expect((await change('yes')).body.errors).toHaveProperty('strict');
    expect((await change(true)).body.data.strict).toBe(true);
    const { template } = await ask(api, `{ template(id: "${body.data.id}") { strict } }`);
    expect(template).toEqual({ strict: true });
  });
});

describe('a missing variable in an address', () => {
  const warningsOf = async (input: object) => {
    const { status, body } = await post({ subject: 's', ...input });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.meta?.warnings ?? [];
  };

  test('causes a warning in the answer and in the timeline', async () => {
    const html = '<a href="{{ reset_url }}">Reset</a> <a href="https://x.example/?t={{ token }}">x</a>';
    const { body } = await post({ subject: 's', html, variables: { resetUrl: 'https://x.test/r' } });
    expect(body.meta.warnings).toEqual([
      'The variable reset_url has no value, so the address of a link or an image is empty.',
      'The variable token has no value, so an address is incomplete: https://x.example/?t={{ token }}',
    ]);
    const { body: timeline } = await api.rest('GET', `/transactional-mails/${body.data.id}/timeline`);
    const warned = timeline.data.filter(({ type }: { type: string }) => type === 'warned');
    expect(warned.map(({ reason }: { reason: string }) => reason)).toEqual(body.meta.warnings);
  });

  test('causes a warning in GraphQL', async () => {
    const input = { ...MAIL, subject: 's', html: '<img src="{{ picture.url }}" alt="">' };
    const sent =
      'mutation ($input: SendTransactionalMailInput!) { sendTransactionalMail(input: $input) { transactionalMail { warnings { message } timeline { type ... on MessageWarned { reason code } } } } }';
    const {
      sendTransactionalMail: { transactionalMail: mail },
    } = await ask(api, sent, { input });
    expect(mail.warnings).toEqual([
      { message: 'The variable picture.url has no value, so the address of a link or an image is empty.' },
    ]);
    expect(mail.timeline).toContainEqual({ type: 'WARNED', reason: mail.warnings[0].message, code: 'DEAD_LINK' });
  });

  test.each([
    ['an empty text', '<a href="{{ url }}">x</a>', { url: '' }, 'url'],
    ['without quotes', '<a href={{ url }}>x</a>', {}, 'url'],
    ['in the middle', "<a href='https://x.test/{{ user.id }}/edit'>x</a>", { user: {} }, 'user.id'],
    ['with a filter', '<a href="https://x.test/?q={{ q | url_encode }}">x</a>', {}, 'q'],
    ['in a filter', '<a href="{{ base | append: path }}">x</a>', { base: 'https://x.test/' }, 'path'],
    ['made before', '{% assign u = base | append: "/x" %}<a href="{{ u }}">x</a>', {}, 'base'],
    [
      'in a loop',
      '{% for i in items %}<a href="{{ i.url }}">x</a>{% endfor %}',
      { items: [{ url: 'https://x.test' }, {}] },
      'items[1].url',
    ],
    ['an index', '<img alt="" src="{{ pictures[0].src }}">', { pictures: [] }, 'pictures[0].src'],
  ])('is found: %s', async (_what, html, variables, name) => {
    expect(await warningsOf({ html, variables })).toEqual([
      expect.stringContaining(`The variable ${name} has no value`),
    ]);
  });

  test.each([
    ['a value', '<a href="{{ url }}">x</a>', { url: 'https://x.test' }],
    ['a default', '<a href="{{ url | default: "https://x.test" }}">x</a>', {}],
    ['a test', '{% if url %}<a href="{{ url }}">x</a>{% endif %}', {}],
    ['a test of something else', '{% if has_url %}<a href="{{ url }}">x</a>{% endif %}', {}],
    ['a missing variable elsewhere', '<p>{{ url }}</p>', {}],
    ['an empty loop', '{% for i in items %}<a href="{{ i.url }}">x</a>{% endfor %}', { items: [] }],
  ])('causes no warning with %s', async (_what, html, variables) => {
    expect(await warningsOf({ html, variables })).toEqual([]);
  });

  test('is found in text, and in a translation of a template', async () => {
    expect(await warningsOf({ text: 'Open https://x.test/?t={{ token }} now' })).toEqual([
      'The variable token has no value, so an address is incomplete: https://x.test/?t={{ token }}',
    ]);
    const template = await makeTemplate('<p>x</p>', { locale_variants: { de: { content: RESET } } });
    expect(await warningsOf({ template })).toEqual([]);
    expect(await warningsOf({ template, locale: 'de-AT' })).toHaveLength(1);
  });

  test("is detected in the template's current version", async () => {
    const template = await makeTemplate('<p>x</p>');
    expect(await warningsOf({ template })).toEqual([]);
    const { body } = await api.rest('GET', '/templates?per_page=100');
    const { id } = body.data.find((one: { name: string }) => one.name === template);
    await api.rest('PUT', `/templates/${id}`, { content: RESET });
    expect(await warningsOf({ template })).toHaveLength(1);
  });
});

describe('an unsubscribe link', () => {
  const html = '<a href="{{ unsubscribe_url }}">Unsubscribe</a>';
  test('causes a warning for a person on no list, and for several recipients', async () => {
    const warningsFor = async (to: string[]) => (await post({ subject: 's', html, to })).body.meta?.warnings ?? [];
    expect(await warningsFor(['stranger@people.test'])).toEqual([
      'The unsubscribe link leads nowhere, because the recipient is not on a list.',
    ]);
    expect(await warningsFor(['ann@people.test', 'stranger@people.test'])).toEqual([
      'The unsubscribe link leads nowhere, because the e-mail has several recipients.',
    ]);
    expect(await warningsFor(['ann@people.test'])).toEqual([]);
  });
});
