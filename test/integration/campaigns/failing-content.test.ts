import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';

const PEOPLE = 5_000;

/** Values that only one person has. */
const ODD = {
  1234: { first_name: null },
  2345: { attributes: { ref: '100% rye', size: 12, shop: 'one.shop.test', colour: 'red' } },
  3456: { attributes: { ref: 'a-3456', size: 100_000_000, shop: 'two.shop.test', colour: 'red' } },
  4000: { attributes: { ref: 'a-4000', size: 12, colour: 'red' } },
  4567: { locale: 'de', first_name: 'Uwe' },
  4999: { attributes: { ref: 'a-4999', size: 12, shop: 'two.shop.test', colour: 'blue' } },
} as Record<number, object>;

const rows = Array.from({ length: PEOPLE }, (_, index) => ({
  ...{ email: `p${index}@people.test`, first_name: `Name ${index}` },
  attributes: { ref: `a-${index}`, size: 12, shop: 'one.shop.test', colour: 'red' },
  ...ODD[index],
}));

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({ publicUrl: 'https://news.shop.example', mailUrl: 'smtp://smtp.provider.example' });
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  list = await makeList(api);
  await subscribeMany(api, list, rows);
});
afterAll(() => api.close());

let count = 0;
async function template(input: object = {}): Promise<{ id: string; name: string }> {
  const { status, body } = await api.rest('POST', '/templates', { ...TEMPLATE, name: `T${++count}`, ...input });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
/** A draft with a template of this content. */
const withContent = async (content: string, input: object = {}, to = list) =>
  makeCampaign(api, to, { template: (await template({ content })).name, ...input });

async function segment(to: string): Promise<string> {
  const conditions = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };
  const made = await api.rest('POST', `/lists/${to}/segments`, { name: `S${++count}`, conditions });
  expect(made.status).toBe(201);
  return made.body.data.id;
}
async function withDeletedSegment(field: string): Promise<string> {
  const id = await segment(list);
  const campaign = await makeCampaign(api, list, { template: (await template()).name, [field]: [id] });
  expect((await api.rest('DELETE', `/segments/${id}`)).status).toBe(204);
  return campaign;
}
async function smallList(input: object = {}): Promise<string> {
  const to = await makeList(api, input);
  await subscribe(api, to, [{ email: 'ann@people.test', first_name: 'Ann' }]);
  return to;
}

const URL_DECODED = '{{ subscriber.attributes.ref | url_decode }}';
const BLUE = "{% if subscriber.attributes.colour == 'blue' %}{{ '%' | url_decode }}{% endif %}";

type Fault = [name: string, make: () => Promise<string>, path: string, person?: number];

/** A fault that prevents sending, with its field and its person. */
const PROBLEMS: Fault[] = [
  ['a value that one of 5,000 has', () => withContent(`<p>${URL_DECODED}</p>`), 'template', 2345],
  [
    'a value in the subject',
    async () => makeCampaign(api, list, { template: (await template()).name, subject: URL_DECODED }),
    'subject',
    2345,
  ],
  [
    'a value in the preheader',
    async () => makeCampaign(api, list, { template: (await template()).name, preheader: URL_DECODED }),
    'preheader',
    2345,
  ],
  [
    'a large number',
    () => withContent('{% for i in (1..subscriber.attributes.size) %}x{% endfor %}'),
    'template',
    3456,
  ],
  ['a rare value that the template asks for', () => withContent(`<p>${BLUE}</p>`), 'template', 4999],
  [
    'a missing name',
    () => withContent("{% unless subscriber.first_name %}{{ '%' | url_decode }}{% endunless %}"),
    'template',
    1234,
  ],
  [
    'a fault in one language',
    async () => {
      const locale_variants = { de: { content: "{{ '%' | url_decode }}" } };
      return makeCampaign(api, list, { template: (await template({ locale_variants })).name });
    },
    'template',
    4567,
  ],
  [
    'a link to unsubscribe that one does not get',
    () => withContent('{% if subscriber.first_name %}{{ unsubscribe_url }}{% endif %}'),
    'unsubscribe_url',
    1234,
  ],
  [
    'a link to unsubscribe that nobody gets',
    () => withContent('{% if false %}{{ unsubscribe_url }}{% endif %}'),
    'unsubscribe_url',
  ],
  [
    'a subject that nobody gets',
    async () => makeCampaign(api, list, { template: (await template()).name, subject: '{{ headline }}' }),
    'subject',
  ],
  [
    'no subject',
    async () => makeCampaign(api, list, { template: (await template({ subject: null })).name }),
    'subject',
  ],
  ['a link without a host', () => withContent('<a href="/offer">Offer</a>'), 'template'],
  ['a link to localhost', () => withContent('<a href="http://localhost:3000/">Offer</a>'), 'template'],
  ['a picture at a private address', () => withContent('<img src="http://10.0.0.1/a.png">'), 'template'],
  ['a deleted segment', () => withDeletedSegment('segments'), 'segments.0'],
  ['a deleted segment that is excluded', () => withDeletedSegment('excluded_segments'), 'excluded_segments.0'],
  [
    'a deleted template',
    async () => {
      const { id, name } = await template();
      const campaign = await makeCampaign(api, list, { template: name });
      await api.rest('DELETE', `/templates/${id}`);
      return campaign;
    },
    'template',
  ],
  [
    'a sending domain that is not verified',
    async () => {
      expect((await api.rest('POST', '/sending-domains', { domain: 'unverified.test' })).status).toBe(201);
      return withContent('Hi', { from_email: 'a@mail.unverified.test' });
    },
    'sending_domain',
  ],
  [
    'no sender',
    async () => {
      const to = await smallList();
      await api.db.list.updateMany({ where: { id: to }, data: { fromEmail: 'nobody' } });
      return withContent('Hi', {}, to);
    },
    'from_email',
  ],
  [
    'a reply address that cannot be written',
    async () => {
      const id = await withContent('Hi');
      await api.db.campaign.updateMany({ where: { id }, data: { replyTo: 'jörg@shop.test' } });
      return id;
    },
    'reply_to',
  ],
];

