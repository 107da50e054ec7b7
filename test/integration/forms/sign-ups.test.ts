import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeForm, processAllSignUps, sendForm } from '../../support/forms.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
let list: string;
let strict: string;
beforeAll(async () => {
  api = await openTestApp({ formLimitPerMinute: 0 });
  await api.rest('POST', '/fields', { key: 'city', type: 'text' });
  await api.rest('POST', '/fields', { key: 'size', type: 'number' });
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
  strict = await makeList(api, { requires_confirmation: true });
});

const signUpsOf = async (form: { id: string }, query = '') =>
  (await api.rest('GET', `/forms/${form.id}/sign-ups${query}`)).body;
const statusesOf = async (form: { id: string }, query = '') =>
  (await signUpsOf(form, query)).data.map(
    ({ email, status }: { email: string; status: string }) => `${email.split('@')[0]} ${status}`,
  );
const signUp = async (form: { id: string }, name: string, filled: object = {}) => {
  await sendForm(api, form.id, { email: `${name}@people.test`, ...filled });
  await processAllSignUps(api);
};
const idOf = async (name: string, of: string) =>
  (await api.db.subscriber.findFirstOrThrow({ where: { email: `${name}@people.test`, listId: of } })).id;

test('a form lists its sign-ups with time, answers and consent', async () => {
  const form = await makeForm(api, list, {
    fields: [{ field: 'first_name' }, { field: 'city' }, { field: 'size', hidden: true, value: '42' }],
    ...{ consent_text: 'I agree.', keep_address: true },
  });
  await subscribe(api, list, [{ email: 'elsewhere@people.test' }]);
  await signUp(form, 'ann', { first_name: 'Ann', city: 'Porto', _consent: 'true' });
  await signUp(await makeForm(api, list), 'other');
  const { data, meta } = await signUpsOf(form);
  expect(data).toEqual([
    {
      ...{
        id: expect.any(String),
        email: 'ann@people.test',
        subscriber: await idOf('ann', list),
        status: 'subscribed',
      },
      ...{ answers: { first_name: 'Ann', city: 'Porto', size: 42 }, consent_text: 'I agree.', consent_version: 1 },
      ...{ address_family: 4, address: '192.0.2.1', created_at: expect.stringMatching(/Z$/) },
    },
  ]);
  expect(meta.total).toBe(1);
  const query = `query ($id: ID!) { form(id: $id) { signUps { totalCount nodes { email status subscriber { status firstName } } }
    signUpsByStatus { subscribed unconfirmed alreadySubscribed } } }`;
  expect((await api.graphql(query, { id: form.id })).body.data.form).toEqual({
    signUps: {
      totalCount: 1,
      nodes: [
        { email: 'ann@people.test', status: 'SUBSCRIBED', subscriber: { status: 'SUBSCRIBED', firstName: 'Ann' } },
      ],
    },
    signUpsByStatus: { subscribed: 1, unconfirmed: 0, alreadySubscribed: 0 },
  });
});

test('a sign-up is unconfirmed until the person confirms, and stays confirmed when they leave', async () => {
  const form = await makeForm(api, strict);
  await signUp(form, 'slow');
  await signUp(form, 'quick');
  await api.rest('POST', `/subscribers/${await idOf('quick', strict)}/confirm`);
  expect(await statusesOf(form)).toEqual(['quick subscribed', 'slow unconfirmed']);
  await api.rest('POST', `/subscribers/${await idOf('quick', strict)}/unsubscribe`);
  await api.rest('POST', `/subscribers/${await idOf('slow', strict)}/unsubscribe`);
  expect(await statusesOf(form)).toEqual(['quick subscribed', 'slow unconfirmed']);
});

test('existing subscribers are distinguished from new ones, and people who left from people who wait to confirm', async () => {
  const form = await makeForm(api, list);
  await subscribe(api, list, [{ email: 'here@people.test' }]);
  await subscribe(api, list, [{ email: 'left@people.test' }]);
  await api.rest('POST', `/subscribers/${await idOf('left', list)}/unsubscribe`);
  await signUp(form, 'here');
  await signUp(form, 'left');
  await signUp(form, 'left');
  expect(await statusesOf(form)).toEqual(['left unconfirmed', 'left unconfirmed', 'here already_subscribed']);
  await api.rest('POST', `/subscribers/${await idOf('left', list)}/confirm`);
  await signUp(form, 'left');
  const { sign_ups_by_status, sign_ups_count } = (await api.rest('GET', `/forms/${form.id}`)).body.data;
  expect(sign_ups_by_status).toEqual({ unconfirmed: 0, subscribed: 2, already_subscribed: 2 });
  expect(sign_ups_count).toBe(4);
});

