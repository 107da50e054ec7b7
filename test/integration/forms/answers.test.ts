import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeForm, processAllSignUps, sendForm } from '../../support/forms.ts';
import { until } from '../../support/until.ts';

// With triggers that follow confirmations, and with distributed tables, where the program does.
describe.each([
  ['on one machine', false],
  ['on several machines', true],
])('%s', (_, withoutTriggers) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await openTestApp({ formLimitPerMinute: 0 }, { withoutTriggers });
    for (const key of ['city', 'size']) {
      await api.rest('POST', '/fields', { key, type: key === 'size' ? 'number' : 'text' });
    }
  });
  afterAll(() => api.close());

  const email = 'ann@people.test';
  const signUp = async (form: { id: string }, filled: object) => {
    const { status } = await sendForm(api, form.id, { email, ...filled }, { json: true });
    await processAllSignUps(api);
    return status;
  };
  const signUpsOf = async (form: { id: string }) => (await api.rest('GET', `/forms/${form.id}/sign-ups`)).body.data;
  const answersOf = async (form: { id: string }) =>
    (await signUpsOf(form)).map(({ answers }: { answers: object }) => answers);
  const fields = [{ field: 'first_name' }, { field: 'city' }, { field: 'size' }];

  test('answers stay unchanged after changes to the subscriber and the form', async () => {
    const form = await makeForm(api, await makeList(api), { fields });
    await signUp(form, { first_name: 'Ann', city: 'Porto', size: 38 });
    const [{ subscriber }] = await signUpsOf(form);
    await api.rest('PATCH', `/subscribers/${subscriber}`, { first_name: 'Anna', attributes: { city: 'Lisbon' } });
    await signUp(form, { first_name: 'Anne', city: 'Faro' });
    await api.rest('PATCH', `/forms/${form.id}`, { fields: [] });
    const answered = [
      { first_name: 'Anne', city: 'Faro' },
      { first_name: 'Ann', city: 'Porto', size: 38 },
    ];
    expect(await answersOf(form)).toEqual(answered);
    const { body } = await api.rest('GET', `/people/export?email=${email}`);
    expect(body.data.sign_ups.map(({ answers }: { answers: object }) => answers)).toEqual(answered);
    expect((await api.rest('GET', `/subscribers/${subscriber}`)).body.data).toMatchObject({
      first_name: 'Anna',
      attributes: { city: 'Lisbon', size: 38 },
    });
  });

  test('answers are deleted with their field, and answers in a new field of that name are not', async () => {
    const list = await makeList(api);
    const form = await makeForm(api, list, { fields });
    await subscribe(api, list, [{ email: 'here@people.test' }]); // never receives the answers
    await signUp(form, { email: 'here@people.test', city: 'Porto', size: 38 });
    await signUp(form, { email: 'new@people.test', city: 'Faro', size: 40 });
    await api.rest('DELETE', '/fields/city');
    expect(await answersOf(form)).toEqual([{ size: 40 }, { size: 38 }]);
    await api.rest('POST', '/fields', { key: 'city', type: 'text' });
    await signUp(form, { email: 'newer@people.test', city: 'Braga' });
    expect(await answersOf(form)).toEqual([{ city: 'Braga' }, { size: 40 }, { size: 38 }]);
    const stored = () => api.db.signUp.findMany({ where: { formId: form.id }, select: { answers: true } });
    await until(async () => JSON.stringify(await stored()).match(/city/g)?.length === 1);
  });

  test('a sign-up counts as confirmed by any way in which the person is subscribed', async () => {
    const strict = await makeList(api, { requires_confirmation: true });
    const form = await makeForm(api, strict);
    const counts = async () => (await api.rest('GET', `/forms/${form.id}`)).body.data.sign_ups_by_status;
    for (const name of ['one', 'two', 'three']) await signUp(form, { email: `${name}@people.test` });
    await signUp(form, { email: 'one@people.test' });
    expect(await counts()).toEqual({ unconfirmed: 4, subscribed: 0, already_subscribed: 0 });
    const [{ subscriber }] = await signUpsOf(form); // that of "one"
    await api.rest('POST', `/subscribers/${subscriber}/confirm`);
    expect(await counts()).toEqual({ unconfirmed: 2, subscribed: 2, already_subscribed: 0 });
    await api.rest('PUT', `/lists/${strict}`, { requires_confirmation: false });
    await api.rest('POST', `/subscribers/${(await signUpsOf(form))[2].subscriber}/unsubscribe`); // the team resubscribes "two"
    await subscribe(api, strict, [{ email: 'two@people.test', resubscribe: true }]);
    expect(await counts()).toEqual({ unconfirmed: 1, subscribed: 3, already_subscribed: 0 });
    await api.rest('POST', '/people/erase', { email: 'one@people.test' });
    expect(await counts()).toEqual({ unconfirmed: 1, subscribed: 1, already_subscribed: 0 });
  });

  test('a number too large to store exactly is refused', async () => {
    const form = await makeForm(api, await makeList(api), { fields });
    expect(await signUp(form, { size: 2 ** 53 })).toBe(422);
    expect(await signUp(form, { size: 2 ** 53 - 1 })).toBe(200);
  });
});