test.each(PROBLEMS)('%s is found before sending, and prevents it', async (_, make, path, person) => {
  const id = await make();
  const { status, body } = await api.rest('POST', `/campaigns/${id}/check`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect([body.data.ready, body.data.problems.map((problem: { path: string }) => problem.path)]).toEqual([
    false,
    [path],
  ]);
  if (person !== undefined) {
    const { id: subscriber } = await readSubscriber(api, list, `p${person}@people.test`);
    expect(body.data.problems[0].message).toContain(`p${person}@people.test (${subscriber})`);
  }
  const refused = await api.rest('POST', `/campaigns/${id}/send`);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [path]]);
  expect((await readCampaign(api, id)).status).toBe('draft');
});

test.each<Fault>([
  [
    'a link that leads nowhere for one of 5,000',
    () => withContent('<a href="https://{{ subscriber.attributes.shop }}/">Shop</a>'),
    'links',
    4000,
  ],
  [
    'a link that has no address for one of 5,000',
    () =>
      withContent(
        '<a href="{% if subscriber.attributes.shop %}https://{{ subscriber.attributes.shop }}/{% endif %}">S</a>',
      ),
    'links',
    4000,
  ],
  [
    'a subject that one does not get',
    async () => makeCampaign(api, list, { template: (await template()).name, subject: '{{ subscriber.first_name }}' }),
    'subject',
    1234,
  ],
  ['nobody to get it', async () => withContent('Hi', {}, await makeList(api)), 'audience'],
  [
    'a sender at a domain that is none of the team’s',
    () => withContent('Hi', { from_email: 'a@elsewhere.test' }),
    'sending_domain',
  ],
])('%s is a warning', async (_, make, path, person) => {
  await api.db.sendingDomain.deleteMany({ where: { domain: 'shop.test' } });
  expect((await api.rest('POST', '/sending-domains', { domain: 'shop.test' })).status).toBe(201);
  await api.db.sendingDomain.updateMany({ where: { domain: 'shop.test' }, data: { verifiedAt: new Date() } });
  const { body } = await api.rest('POST', `/campaigns/${await make()}/check`);
  expect([body.data.ready, body.data.warnings.map((warning: { path: string }) => warning.path)]).toEqual([
    true,
    [path],
  ]);
  if (person !== undefined) expect(body.data.warnings[0].message).toContain(`p${person}@people.test (`);
});

test('a template that is slow for everybody delays the caller briefly, and is refused', async () => {
  const id = await withContent('{% for i in (1..100000000) %}{{ i }}{% endfor %}');
  const { body } = await api.rest('POST', `/campaigns/${id}/check`);
  expect(body.data.problems).toMatchObject([
    { path: 'template', message: expect.stringContaining('does not render for p') },
  ]);
});

test('a value that cannot be read is a warning', async () => {
  const to = await smallList();
  const content = `${TEMPLATE.content}{{ subscriber }} {{ 1 | divided_by: 0 }}`;
  const { body } = await api.rest('POST', `/campaigns/${await withContent(content, {}, to)}/check`);
  const said = JSON.stringify(body);
  expect(said).toContain(
    '{{ subscriber }} shows [object Object]: name one of its properties. This affects ann@people.test',
  );
  expect(said).toContain('{{ 1 | divided_by: 0 }} shows Infinity instead of a number.');
});
