import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  const locale_variants = { de: { subject: 'Neues', content: '<p>Hallo {{ subscriber.first_name }}</p>' } };
  await api.rest('POST', '/templates', { ...TEMPLATE, locale_variants });
  list = await makeList(api);
  await subscribe(api, list, [
    { email: 'ann@people.test', first_name: 'Ann', attributes: { city: 'Köln' } },
    { email: 'uwe@people.test', first_name: 'Uwe', locale: 'de-AT' },
  ]);
});
afterAll(() => api.close());

const preview = (id: string, query = '') => api.rest('GET', `/campaigns/${id}/preview${query}`);
const shown = async (id: string, query = '') => {
  const { status, body } = await preview(id, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};

test('a draft’s preview shows a person’s message in their language, with preheader and UTM, and inactive links', async () => {
  const id = await makeCampaign(api, list, { preheader: 'For {{ subscriber.first_name }}', utm: { source: 'may' } });
  const ann = await readSubscriber(api, list, 'ann@people.test');
  const { subject, html, text, warnings } = await shown(id, `?subscriber=${ann.id}`);
  expect([subject, warnings]).toEqual(['News for Ann', []]);
  expect(html).toContain('Hello Ann of News, Köln');
  expect(html).toContain('For Ann');
  expect(html).toContain('href="https://shop.test/offer?utm_source=may"');
  expect(text).toMatch(
    /Offer \(https:\/\/shop\.test\/offer\?utm_source=may\)[\s\S]*Unsubscribe \(http.*\/unsubscribe\/preview\)/,
  );
  expect(html).not.toMatch(/\/(click|open)\/|\/unsubscribe\/[\w-]{48}/);
  const uwe = await readSubscriber(api, list, 'uwe@people.test');
  expect(await shown(id, `?subscriber=${uwe.id}`)).toMatchObject({
    subject: 'Neues',
    html: expect.stringContaining('Hallo Uwe'),
  });
});

test('without a person the preview shows the first recipient, and without recipients an example', async () => {
  const id = await makeCampaign(api, list);
  expect((await shown(id)).subject).toBe('News for Ann');
  const empty = await makeCampaign(api, await makeList(api));
  expect((await shown(empty)).subject).toBe('News for Ada');
});

test('GraphQL shows the same, with warnings for the author', async () => {
  const content = '<p>{{ coupon }}<img src="https://shop.test/a.png"></p>';
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Odd', content });
  const id = await makeCampaign(api, list, { template: 'Odd' });
  const query = `{ previewCampaign(id: "${id}") { subject warnings { code message } } nothing: previewCampaign(id: "x") { subject } }`;
  expect(await ask(api, query)).toEqual({
    previewCampaign: {
      subject: 'News for Ann',
      warnings: [
        { code: 'NO_VALUE', message: 'The variable coupon has no value.' },
        { code: 'NO_ALTERNATIVE_TEXT', message: 'An image has no alternative text.' },
      ],
    },
    nothing: null,
  });
});

test('a sent campaign is shown in its fixed form, a draft with the current template', async () => {
  const { body } = await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Changing', subject: 'First' });
  const [draft, sent] = [
    await makeCampaign(api, list, { template: 'Changing' }),
    await makeCampaign(api, list, { template: 'Changing' }),
  ];
  await api.rest('POST', `/campaigns/${sent}/send`);
  await api.rest('PUT', `/templates/${body.data.id}`, { subject: 'Second' });
  expect([(await shown(draft)).subject, (await shown(sent)).subject]).toEqual(['Second', 'First']);
  await api.rest('DELETE', `/templates/${body.data.id}`);
  expect((await preview(draft)).body.errors).toEqual({
    template: ['The template of the campaign no longer exists. Choose another one.'],
  });
  expect((await shown(sent)).subject).toBe('First');
});

test('impossible previews are refused by field', async () => {
  const id = await makeCampaign(api, list);
  const other = await makeList(api);
  await subscribe(api, other, [{ email: 'eve@people.test' }, { email: 'gone@people.test' }]);
  const gone = await readSubscriber(api, other, 'gone@people.test');
  await api.rest('POST', '/people/erase', { email: 'gone@people.test' });
  const foreign = (await readSubscriber(api, other, 'eve@people.test')).id;
  for (const [query, path] of [
    [`?subscriber=${gone.id}`, 'subscriber'],
    [`?subscriber=${foreign}`, 'subscriber'],
    ['?subscriber=ann', 'subscriber'],
    ['?variant=1', 'variant'],
    ['?variant=0', 'variant'],
    ['?variant=one', 'variant'],
    ['?colour=red', 'colour'],
  ] as const) {
    const refused = await preview(id, query);
    expect([query, refused.status, Object.keys(refused.body.errors)]).toEqual([query, 422, [path]]);
  }
  expect((await (await openTeam(api)).rest('GET', `/campaigns/${id}/preview`)).status).toBe(404);
});

test('rendering errors name their field', async () => {
  const fault = "{{ subscriber.email | append: '%' | url_decode }}";
  for (const field of ['subject', 'preheader'] as const) {
    const id = await makeCampaign(api, list, { [field]: fault });
    const refused = await preview(id);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
  }
});
