import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';
import { statement } from '../../support/statement.ts';
import { WRONG_TYPES } from '../../support/values.ts';

const ANN = 'ann.erased@people.test';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  const template = { name: 'order', editor: 'html', subject: 'Order {{ order }}', content: '<p>{{ order }}</p>' };
  expect((await api.rest('POST', '/templates', template)).status).toBe(201);
});
afterAll(() => api.close());

const erase = (email: unknown, options = {}) => api.rest('POST', '/people/erase', { email }, options);
const count = async (path: string) => (await api.rest('GET', path)).body.meta.total;
const sendMail = (mail: object) =>
  api.rest('POST', '/transactional-mails', { template: 'order', from: 'shop@shop.test', ...mail });

/** Every value of every table of the application, as text, that holds the word. */
async function placesOf(word: string): Promise<string[]> {
  const tables = await statement(
    api.databaseUrl,
    "select table_schema, table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')",
  );
  const found = await Promise.all(
    tables.map(async ({ table_schema: schema, table_name: table }) => {
      const rows = await statement(
        api.databaseUrl,
        `select count(*)::int as count from ${schema}.${table} t where position('${word}' in lower(t::text)) > 0`,
      );
      return rows[0]?.count ? [String(table)] : [];
    }),
  );
  return found.flat().sort();
}

describe('erasing a person with data in every table', () => {
  let list: string;
  let mails: Record<'alone' | 'shared' | 'sent' | 'reply', string>;
  let money: number;

  beforeAll(async () => {
    list = await makeList(api);
    const other = await makeList(api);
    const row = { email: ANN, first_name: 'Annabella', tags: ['vip'], attributes: { city: 'Annaberg' } };
    await subscribe(api, list, [row, { email: 'bob@people.test' }]);
    await subscribe(api, other, [row]);
    await api.rest('POST', '/suppressions', { email: ANN, reason: 'complaint' });
    const order = {
      email: ANN,
      name: 'order',
      value: 1250,
      currency: 'eur',
      reference: 'ann-1',
      properties: { who: ANN },
    };
    expect((await api.rest('POST', '/events', order)).status).toBe(201);
    await api.rest('POST', '/events', { email: ANN, name: 'page.viewed', properties: { name: 'Annabella' } });
    await api.rest('POST', '/conversions', {
      email: ANN,
      value: 750,
      currency: 'eur',
      reference: 'ann-2',
      properties: { who: ANN },
    });
    await api.db.touch.create({
      data: {
        teamId: api.teamId,
        personKey: personKey(api.teamId, ANN),
        kind: 'click',
        sender: 'transactional',
        senderId: list,
        at: new Date(),
      },
    });
    const personal = {
      subject: 'For Annabella',
      variables: { name: 'Annabella' },
      locale: 'de',
      headers: { 'X-Who': 'Annabella' },
      attachments: [{ filename: 'annabella.txt', content: 'QQ==' }],
    };
    const make = async (mail: object) => (await sendMail({ ...personal, ...mail })).body.data.id;
    mails = {
      alone: await make({ to: [ANN] }),
      shared: await make({ to: ['bob@people.test', ANN], cc: [ANN], bcc: ['eve@people.test'] }),
      sent: await make({ to: [ANN], reply_to: ANN }),
      reply: (await sendMail({ to: ['staff@shop.test'], reply_to: ['boss@shop.test', ANN, 'desk@shop.test'] })).body
        .data.id,
    };
    await api.db.transactionalMail.update({
      where: { teamId_id: { teamId: api.teamId, id: mails.sent } },
      data: { status: 'failed', failureReason: `550 <${ANN}> is unknown`, subject: 'For Annabella' },
    });
    const rows = Array.from({ length: 101 }, (_, index) => ({ email: `p${index}@people.test` }) as object);
    rows[7] = { email: ' Ann.ERASED@people.test ', first_name: 7 };
    rows[9] = row;
    await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rows });
    const { body } = await api.rest('GET', '/imports');
    await api.db.importError.create({
      data: { teamId: api.teamId, importId: body.data[0].id, row: 5, email: `${ANN.toUpperCase()} `, issues: [] },
    });
    money = (await api.db.sale.findMany()).reduce((sum, { value }) => sum + Number(value), 0);
    expect(await placesOf(ANN)).toEqual([
      ...['events', 'import_chunks', 'import_errors', 'people', 'sales', 'subscribers', 'suppressions'],
      'transactional_mails',
    ]);
    const { status, body: answer } = await erase(' Ann.Erased@PEOPLE.test');
    expect([status, answer]).toEqual([204, undefined]);
  });

  test('removes their address and data from the whole database', async () => {
    expect(await placesOf(ANN)).toEqual([]);
    expect(await placesOf('annabella')).toEqual([]);
    expect(await placesOf('ann-1')).toEqual([]);
  });

  test('removes them from all lists, with their activity', async () => {
    expect(await count(`/lists/${list}/subscribers?email=${ANN}`)).toBe(0);
    expect(await count(`/lists/${list}/subscribers?search=annabella`)).toBe(0);
    expect(await count(`/events?email=${ANN}`)).toBe(0);
    expect(await api.db.touch.count()).toBe(0);
    expect(await count(`/lists/${list}/subscribers?email=bob@people.test`)).toBe(1);
  });

  test('keeps the revenue without a person', async () => {
    const sales = await api.db.sale.findMany();
    expect(sales.map(({ personKey, reference, properties }) => [personKey, reference, properties])).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    expect(sales.reduce((sum, { value }) => sum + Number(value), 0)).toBe(money);
  });

  test('keeps the e-mail log without them', async () => {
    const read = async (id: string) => (await api.rest('GET', `/transactional-mails/${id}`)).body.data;
    const reason = 'A recipient was erased before the e-mail was sent.';
    expect(await read(mails.alone)).toMatchObject({
      ...{ to: [], cc: [], bcc: [], subject: '', status: 'failed', failure_reason: reason },
    });
    expect(await read(mails.shared)).toMatchObject({
      ...{ to: ['bob@people.test'], cc: [], bcc: ['eve@people.test'], status: 'failed', failure_reason: reason },
    });
    expect(await read(mails.sent)).toMatchObject({
      ...{ to: [], status: 'failed', failure_reason: 'The reason was erased with the person.' },
    });
    expect(await read(mails.reply)).toMatchObject({ to: ['staff@shop.test'], status: 'pending' });
    const { transactionalMail } = await ask(
      api,
      'query ($id: ID!) { transactionalMail(id: $id) { variables locale replyTo erasedAt } }',
      { id: mails.shared },
    );
    expect(transactionalMail).toEqual({ variables: {}, locale: null, replyTo: [], erasedAt: expect.any(String) });
    const again = await api.rest('POST', `/transactional-mails/${mails.shared}/resend`);
    expect(again).toMatchObject({ status: 409, body: { errors: {} } });
    expect((await api.rest('GET', `/transactional-mails/${mails.shared}/preview`)).status).toBe(200);
    expect(await api.db.message.count({ where: { mailId: { in: [mails.alone, mails.shared] } } })).toBe(0);
  });

  test('suppresses them by a hash, found by the address without revealing it', async () => {
    const { body } = await api.rest('GET', `/suppressions?email=${ANN}`);
    expect(body.data).toEqual([
      { id: expect.any(String), email: null, domain: null, reason: 'erased', created_at: expect.any(String) },
    ]);
    const again = await api.rest('POST', '/suppressions', { email: ANN });
    expect([again.status, again.body.data]).toEqual([200, body.data[0]]);
    expect(await count(`/suppressions?email=${ANN}`)).toBe(1);
    expect(await placesOf(ANN)).toEqual([]);
  });

  test('removes them from counts', async () => {
    const { body } = await api.rest('GET', '/usage');
    expect(body.data.people).toBe(await api.db.person.count({ where: { email: { not: null }, teamId: api.teamId } }));
  });
});

