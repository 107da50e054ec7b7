import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { makeForm, processAllSignUps, sendForm } from '../../support/forms.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({ publicUrl: 'https://mail.shop.test' });
  list = await makeList(api, { locale: 'de' });
  await api.rest('POST', '/fields', { key: 'city', type: 'text', label: 'Wohnort' });
  await api.rest('POST', '/fields', { key: 'size', type: 'number' });
});
afterAll(() => api.close());

const errorsOf = async (input: object) => {
  const { status, body } = await api.rest('POST', '/forms', { list, name: 'Bad', ...input });
  expect(status).toBe(422);
  return body.errors;
};

test('a form has its list’s language and name as its title, and no optional fields', async () => {
  expect(await makeForm(api, list)).toEqual({
    ...{ id: expect.any(String), list, name: 'Newsletter', title: 'News', text: null, button: null, fields: [] },
    ...{ kind: 'inline', design: 'clean', open_after_seconds: null, open_after_percent: null, open_on_leave: false },
    ...{ repeat_after_days: 30 },
    ...{ tags: [], consent_text: null, consent_version: null, keep_address: false, success_title: null },
    ...{ success_text: null, redirect_url: null, hosts: [], locale: 'de', proof_of_work: false },
    ...{ refuse_disposable: false, url: expect.stringMatching(/^https:\/\/mail\.shop\.test\/f\/[0-9a-f-]{36}$/) },
    ...{ html: expect.stringContaining('<form action="https://mail.shop.test/f/'), views: 0, sign_ups_count: 0 },
    ...{ conversion_rate: null, created_at: expect.any(String), updated_at: expect.any(String) },
  });
});

test('forms are filtered by list', async () => {
  const other = await makeList(api);
  const form = await makeForm(api, other);
  expect((await api.rest('GET', `/forms?list=${other}`)).body.data).toEqual([form]);
  expect((await api.rest('GET', `/forms?list=${UNKNOWN_ID}`)).body.data).toEqual([]);
  expect((await api.rest('GET', '/forms?list=news')).body.errors).toEqual({ list: [expect.any(String)] });
  const query = 'query ($list: ID!) { forms(listId: $list) { nodes { id } } }';
  expect((await api.graphql(query, { list: other })).body.data.forms.nodes).toEqual([{ id: form.id }]);
});

test('forms can be created, read, listed, changed and deleted in both interfaces', async () => {
  const form = await makeForm(api, list, {
    ...{ title: 'Join us', text: 'Once a month.', button: 'Yes', tags: ['web', 'News'], consent_text: 'I agree.' },
    fields: [{ field: 'first_name', required: true }, { field: 'city' }, { field: 'size', hidden: true, value: '42' }],
    ...{
      hosts: ['WWW.Shop.Example', 'localhost:8080'],
      redirect_url: 'https://www.shop.example/welcome',
      locale: 'en',
    },
  });
  expect(form).toMatchObject({
    ...{ tags: ['News', 'web'], hosts: ['www.shop.example', 'localhost:8080'], consent_version: 1 },
    fields: [
      { field: 'first_name', label: null, required: true, hidden: false, value: null },
      { field: 'city', label: null, required: false, hidden: false, value: null },
      { field: 'size', label: null, required: false, hidden: true, value: '42' },
    ],
  });
  const sign_ups_by_status = { unconfirmed: 0, subscribed: 0, already_subscribed: 0 };
  expect((await api.rest('GET', `/forms/${form.id}`)).body.data).toEqual({ ...form, sign_ups_by_status });
  const { body } = await api.rest('GET', '/forms?per_page=1');
  expect([body.data, body.meta.total]).toEqual([[form], await api.db.form.count()]);
  const query = `query ($id: ID!) { form(id: $id) { name list { name } tags fields { field value } url } }`;
  const { data } = (await api.graphql(query, { id: form.id })).body;
  expect(data.form).toMatchObject({ name: 'Newsletter', list: { name: 'News' }, tags: ['News', 'web'] });

  const change = { button: null, title: null, name: 'Footer', tags: null, proof_of_work: true };
  const changed = (await api.rest('PATCH', `/forms/${form.id}`, change)).body.data;
  expect(changed).toMatchObject({ button: null, name: 'Footer', title: 'News', tags: [], proof_of_work: true });
  expect(changed).toMatchObject({ text: 'Once a month.', fields: form.fields, hosts: form.hosts });
  const update = 'mutation ($id: ID!) { updateForm(input: { id: $id, locale: null }) { form { locale } } }';
  expect((await api.graphql(update, { id: form.id })).body.data.updateForm.form).toEqual({ locale: 'de' });

  expect((await api.rest('DELETE', `/forms/${form.id}`)).status).toBe(204);
  expect((await api.rest('GET', `/forms/${form.id}`)).status).toBe(404);
  expect((await api.app.inject({ url: `/f/${form.id}` })).statusCode).toBe(404);
});

