import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { formTokenOf, makeForm, processAllSignUps, sendForm } from '../../support/forms.ts';
import { linkIn, openInbox } from '../../support/inbox.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
let strict: string;
let person = 0;
let email: string;
beforeAll(async () => {
  api = await openTestApp({ publicUrl: 'http://shop.test', formLimitPerMinute: 0 });
  await api.rest('POST', '/fields', { key: 'city', type: 'text', label: 'City' });
  await api.rest('POST', '/fields', { key: 'size', type: 'number' });
  await api.rest('POST', '/fields', { key: 'born', type: 'date' });
  await api.rest('POST', '/fields', { key: 'member', type: 'boolean' });
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
  strict = await makeList(api, { requires_confirmation: true });
  email = `p${person++}@people.test`;
});

const ALL = {
  fields: [
    { field: 'first_name', required: true },
    ...[{ field: 'last_name' }, { field: 'city' }, { field: 'size' }, { field: 'born' }, { field: 'member' }],
  ],
  ...{ tags: ['web'], consent_text: 'I agree to <b>everything</b>.', locale: 'de' },
};
const FILLED = {
  first_name: 'Ann',
  last_name: 'Lee',
  city: ' Porto ',
  size: '42.5',
  born: '1990-01-31',
  member: 'true',
};
const AGREED = { ...FILLED, _consent: 'true' };
const confirmations = () => api.db.message.count({ where: { kind: 'confirmation', subscriber: { email } } });

test.each([false, true])('subscribes with all answers (as JSON: %s)', async (json) => {
  const form = await makeForm(api, list, ALL);
  const sent = await sendForm(api, form.id, { email: ` ${email.toUpperCase()} `, ...AGREED }, { json });
  expect(sent.status).toBe(200);
  await processAllSignUps(api);
  expect(await readSubscriber(api, list, email)).toMatchObject({
    ...{ status: 'subscribed', first_name: 'Ann', last_name: 'Lee', locale: 'de', tags: ['web'] },
    attributes: { city: 'Porto', size: 42.5, born: '1990-01-31', member: true },
  });
  expect(await api.db.signUp.findFirst({ where: { subscriber: { email } } })).toMatchObject({
    ...{
      email: null,
      answers: { first_name: 'Ann', last_name: 'Lee', city: 'Porto', size: 42.5, born: '1990-01-31', member: true },
      consentText: ALL.consent_text,
      consentVersion: 1,
      addressFamily: 4,
      address: null,
    },
  });
});

test('JSON may contain numbers and booleans', async () => {
  const form = await makeForm(api, list, { fields: [{ field: 'size' }, { field: 'member', required: true }] });
  await sendForm(api, form.id, { email, size: 7, member: true }, { json: true });
  await processAllSignUps(api);
  expect((await readSubscriber(api, list, email)).attributes).toEqual({ size: 7, member: true });
});

test('hidden fields have the values of the form, regardless of the input', async () => {
  const form = await makeForm(api, list, { fields: [{ field: 'city', hidden: true, value: 'Web' }] });
  expect(form.html).not.toContain('city');
  await sendForm(api, form.id, { email, city: 'Elsewhere', size: '1', status: 'subscribed' });
  await processAllSignUps(api);
  expect((await readSubscriber(api, list, email)).attributes).toEqual({ city: 'Web' });
});

test('the address is stored if the form says so, and its family always', async () => {
  const form = await makeForm(api, list, { keep_address: true });
  await sendForm(api, form.id, { email }, { from: '2001:db8:1:2::3' });
  await processAllSignUps(api);
  const { body } = await api.rest('GET', `/people/export?email=${email}`);
  expect(JSON.stringify(body)).toContain('"address_family":6,"address":"2001:db8:1:2::3"');
});

