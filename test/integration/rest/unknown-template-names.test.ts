import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await api.rest('POST', '/fields', { key: 'city', type: 'text' });
  await subscribe(api, list, [{ email: 'ann@people.test', first_name: 'Ann' }]);
});
afterAll(() => api.close());

let number = 0;
const makeTemplate = async (content: string, more: object = {}) => {
  const input = { name: `Names ${number++}`, editor: 'html', subject: 'Hello', content, ...more };
  const { status, body } = await api.rest('POST', '/templates', input);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

const MISSPELT: [string, string][] = [
  ['subscriber.firstname', 'The variable subscriber.firstname does not exist. Did you mean first_name?'],
  ['subscriber.nmae', 'The variable subscriber.nmae does not exist.'],
  ['list.nam', 'The variable list.nam does not exist. Did you mean name?'],
  ['team.nam', 'The variable team.nam does not exist. Did you mean name?'],
  ['team.postaladdress', 'The variable team.postaladdress does not exist. Did you mean postal_address?'],
  ['team.brand.colour', 'The variable team.brand.colour does not exist. Did you mean color?'],
  ['campaign.subjct', 'The variable campaign.subjct does not exist. Did you mean subject?'],
  ['subscriber.attributes.citty', 'The contact field citty does not exist. Did you mean city?'],
];
const RIGHT = `{{ subscriber.first_name }} {{ subscriber.attributes.city }} {{ subscriber.attributes.shoe }} {{ subscriber.tags.size }}
{{ list.name }} {{ team.brand.color }} {{ team.address_lines.first }} {{ campaign.name }} {{ subscriber["last_name"] }}`;

describe('a template with an unknown name', () => {
  test.each(MISSPELT)('is saved and previewed with a warning: %s', async (name, warning) => {
    const content = `<p>{{ ${name} }}</p>`;
    const { meta } = await makeTemplate(content);
    expect(meta.warnings).toEqual([warning]);
    const { body } = await api.rest('POST', '/templates/preview', { editor: 'html', content });
    expect(body.data.warnings).toContain(warning);
  });

  test('gets a warning in its subject, in a translation, in a render and in GraphQL', async () => {
    const german = { de: { content: '<p>{{ list.nam }}</p>' } };
    const { data, meta } = await makeTemplate('<p>x</p>', { subject: '{{ team.nam }}', locale_variants: german });
    expect(meta.warnings).toHaveLength(2);
    const rendered = await api.rest('POST', `/templates/${data.id}/render`, { locale: 'de' });
    expect(rendered.body.data.warnings).toEqual(expect.arrayContaining(meta.warnings));
    const { template } = await ask(api, `{ template(id: "${data.id}") { warnings { message } } }`);
    expect(template.warnings.map(({ message }: { message: string }) => message)).toEqual(meta.warnings);
    const mended = await api.rest('PUT', `/templates/${data.id}`, { subject: 'x', locale_variants: {} });
    expect(mended.body.meta).toBeUndefined();
  });

  test('gets no warning for known names, or for attributes without a contact field', async () => {
    expect((await makeTemplate(RIGHT)).meta).toBeUndefined();
  });
});

test('a campaign is checked and previewed with warnings about unknown names', async () => {
  const { data } = await makeTemplate('<p>{{ subscriber.firstname }} {{ unsubscribe_url }}</p>');
  const campaign = {
    name: 'May',
    list,
    template: data.name,
    subject: 'Of {{ list.nam }}',
    preheader: '{{ team.nam }}',
  };
  const { body } = await api.rest('POST', '/campaigns', campaign);
  const { body: checked } = await api.rest('POST', `/campaigns/${body.data.id}/check`);
  expect(checked.data.warnings).toEqual(
    expect.arrayContaining([
      { path: 'template', message: MISSPELT[0]![1] },
      { path: 'subject', message: MISSPELT[2]![1] },
      { path: 'preheader', message: MISSPELT[3]![1] },
    ]),
  );
  const { body: preview } = await api.rest('GET', `/campaigns/${body.data.id}/preview`);
  expect(preview.data.warnings).toEqual(expect.arrayContaining([MISSPELT[0]![1], MISSPELT[2]![1], MISSPELT[3]![1]]));
});

test('a campaign check finds parts that e-mail clients do not show', async () => {
  const large = `<p>${'Long text. '.repeat(11_000)}</p>`;
  const { data } = await makeTemplate(
    `${large}<img src="cid:logo"><img src="https://x.test/a.png">{{ unsubscribe_url }}`,
  );
  const { body } = await api.rest('POST', '/campaigns', { name: 'Large', list, template: data.name });
  const { body: checked } = await api.rest('POST', `/campaigns/${body.data.id}/check`);
  const messages = checked.data.warnings.map(({ message }: { message: string }) => message).join('\n');
  expect(messages).toContain('Gmail clips messages over 102 KB');
  expect(messages).toContain('2 images have no alternative text');
  expect(messages).toContain('An image refers to an attachment (cid:), but campaigns have no attachments');
  expect(checked.data.warnings.every(({ path }: { path: string }) => path !== undefined)).toBe(true);
});

test('a small campaign with many links is checked by its sent size', async () => {
  const links = '<a href="https://shop.test/offers?of=the-week">Offer</a>\n'.repeat(700);
  const { data } = await makeTemplate(`${links}{{ unsubscribe_url }}`);
  const messagesOf = async (tracking: boolean) => {
    const { body } = await api.rest('POST', '/campaigns', { name: 'Links', list, template: data.name, tracking });
    return JSON.stringify((await api.rest('POST', `/campaigns/${body.data.id}/check`)).body.data.warnings);
  };
  expect(await messagesOf(true)).toContain('Gmail clips');
  expect(await messagesOf(false)).not.toContain('Gmail clips');
});

describe('an automation', () => {
  const warningsOf = async (content: string, trigger: object, more: object = {}) => {
    const { data } = await makeTemplate(content);
    const steps = [
      { type: 'wait', for: 'PT1H' },
      {
        type: 'condition',
        if: { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] },
        then: [{ type: 'send', template: data.name, ...more }],
      },
    ];
    const { status, body } = await api.rest('POST', '/automations', { name: 'Cart', list, trigger, steps });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data.warnings.filter(({ message }: { message: string }) => !/^No tag/.test(message));
  };

  const ORDER = { type: 'event', name: 'order' };
  const recordOrder = () =>
    api.rest('POST', '/events', {
      ...{ email: 'ann@people.test', name: 'order', reference: 'known-names' },
      properties: {
        ...{ total: 12, shipping: { country: 'AT' }, words: ['a', 'b'] },
        items: [{ name: 'A', price: 5, tags: [{ label: 'x' }] }],
      },
    });

  test('gets warnings for properties missing from recent events, and for unknown names', async () => {
    const properties = { total: 12, items: [{ name: 'A', price: 5 }], shipping: { country: 'AT' } };
    await api.rest('POST', '/events', { email: 'ann@people.test', name: 'cart', properties });
    const trigger = { type: 'event', name: 'cart' };
    const path = 'steps.1.then.0.template';
    expect(await warningsOf('{{ event.tota }} {{ subscriber.firstname }}', trigger)).toEqual([
      { path, message: 'The variable subscriber.firstname does not exist. Did you mean first_name?' },
      { path, message: 'No recent "cart" event has the property tota. Did you mean total?' },
    ]);
    const deep = await warningsOf(
      '{{ event.items[0].pric }} {{ event.shipping.contry }} {{ event.properties.tota }}',
      trigger,
    );
    expect(deep.map(({ message }: { message: string }) => message)).toEqual([
      'No recent "cart" event has the property items.pric. Did you mean price?',
      'No recent "cart" event has the property shipping.contry. Did you mean country?',
      'No recent "cart" event has the property tota. Did you mean total?',
    ]);
    const subject = { subject: 'Cart {{ event.nmber }}' };
    expect(await warningsOf('x', trigger, subject)).toMatchObject([{ path: 'steps.1.then.0.subject' }]);
    const right =
      '{% for i in event.items %}{{ i.name }}{% endfor %}{{ event.value }} {{ event.name }} {{ event.items.size }} {{ event.items.first.price }} {{ event.total | times: 2 }}';
    expect(await warningsOf(right, trigger)).toEqual([]);
  });

  const LOOPS: [string, string][] = [
    ['{% for item in event.items %}{{ item.pric }}{% endfor %}', 'items.pric. Did you mean price?'],
    ['{% for item in event.items %}{% if item.pric %}x{% endif %}{% endfor %}', 'items.pric. Did you mean price?'],
    [
      '{% for item in event.properties.items limit: 2 %}{{ item["nmae"] }}{% endfor %}',
      'items.nmae. Did you mean name?',
    ],
    [
      '{% for i in event.items %}{% for t in i.tags %}{{ t.lable }}{% endfor %}{% endfor %}',
      'items.tags.lable. Did you mean label?',
    ],
    ['{% tablerow i in event.items %}{{ i.pric | times: 2 }}{% endtablerow %}', 'items.pric. Did you mean price?'],
    [
      '{% assign cheap = event.items | sort: "price" %}{% for i in cheap %}{{ i.pric }}{% endfor %}',
      'items.pric. Did you mean price?',
    ],
    ['{% assign item = event.items | first %}{{ item.pric }}', 'items.pric. Did you mean price?'],
    ['{% assign to = event.shipping %}{{ to.contry }}', 'shipping.contry. Did you mean country?'],
    ['{% for i in event.itms %}{{ i.price }}{% endfor %}', 'itms. Did you mean items?'],
    ['{% for event in event.items %}{{ event.pric }}{% endfor %}', 'items.pric. Did you mean price?'],
  ];
  test.each(LOOPS)(
    'gets a warning for a variable of a loop or an assign that recent events lack: %s',
    async (content, end) => {
      await recordOrder();
      expect(await warningsOf(content, ORDER)).toEqual([
        { path: 'steps.1.then.0.template', message: `No recent "order" event has the property ${end}` },
      ]);
    },
  );

  test.each([
    '{% for i in event.items %}{{ i.name }} {{ i.price }} {{ forloop.index }} {{ i.tags.size }}{% endfor %}',
    '{% for i in event.items %}{% for t in i.tags %}{{ t.label }}{% endfor %}{% endfor %}',
    '{% for pair in event.shipping %}{{ pair[0] }} {{ pair.last }} {{ pair[1].name }}{% endfor %}',
    '{% for word in event.words %}{{ word.size }} {{ word }}{% endfor %}',
    '{% assign x = event.items | map: "name" %}{% for n in x %}{{ n.first }}{% endfor %}',
    '{% for i in (1..3) %}{{ i.any }}{% endfor %}',
    '{% for i in event.items %}{{ i.note | default: "none" }}{% endfor %}',
    '{% capture c %}x{% endcapture %}{{ c.any }}',
  ])('gets no warning for a loop variable with a possible value: %s', async (content) => {
    await recordOrder();
    expect(await warningsOf(content, ORDER)).toEqual([]);
  });

  test('gets warnings for any property if recent events have none', async () => {
    await api.rest('POST', '/events', { email: 'ann@people.test', name: 'bare' });
    expect(await warningsOf('{{ event.total }} {{ event.value }}', { type: 'event', name: 'bare' })).toMatchObject([
      { message: 'No recent "bare" event has the property total.' },
    ]);
  });

  const comparing = async (property: string, trigger: object = ORDER) => {
    const where = [{ property: 'cart.id', operator: 'equals', value: { trigger_property: property } }];
    const rule = {
      type: 'trigger_event',
      property: 'total',
      operator: 'equals',
      value: { trigger_property: property },
    };
    const { status, body } = await api.rest('POST', '/automations', {
      ...{ name: 'Compared', list, trigger },
      exits: [{ type: 'event', name: 'order', where }],
      steps: [
        { type: 'wait_for', event: { name: 'order', where }, timeout: 'P1D', then: [], else: [] },
        { type: 'condition', if: { operator: 'and', rules: [rule] }, then: [] },
      ],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data;
  };

  test('gets a warning for a trigger_property that recent events of the trigger lack', async () => {
    await recordOrder();
    const made = await comparing('shipping.contry');
    const message = 'No recent "order" event has the property shipping.contry. Did you mean country?';
    const expected = [
      { path: 'exits.0.where.0.value.trigger_property', message },
      { path: 'steps.0.event.where.0.value.trigger_property', message },
      { path: 'steps.1.if.rules.0.value.trigger_property', message },
    ];
    expect(made.warnings).toEqual(expect.arrayContaining(expected));
    expect(made.warnings).toHaveLength(3);
    const shown = await api.rest('GET', `/automations/${made.id}`);
    expect(shown.body.data.warnings).toEqual(made.warnings);
    const { automation } = await ask(api, `{ automation(id: "${made.id}") { warnings { message } } }`);
    expect(automation.warnings).toHaveLength(3);
  });

  test.each(['total', 'items.sku', 'items.0.price', 'properties.totl', 'currncy'])(
    'reports for the trigger_property %s whether it was recorded',
    async (property) => {
      await recordOrder();
      const messages = (await comparing(property)).warnings.map(({ message }: { message: string }) => message);
      const expected = {
        'items.sku': 'No recent "order" event has the property items.sku.',
        'properties.totl': 'No recent "order" event has the property totl. Did you mean total?',
        currncy: 'No recent "order" event has the property currncy. Did you mean currency?',
      }[property];
      expect(new Set(messages)).toEqual(new Set(expected ? [expected] : []));
    },
  );

  test('gets no warning for a trigger_property that is an own value, or that a caller provides', async () => {
    await recordOrder();
    expect((await comparing('value')).warnings).toEqual([]);
    expect((await comparing('anything', { type: 'api' })).warnings).toEqual([]);
  });

  test('gets a warning for event without an event trigger, except if a caller provides the properties', async () => {
    expect(await warningsOf('{{ event.total }}', { type: 'subscribed' })).toMatchObject([
      { message: 'The variable event.total has no value, because the trigger is not an event.' },
    ]);
    expect(await warningsOf('{{ event.total }}', { type: 'api' })).toEqual([]);
  });
});

test('a template in fifty long languages is saved and read, however long the search for names in all of them takes', async () => {
  const content = '{{ subscriber.nmae }}'.repeat(3_000);
  const languages = [
    ...[
      'af',
      'sq',
      'am',
      'ar',
      'hy',
      'az',
      'eu',
      'be',
      'bn',
      'bs',
      'bg',
      'ca',
      'zh',
      'hr',
      'cs',
      'da',
      'nl',
      'en',
      'et',
    ],
    ...[
      'fi',
      'fr',
      'gl',
      'ka',
      'de',
      'el',
      'gu',
      'he',
      'hi',
      'hu',
      'is',
      'id',
      'ga',
      'it',
      'ja',
      'kn',
      'kk',
      'km',
      'ko',
    ],
    ...['ky', 'lo', 'lv', 'lt', 'mk', 'ms', 'mt', 'mn', 'ne', 'nb', 'fa', 'pl'],
  ];
  const variants = Object.fromEntries(languages.map((language) => [language, { subject: 'Hi', content }]));
  const { data } = await makeTemplate(content, { locale_variants: variants });
  const read = await ask(api, `{ template(id: "${data.id}") { name warnings { message } } }`);
  expect(read.template.name).toBe(data.name);
});