describe('erasing', () => {
  test('an unknown person returns the same response and suppresses the address, and erasing again changes nothing', async () => {
    const email = 'unknown@people.test';
    expect(await erase(email)).toMatchObject({ status: 204, body: undefined });
    const { body } = await api.rest('GET', `/suppressions?email=${email}`);
    expect(body.data).toHaveLength(1);
    expect(await erase(email)).toMatchObject({ status: 204 });
    expect((await api.rest('GET', `/suppressions?email=${email}`)).body).toEqual(body);
  });

  test('does not affect other teams', async () => {
    const email = 'shared@people.test';
    const event = { email, name: 'page.viewed' };
    expect((await api.rest('POST', '/events', event, { token: api.otherToken })).status).toBe(201);
    expect((await erase(email)).status).toBe(204);
    const theirs = await api.rest('GET', `/events?email=${email}`, undefined, { token: api.otherToken });
    expect(theirs.body.meta.total).toBe(1);
    expect((await api.rest('GET', '/suppressions', undefined, { token: api.otherToken })).body.meta.total).toBe(0);
    expect((await api.rest('POST', '/events', event, { token: api.otherToken })).status).toBe(201);
  });

  test('erasing covers every spelling of an internationalised domain', async () => {
    const list = await makeList(api);
    await subscribe(api, list, [{ email: 'jörg@Bücher.example' }]);
    expect((await erase('Jörg@xn--bcher-kva.example')).status).toBe(204);
    expect(await count(`/lists/${list}/subscribers`)).toBe(0);
    expect((await subscribe(api, list, [{ email: 'JÖRG@BÜCHER.example' }])).meta.failed).toBe(1);
  });

  test.each([
    [undefined, 'is required.'],
    [null, 'is required.'],
    ['', 'is required.'],
    ['nobody', 'must be a valid email address.'],
    ['a@x.test\r\n', 'must be a valid email address.'],
    ['a\u0000@x.test', 'must be a valid email address.'],
  ])('%j is refused', async (email, problem) => {
    expect(await erase(email)).toMatchObject({
      status: 422,
      body: { errors: { email: [`The email field ${problem}`] } },
    });
  });

  test('is refused with an address of the wrong type', async () => {
    for (const value of WRONG_TYPES) expect((await erase(value)).status).toBe(422);
  });

  test('is refused to a read token', async () => {
    expect((await erase('reader@people.test', { token: api.readToken })).status).toBe(403);
    const mutation = 'mutation { erasePerson(input: { email: "reader@people.test" }) { suppression { id } } }';
    expect((await fail(api, mutation, {}, { token: api.readToken })).extensions.code).toBe('FORBIDDEN');
    expect(await count('/suppressions?email=reader@people.test')).toBe(0);
  });

  test('by GraphQL returns the suppression, and refuses an invalid address', async () => {
    const mutation =
      'mutation ($email: EmailAddress!) { erasePerson(input: { email: $email }) { suppression { id email domain reason } } }';
    const {
      erasePerson: { suppression: erasePerson },
    } = await ask(api, mutation, { email: 'gql@people.test' });
    expect(erasePerson).toEqual({ id: expect.any(String), email: null, domain: null, reason: 'ERASED' });
    expect((await ask(api, mutation, { email: 'GQL@people.test' })).erasePerson.suppression).toEqual(erasePerson);
    expect((await fail(api, mutation, { email: 'x' })).extensions).toMatchObject({
      issues: [{ path: ['email'], message: 'The email field must be a valid email address.' }],
    });
  });

  test('repeats its answer for an Idempotency-Key', async () => {
    const call = () => erase('keyed@people.test', { headers: { 'idempotency-key': 'erase-keyed' } });
    expect((await call()).status).toBe(204);
    const again = await call();
    expect([again.status, again.headers['idempotent-replay']]).toEqual([204, 'true']);
  });
});