test('missing or invalid input is reported in the language of the form, by field, and changes nothing', async () => {
  const form = await makeForm(api, list, ALL);
  const wrong = { email: 'ann@', size: 'big', born: '31.1.1990' };
  const { status, body } = await sendForm(api, form.id, wrong, { json: true });
  expect([status, body]).toEqual([
    422,
    {
      message: 'Bitte korrigieren Sie die markierten Felder.',
      errors: {
        email: ['Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.'],
        first_name: ['Bitte füllen Sie dieses Feld aus.'],
        size: ['Size: Bitte geben Sie eine Zahl ein, zum Beispiel 12 oder 1.5.'],
        born: ['Born: Bitte geben Sie ein Datum ein, zum Beispiel 2026-01-31.'],
        _consent: ['Bitte setzen Sie das Häkchen, wenn Sie einverstanden sind.'],
      },
    },
  ]);
  const shown = await sendForm(api, form.id, { ...wrong, city: '"><script>' });
  expect(shown.status).toBe(422);
  expect(shown.text).toContain('value="ann@"');
  expect(shown.text).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(shown.text.match(/aria-invalid="true"/g)).toHaveLength(5);
  expect(await api.db.signUp.count({ where: { formId: form.id } })).toBe(0);
});

test('a contact field deleted since is not required, and a changed type applies', async () => {
  await api.rest('POST', '/fields', { key: 'gone', type: 'text' });
  const fields = [{ field: 'gone', required: true }, { field: 'city' }];
  const form = await makeForm(api, list, { fields });
  await api.rest('DELETE', '/fields/gone');
  expect((await api.app.inject({ url: `/f/${form.id}` })).payload).not.toContain('gone');
  expect((await sendForm(api, form.id, { email, gone: 'x', city: 'Porto' })).status).toBe(200);
  await processAllSignUps(api);
  expect((await readSubscriber(api, list, email)).attributes).toEqual({ city: 'Porto' });
});

describe('a list that asks for confirmations', () => {
  test('sends one to a new person; the link in it subscribes', async () => {
    const jobs = startJobs(api.installation);
    const inbox = await openInbox(api.installation);
    const form = await makeForm(api, strict, { locale: 'de' });
    const { title } = await sendForm(api, form.id, { email });
    expect(title).toBe('Bitte prüfen Sie Ihr Postfach');
    const [message = expect.fail()] = await inbox.mailTo(email);
    expect(message.mail.subject).toBe('Bitte bestätigen Sie Ihre Anmeldung zu News');
    expect(await readSubscriber(api, strict, email)).toMatchObject({ status: 'unconfirmed' });
    await api.app.inject({ method: 'POST', url: new URL(linkIn(message, 'confirm')).pathname });
    expect(await readSubscriber(api, strict, email)).toMatchObject({ status: 'subscribed' });
    await inbox.stop();
    await jobs.stop();
  });

  test('sends it again to people still waiting, but not within the hour', async () => {
    const form = await makeForm(api, strict);
    const send = async () => {
      await sendForm(api, form.id, { email });
      await processAllSignUps(api);
    };
    await send();
    await api.db.message.updateMany({ data: { state: 'sent' }, where: { subscriber: { email } } });
    await send();
    expect(await confirmations()).toBe(1);
    await api.db.$executeRaw`update messages set created_at = now() - interval '61 minutes'`;
    await send();
    await send();
    expect(await confirmations()).toBe(2);
  });
});