test('a sign-up of a subscribed person stays one, after the person leaves and returns', async () => {
  const form = await makeForm(api, list);
  await subscribe(api, list, [{ email: 'back@people.test' }]);
  await signUp(form, 'back');
  await api.rest('POST', `/subscribers/${await idOf('back', list)}/unsubscribe`);
  await subscribe(api, list, [{ email: 'back@people.test', resubscribe: true }]);
  expect(await statusesOf(form)).toEqual(['back already_subscribed']);
});

test('for suppressed and erased people a form shows no data, and counts the sign-up', async () => {
  const form = await makeForm(api, list);
  await api.rest('POST', '/suppressions', { email: 'blocked@people.test' });
  await signUp(form, 'blocked');
  await signUp(form, 'gone');
  expect(await statusesOf(form)).toEqual(['gone subscribed']);
  await api.rest('POST', '/people/erase', { email: 'gone@people.test' });
  expect(await statusesOf(form)).toEqual([]);
  expect((await api.rest('GET', `/forms/${form.id}`)).body.data).toMatchObject({
    ...{ sign_ups_count: 2, sign_ups_by_status: { unconfirmed: 0, subscribed: 0, already_subscribed: 0 } },
  });
});

test('sign-ups are filtered by status and time, and paged, newest first', async () => {
  const form = await makeForm(api, strict);
  for (const name of ['one', 'two', 'three']) await signUp(form, name);
  await api.rest('POST', `/subscribers/${await idOf('two', strict)}/confirm`);
  expect(await statusesOf(form, '?status=subscribed')).toEqual(['two subscribed']);
  expect((await signUpsOf(form, '?status=unconfirmed&per_page=1&page=2')).data[0].email).toBe('one@people.test');
  expect((await signUpsOf(form, '?status=unconfirmed')).meta.total).toBe(2);
  const [newest, middle] = (await signUpsOf(form)).data;
  const at = (time: string) => encodeURIComponent(time);
  expect(await statusesOf(form, `?since=${at(newest.created_at)}`)).toEqual(['three unconfirmed']);
  expect((await signUpsOf(form, `?until=${at(middle.created_at)}&status=unconfirmed`)).data).toHaveLength(1);
  const page = `query ($id: ID!, $after: String) { form(id: $id) { signUps(first: 2, after: $after) {
    nodes { email } pageInfo { endCursor hasNextPage } } } }`;
  const first = (await api.graphql(page, { id: form.id })).body.data.form.signUps;
  const rest = (await api.graphql(page, { id: form.id, after: first.pageInfo.endCursor })).body.data.form.signUps;
  expect([...first.nodes, ...rest.nodes].map(({ email }: { email: string }) => email.split('@')[0])).toEqual([
    'three',
    'two',
    'one',
  ]);
  expect([first.pageInfo.hasNextPage, rest.pageInfo.hasNextPage]).toEqual([true, false]);
});

test('bad filters are refused by name, and other teams’ forms are not found', async () => {
  const form = await makeForm(api, list);
  const errors = async (query: string) => {
    const { status, body } = await api.rest('GET', `/forms/${form.id}/sign-ups?${query}`);
    expect(status, query).toBe(422);
    return Object.keys(body.errors);
  };
  expect(await errors('status=pending')).toEqual(['status']);
  expect(await errors('since=yesterday')).toEqual(['since']);
  expect(await errors('until=2026-13-01T00:00:00Z')).toEqual(['until']);
  expect(await errors('since=2026-02-02T00:00:00Z&until=2026-02-01T00:00:00Z')).toEqual(['until']);
  expect(await errors('per_page=0')).toEqual(['per_page']);
  expect((await api.rest('GET', `/forms/${UNKNOWN_ID}/sign-ups`)).status).toBe(404);
  expect((await api.rest('GET', '/forms/none/sign-ups')).status).toBe(404);
});
