import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  for (const name of ['Welcome', 'Order']) {
    await api.rest('POST', '/templates', { name, editor: 'html', subject: 'Hello', content: 'Hello' });
  }
});
afterAll(() => api.close());

const MAIL = { template: 'Welcome', from: 'Shop@Shop.test', to: ['Ann@people.test'] };
const send = async (input: object = {}) => {
  const { status, body } = await api.rest('POST', '/transactional-mails', { ...MAIL, ...input });
  expect(status).toBe(201);
  return body.data;
};

test('a mail is logged as pending, with exactly the specified fields', async () => {
  const input = { cc: ['cc@people.test'], bcc: [' BCC@people.test'], variables: { a: 1 }, locale: 'de', subject: 'Hi' };
  const mail = await send({ ...input, reply_to: 'r@shop.test', headers: { 'X-Shop': '1' }, attachments: [] });
  expect(mail).toEqual({
    ...{ id: expect.any(String), template: 'Welcome', subject: 'Hi', from: 'shop@shop.test', status: 'pending' },
    ...{ to: ['ann@people.test'], cc: ['cc@people.test'], bcc: ['bcc@people.test'], failure_reason: null },
    ...{ opens: 0, clicks: 0, sent_at: null, created_at: expect.stringMatching(/\.\d{3}Z$/) },
  });
  expect((await api.rest('GET', `/transactional-mails/${mail.id}`)).body).toEqual({ data: mail });
  expect((await api.rest('GET', '/transactional-mails')).body.data[0]).toEqual(mail);
});

describe('a resent mail', () => {
  test('is a new one to the same recipients, with the same variables and language; the first is unchanged', async () => {
    const first = await send({ cc: ['c@people.test'], variables: { n: [1, null] }, locale: 'de', subject: 'S' });
    const failed = { status: 'failed', failureReason: 'no such mailbox', opens: 3 } as const;
    await api.db.transactionalMail.updateMany({ where: { id: first.id }, data: failed });
    const { body: before } = await api.rest('GET', `/transactional-mails/${first.id}`);

    const again = await api.rest('POST', `/transactional-mails/${first.id}/resend`);
    expect(again.status).toBe(201);
    const created_at = expect.any(String);
    expect(again.body.data).toEqual({ ...first, id: expect.any(String), created_at });
    expect(again.body.data.id).not.toBe(first.id);
    expect((await api.rest('GET', `/transactional-mails/${first.id}`)).body).toEqual(before);

    const query = 'query ($id: ID!) { transactionalMail(id: $id) { variables locale cc } }';
    const { transactionalMail } = await ask(api, query, { id: again.body.data.id });
    expect(transactionalMail).toEqual({ variables: { n: [1, null] }, locale: 'de', cc: ['c@people.test'] });
  });
});

describe('the sender', () => {
  test("is required if the team has none, and defaults to the team's", async () => {
    const without = { ...MAIL, from: undefined };
    const refused = await api.rest('POST', '/transactional-mails', without);
    const message = 'The from field is required, because the team has no default sender.';
    expect([refused.status, refused.body]).toEqual([422, { message, errors: { from: [message] } }]);
    const sender = { fromEmail: 'team@shop.test', fromName: 'Team' };
    await api.db.team.update({ where: { id: api.teamId }, data: sender });
    expect((await send({ from: null })).from).toBe('team@shop.test');
    expect((await send()).from).toBe('shop@shop.test');
  });
});

describe('the list of mails', () => {
  let ids: string[];
  beforeAll(async () => {
    const mails = [{ to: ['x@list.test'] }, { cc: ['X@list.test'] }, { bcc: ['x@LIST.test'] }, { template: 'Order' }];
    ids = [];
    for (const mail of mails) ids.unshift((await send(mail)).id);
    await api.db.transactionalMail.updateMany({ where: { id: ids[0] as string }, data: { status: 'sent' } });
  });
  const idsOf = async (query: string): Promise<string[]> =>
    (await api.rest('GET', `/transactional-mails?${query}`)).body.data.map(({ id }: { id: string }) => id);

  test('is filtered by recipient (to, cc or bcc, without case), template and status', async () => {
    expect(await idsOf('recipient=X@List.test')).toEqual(ids.slice(1));
    expect(await idsOf('template=Order')).toEqual(ids.slice(0, 1));
    expect(await idsOf('status=sent')).toEqual(ids.slice(0, 1));
    expect(await idsOf('status=sent&template=Welcome')).toEqual([]);
    expect(await idsOf('recipient=nobody@list.test')).toEqual([]);
  });

  test('is the same through GraphQL', async () => {
    const query =
      '{ transactionalMails(filter: { recipient: "X@list.test", status: PENDING }, template: "Welcome") { totalCount nodes { id } } }';
    const { transactionalMails } = await ask(api, query);
    expect(transactionalMails).toEqual({ totalCount: 3, nodes: ids.slice(1).map((id) => ({ id })) });
  });

  test.each(['status=SENT', 'status=x', 'template=%00', 'recipient=%00', 'recipient=nobody', 'template=a&template=b'])(
    'cannot be filtered by %s',
    async (query) => {
      const { status, body } = await api.rest('GET', `/transactional-mails?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
    },
  );
});

test('GraphQL sends and resends the same mails', async () => {
  const fields = '{ id templateName from to cc bcc replyTo status subject variables locale }';
  const operation = `mutation ($input: SendTransactionalMailInput!) { sendTransactionalMail(input: $input) { transactionalMail ${fields} } }`;
  const {
    sendTransactionalMail: { transactionalMail: mail },
  } = await ask(api, operation, { input: { ...MAIL, replyTo: 'R@shop.test' } });
  expect(mail).toMatchObject({
    status: 'PENDING',
    from: 'shop@shop.test',
    replyTo: ['r@shop.test'],
    variables: {},
    cc: [],
  });
  const resend = `mutation ($id: ID!) { resendTransactionalMail(id: $id) { transactionalMail ${fields} } }`;
  const {
    resendTransactionalMail: { transactionalMail: resendTransactionalMail },
  } = await ask(api, resend, { id: mail.id });
  expect(resendTransactionalMail).toEqual({ ...mail, id: expect.any(String) });
  const { extensions } = await fail(api, operation, { input: { ...MAIL, template: 'Nothing', to: ['x\r\ny@z.test'] } });
  expect(extensions.issues).toEqual([
    {
      path: ['to', '0'],
      code: 'FORMAT',
      problem: expect.any(String),
      message: 'The to.0 field must be a valid email address.',
    },
  ]);
});