describe('a known person', () => {
  test('a subscriber keeps everything, gets the tags, and is notified by e-mail, once in six hours', async () => {
    const inbox = await openInbox(api.installation);
    await subscribe(api, list, [{ email, first_name: 'Ann', tags: ['old'], attributes: { city: 'Porto' } }]);
    const form = await makeForm(api, list, { ...ALL, consent_text: null });
    const send = async () => {
      await sendForm(api, form.id, { email, ...FILLED, first_name: 'Evil', city: 'Nowhere' });
      await processAllSignUps(api);
    };
    await send();
    await send();
    expect(await readSubscriber(api, list, email)).toMatchObject({
      ...{
        status: 'subscribed',
        first_name: 'Ann',
        last_name: null,
        tags: ['old', 'web'],
        attributes: { city: 'Porto' },
      },
    });
    const [message = expect.fail(), ...more] = await inbox.mailTo(email);
    expect([message.mail.subject, more]).toEqual(['You are already subscribed to News', []]);
    expect(message.mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(linkIn(message, 'preferences')).toContain('http://shop.test/preferences/');
    await api.db.$executeRaw`update messages set created_at = now() - interval '361 minutes'`;
    await api.db.$executeRaw`update subscribers set subscribed_at = now() - interval '1 day'`;
    await send();
    expect(await inbox.mailTo(email, 2)).toHaveLength(2);
    await inbox.stop();
  });

  test.each(['unsubscribed', 'bounced'] as const)(
    'people who are %s return only by the confirmation, despite the list’s setting',
    async (status) => {
      const [{ id }] = (await subscribe(api, list, [{ email }])).data;
      if (status === 'unsubscribed') await api.rest('POST', `/subscribers/${id}/unsubscribe`);
      else await api.db.subscriber.updateMany({ where: { id }, data: { status } });
      const form = await makeForm(api, list);
      await sendForm(api, form.id, { email });
      await processAllSignUps(api);
      expect((await readSubscriber(api, list, email)).status).toBe('unconfirmed');
      expect(await confirmations()).toBe(1);
    },
  );

  test('sign-ups of suppressed, erased and complaining people have no effect, and only the key is stored', async () => {
    const [complained, suppressed, erased] = ['c', 's', 'e'].map((letter) => `${letter}${email}`) as [
      string,
      string,
      string,
    ];
    await subscribe(api, list, [{ email: complained }]);
    await api.db.subscriber.updateMany({ where: { email: complained }, data: { status: 'complained' } });
    await api.rest('POST', '/suppressions', { email: suppressed });
    await api.rest('POST', '/people/erase', { email: erased });
    const form = await makeForm(api, list, { ...ALL, keep_address: true });
    for (const one of [complained, suppressed, erased]) {
      expect((await sendForm(api, form.id, { email: one, ...AGREED })).status).toBe(200);
    }
    await processAllSignUps(api);
    const rows = await api.db.signUp.findMany({ where: { formId: form.id } });
    const nothing = { email: null, answers: null, subscriberId: null, consentText: null, address: null };
    expect(rows).toMatchObject([nothing, nothing, nothing]);
    expect(await api.db.subscriber.findMany({ where: { listId: list } })).toMatchObject([{ status: 'complained' }]);
    expect(await api.db.message.count({ where: { subscriber: { listId: list } } })).toBe(0);
    expect(await api.db.person.count({ where: { email: { in: [suppressed, erased] } } })).toBe(0);
  });

  test('all of them get the same answer as a new person, byte by byte', async () => {
    const known = ['new', 'subscribed', 'unconfirmed', 'left', 'complained', 'suppressed', 'erased'];
    const address = (state: string) => `${state}${email}`;
    await subscribe(
      api,
      strict,
      known.slice(1, 5).map((state) => ({ email: address(state) })),
    );
    for (const [state, status] of [
      ['subscribed', 'subscribed'],
      ['left', 'unsubscribed'],
      ['complained', 'complained'],
    ]) {
      await api.db.subscriber.updateMany({
        where: { email: address(state!) },
        data: { status: status as 'subscribed' },
      });
    }
    await api.rest('POST', '/suppressions', { email: address('suppressed') });
    await api.rest('POST', '/people/erase', { email: address('erased') });
    const form = await makeForm(api, strict, ALL);
    const answers = new Set<string>();
    for (const json of [false, true]) {
      for (const state of known) {
        for (let time = 0; time < 2; time += 1) {
          const { status, headers, text } = await sendForm(
            api,
            form.id,
            { email: address(state), ...AGREED },
            { json },
          );
          const { 'x-request-id': _, date: __, ...same } = headers;
          answers.add(JSON.stringify([json, status, same, text]));
        }
        await processAllSignUps(api);
      }
    }
    expect(answers.size).toBe(2);
  });
});

test('the same form sent twice is one sign-up; with another address it must be sent again', async () => {
  const form = await makeForm(api, list);
  const token = formTokenOf(api, form.id);
  expect((await sendForm(api, form.id, { email }, { token })).title).toBe('Thank you');
  await processAllSignUps(api);
  expect((await sendForm(api, form.id, { email }, { token })).title).toBe('Thank you');
  const other = await sendForm(api, form.id, { email: `x${email}` }, { token });
  expect([other.status, other.title]).toEqual([422, 'News']);
  expect(other.text).toContain(`value="x${email}"`);
  const fresh = /name="_pass" value="(.*?)"/.exec(other.text)?.[1];
  expect(fresh).not.toBe(token);
  await processAllSignUps(api);
  expect(await api.db.signUp.count({ where: { formId: form.id } })).toBe(1);
});

test('simultaneous sign-ups of the same person and of many are processed together', async () => {
  const form = await makeForm(api, list, { fields: [{ field: 'city' }] });
  const second = await makeForm(api, list, { tags: ['second'] });
  await Promise.all([
    ...Array.from({ length: 60 }, (_, index) => sendForm(api, form.id, { email: `${index}${email}`, city: 'A' })),
    ...[form, form, second].map(({ id }) => sendForm(api, id, { email })),
  ]);
  await processAllSignUps(api);
  expect(await api.db.subscriber.count({ where: { listId: list } })).toBe(61);
  expect(await readSubscriber(api, list, email)).toMatchObject({ status: 'subscribed', tags: ['second'] });
  expect((await api.rest('GET', `/forms/${form.id}`)).body.data.sign_ups_count).toBe(62);
});

test('sign-ups whose job was lost are processed all the same', async () => {
  const form = await makeForm(api, list);
  await sendForm(api, form.id, { email });
  await api.db.$executeRaw`delete from graphile_worker._private_jobs`;
  await api.db.$executeRaw`update sign_ups set created_at = now() - interval '1 minute' where taken_at is null`;
  const jobs = startJobs(api.installation);
  await until(() => api.db.subscriber.count({ where: { email, listId: list } }));
  await jobs.stop();
});

test('views and sign-ups are counted, previews are not', async () => {
  const form = await makeForm(api, list);
  const look = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', path = '') =>
    api.app.inject({ method, url: `/f/${form.id}${path}`, headers });
  for (let time = 0; time < 3; time += 1) await look();
  await look({}, 'GET', '/pass');
  await look({}, 'GET', '/pass?again');
  await look({}, 'HEAD');
  await look({ 'sec-purpose': 'prefetch' });
  await sendForm(api, form.id, { email });
  await processAllSignUps(api);
  await until(async () => (await api.rest('GET', `/forms/${form.id}`)).body.data.views === 4);
  expect((await api.rest('GET', `/forms/${form.id}`)).body.data).toMatchObject({
    sign_ups_count: 1,
    conversion_rate: 0.25,
  });
  await api.db.formCount.updateMany({ where: { formId: form.id }, data: { signUps: 9 } });
  expect((await api.rest('GET', `/forms/${form.id}`)).body.data).toMatchObject({
    sign_ups_count: 9,
    conversion_rate: 1,
  });
});

test('automations that start with a subscription or a tag start', async () => {
  const trigger = { type: 'subscribed' };
  const made = await api.rest('POST', '/automations', {
    ...{ name: 'Welcome', list, trigger, steps: [{ id: 'wait', type: 'wait', for: 'P1D' }] },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect((await api.rest('POST', `/automations/${made.body.data.id}/activate`)).status).toBe(200);
  const form = await makeForm(api, list);
  await sendForm(api, form.id, { email });
  await processAllSignUps(api);
  expect(await api.db.automationSignal.count({ where: { kind: 'subscribed', ref: list } })).toBe(1);
});

test('a form’s page and its thanks name the sender, and look like the other pages', async () => {
  const brand = { logo_url: null, website_url: 'https://shop.test/' };
  await api.rest('PATCH', '/team', { name: 'Tea & Co', postal_address: 'Street 1\nTown', brand });
  const form = await makeForm(api, list);
  const shown = (await api.app.inject({ url: `/f/${form.id}` })).payload;
  const { text: thanked } = await sendForm(api, form.id, { email });
  for (const page of [shown, thanked]) {
    expect(page).toContain('<header><a href="https://shop.test/" target="_top">Tea &amp; Co</a></header>');
    expect(page).toContain('<footer><div>Tea &amp; Co</div><div>Street 1</div><div>Town</div></footer>');
  }
});