describe('after a person is erased', () => {
  const email = 'gone@people.test';
  const problem = 'The person was erased. Their data cannot be stored again.';
  beforeEach(async () => {
    await erase(email);
  });

  test('an event about them is refused, alone and as a row of a batch', async () => {
    const event = { email: 'Gone@people.test', name: 'order', value: 5, currency: 'eur', properties: { a: 1 } };
    expect(await api.rest('POST', '/events', event)).toMatchObject({
      status: 422,
      body: { errors: { email: [problem] } },
    });
    const keyed = await api.rest('POST', '/events', event, { headers: { 'idempotency-key': 'gone-event' } });
    expect(keyed).toMatchObject({ status: 422, body: { errors: { email: [problem] } } });
    const { status, body } = await api.rest('POST', '/events', {
      events: [event, { email: 'new@people.test', name: 'x' }, event],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      failed: 2,
      data: [{ status: 'invalid', errors: { email: [problem] } }, { status: 'recorded' }, { status: 'invalid' }],
    });
    expect((await api.rest('POST', '/events', { events: [event] })).status).toBe(422);
    expect(await count(`/events?email=${email}`)).toBe(0);
    expect(await api.db.event.count({ where: { personKey: personKey(api.teamId, email) } })).toBe(0);
  });

  test('a conversion of an erased person is refused', async () => {
    const sale = { email, value: 5, currency: 'eur' };
    expect(await api.rest('POST', '/conversions', sale)).toMatchObject({
      status: 422,
      body: { errors: { email: [problem] } },
    });
  });

  test('an e-mail to them is refused, with the path of their address', async () => {
    const mail = { to: ['bob@people.test'], cc: [email], bcc: ['eve@people.test', email], reply_to: email };
    const { status, body } = await sendMail(mail);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['cc.0', 'bcc.1', 'reply_to']]);
  });

  test('a row of a batch fails, and the address is not stored again', async () => {
    const list = await makeList(api);
    const { body } = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: [{ email }] });
    expect(body.data[0]).toMatchObject({
      outcome: 'failed',
      message: 'The address is blocked: it is suppressed and gets no e-mails from the team.',
    });
    expect(await placesOf(email)).toEqual([]);
  });

  test('deleting the suppression lets them subscribe as a new person', async () => {
    const list = await makeList(api);
    const { body } = await api.rest('GET', `/suppressions?email=${email}`);
    expect((await api.rest('DELETE', `/suppressions/${body.data[0].id}`)).status).toBe(204);
    expect((await subscribe(api, list, [{ email }])).meta.added).toBe(1);
    expect((await api.rest('POST', '/events', { email, name: 'back' })).status).toBe(201);
    expect(await count(`/events?email=${email}`)).toBe(1);
  });
});