test('each changed consent text is a new version, and earlier consents keep their text', async () => {
  const form = await makeForm(api, list, { consent_text: 'One' });
  const patch = async (consent_text: string | null) =>
    (await api.rest('PATCH', `/forms/${form.id}`, { consent_text })).body.data.consent_version;
  const send = (email: string) => sendForm(api, form.id, { email, _consent: 'true' });
  await send('one@people.test');
  expect(await patch('One')).toBe(1);
  expect(await patch('Two')).toBe(2);
  await send('two@people.test');
  expect(await patch(null)).toBe(null);
  await sendForm(api, form.id, { email: 'none@people.test' });
  expect(await patch('Two')).toBe(3);
  await processAllSignUps(api);
  await api.rest('DELETE', `/forms/${form.id}`);
  const export_ = async (email: string) => (await api.rest('GET', `/people/export?email=${email}`)).body.data.sign_ups;
  const shown = { form: form.id, address: null, address_family: 4, created_at: expect.any(String) };
  expect(await export_('one@people.test')).toMatchObject([{ ...shown, consent_text: 'One', consent_version: 1 }]);
  expect(await export_('two@people.test')).toMatchObject([{ ...shown, consent_text: 'Two', consent_version: 2 }]);
  expect(await export_('none@people.test')).toMatchObject([{ ...shown, consent_text: null, consent_version: null }]);
});

test('invalid input is reported with its path', async () => {
  expect(await errorsOf({ list: UNKNOWN_ID })).toEqual({ list: ['The list field must be the id of a list.'] });
  expect(await errorsOf({ fields: [{ field: 'nothing' }] })).toEqual({
    'fields.0.field': ['The fields.0.field field must be first_name, last_name or the key of a contact field.'],
  });
  expect(await errorsOf({ fields: [{ field: 'city' }, { field: 'city' }] })).toHaveProperty(['fields.1.field']);
  expect(await errorsOf({ fields: [{ field: 'city', hidden: true }] })).toHaveProperty(['fields.0.value']);
  expect(await errorsOf({ fields: [{ field: 'city', value: 'Porto' }] })).toHaveProperty(['fields.0.value']);
  expect(await errorsOf({ fields: [{ field: 'size', hidden: true, value: 'big' }] })).toEqual({
    'fields.0.value': ['The fields.0.value field must be a number.'],
  });
  expect(await errorsOf({ fields: [{ field: 'email' }] })).toHaveProperty(['fields.0.field']);
  for (const host of ['https://shop.example', 'shop.example/path', 'a b', '*.shop.example', "x';", 'shop.example:x'])
    expect(await errorsOf({ hosts: [host] })).toHaveProperty(['hosts.0']);
  expect(await errorsOf({ tags: [''] })).toHaveProperty(['tags.0']);
  expect(await errorsOf({ locale: 'no language' })).toHaveProperty(['locale']);
  expect(await errorsOf({ unknown: 1 })).toHaveProperty(['unknown']);
});

test('a redirect is limited to hosts of the form, verified sending domains and this installation', async () => {
  for (const domain of ['shop.test', 'unverified.test']) await api.rest('POST', '/sending-domains', { domain });
  await api.db.sendingDomain.updateMany({ where: { domain: 'shop.test' }, data: { verifiedAt: new Date() } });
  const hosts = ['www.shop.example', 'localhost:3000'];
  for (const redirect_url of [
    ...['https://www.shop.example/x?y=1', 'https://shop.test/', 'https://www.shop.test/', 'https://mail.shop.test/x'],
    ...['http://localhost:3000/'],
  ]) {
    expect((await makeForm(api, list, { hosts, redirect_url })).redirect_url).toBe(redirect_url);
  }
  for (const redirect_url of [
    ...['https://evil.example/', 'https://shop.example/', 'https://www.shop.example.evil.example/', '//evil.example'],
    ...['https://www.shop.example@evil.example/', 'https://evil.example\\@www.shop.example/', 'javascript:alert(1)'],
    ...[
      'http://www.shop.example/',
      'https://evilshop.test/',
      'https://unverified.test/',
      'https://www.shop.example:444/',
    ],
    ...['https:evil.example', 'data:text/html,x', 'https://evil.example#www.shop.example'],
  ]) {
    expect(await errorsOf({ hosts, redirect_url }), redirect_url).toHaveProperty(['redirect_url']);
  }
  const form = await makeForm(api, list, { hosts, redirect_url: 'https://www.shop.example/' });
  const without = await api.rest('PATCH', `/forms/${form.id}`, { hosts: [] });
  expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['redirect_url']]);
});

test('a read token reads forms and changes none', async () => {
  const form = await makeForm(api, list);
  const token = api.readToken;
  expect((await api.rest('GET', `/forms/${form.id}`, undefined, { token })).status).toBe(200);
  expect((await api.rest('PATCH', `/forms/${form.id}`, { name: 'X' }, { token })).status).toBe(403);
  expect((await api.rest('DELETE', `/forms/${form.id}`, undefined, { token })).status).toBe(403);
});

test('deleting a list deletes its forms', async () => {
  const other = await makeList(api);
  const form = await makeForm(api, other);
  await sendForm(api, form.id, { email: 'late@people.test' });
  expect((await api.rest('DELETE', `/lists/${other}`)).status).toBe(204);
  expect((await api.rest('GET', `/forms/${form.id}`)).status).toBe(404);
  await processAllSignUps(api);
  expect(await api.db.person.count({ where: { email: 'late@people.test' } })).toBe(0);
});
