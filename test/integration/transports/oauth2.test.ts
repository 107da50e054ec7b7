import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { startTokenServer, type TokenServer } from '../../support/token-server.ts';
import { until } from '../../support/until.ts';

const user = 'shop@shop.example';
const secrets = { client_id: 'our-app', client_secret: 'a secret of our app', refresh_token: 'refresh-1' };

let api: TestApp;
let jobs: ReturnType<typeof startJobs>;
let inbox: Inbox;
let tokens: TokenServer;
let server: MailServer | undefined;
beforeAll(async () => {
  api = await openTestApp({ privateTransports: true, outboundAllow: ['127.0.0.1'] });
  jobs = startJobs(api.installation);
  inbox = await openInbox(api.installation, Array(20).fill(0));
  await api.rest('POST', '/templates', { name: 'order', editor: 'html', subject: 'Order', content: '<p>Thanks</p>' });
});
beforeEach(async () => {
  tokens = await startTokenServer();
});
afterEach(async () => {
  await Promise.all([server?.close(), tokens.close()]);
});
afterAll(async () => {
  await inbox.stop();
  await jobs.stop();
  await api.close();
});

const oauth2 = (more: object = {}) => ({ token_url: tokens.url, ...secrets, ...more });

async function serve(isGood: (token: string) => boolean, refusal: 334 | 535 = 334) {
  server = await startMailServer({ xoauth2: { user, isGood, refusal } });
  return { name: 'Microsoft', host: '127.0.0.1', port: server.port, user, oauth2: oauth2() };
}

const create = async (input: object): Promise<string> => {
  const { status, body } = await api.rest('POST', '/transports', input);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
};
const tested = async (id: string) => (await api.rest('POST', `/transports/${id}/test`)).body.data;
const send = async (to: string, transport: string): Promise<string> => {
  const mail = { template: 'order', from: user, to: [to], transport };
  return (await api.rest('POST', '/transactional-mails', mail)).body.data.id;
};
const sent = (id: string) =>
  until(async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data.status === 'sent');

const OK = { ok: true, problem: null };

describe('XOAUTH2', () => {
  test('logs in with an access token shared by many messages', async () => {
    const id = await create(await serve((token) => token === 'token-1'));
    const mails = await Promise.all(Array.from({ length: 8 }, (_, number) => send(`p${number}@people.test`, id)));
    await Promise.all(mails.map(sent));
    expect(tokens.asked).toEqual([{ grant_type: 'refresh_token', ...secrets }]);
    expect(server?.received).toHaveLength(8);
    expect(server?.received.every(({ secure }) => secure)).toBe(true);
  });

  test.each([334, 535] as const)('renews a token once when the server refuses it with %s', async (refusal) => {
    const id = await create(await serve((token) => token === 'token-2', refusal));
    expect(await tested(id)).toEqual(OK);
    expect(tokens.given).toEqual(['token-1', 'token-2']);
  });

  test.each([334, 535] as const)('reports that the new token is refused with %s too', async (refusal) => {
    const id = await create(await serve(() => false, refusal));
    const { problem } = await tested(id);
    expect(problem).toMatch(
      /^The mail server refused the login with a new access token \(535\)\. Check that the user may/,
    );
    expect(tokens.given).toEqual(['token-1', 'token-2']);
  });

  test('renews a token before it expires', async () => {
    tokens.answer = (number) => ({ status: 200, body: { access_token: `token-${number}`, expires_in: 1 } });
    const id = await create(await serve((token) => token === tokens.given.at(-1)));
    await sent(await send('early@people.test', id));
    const before = tokens.given.length;
    await until(async () => {
      await sent(await send('late@people.test', id));
      return tokens.given.length > before || server!.received.length > 300;
    });
  });

  test('keeps a new refresh token encrypted', async () => {
    tokens.answer = (number) => ({
      status: 200,
      body: { access_token: `token-${number}`, expires_in: 3_600, refresh_token: `refresh-${number + 1}` },
    });
    const id = await create(await serve(() => true));
    expect(await tested(id)).toEqual(OK);
    expect(await tested(id)).toEqual(OK);
    expect(tokens.asked.map(({ refresh_token }) => refresh_token)).toEqual(['refresh-1', 'refresh-2']);
    const [row] = await api.db.$queryRawUnsafe<object[]>(`select t::text as row from transports t where id = '${id}'`);
    const shown = await api.rest('GET', `/transports/${id}`);
    expect(JSON.stringify([row, shown.body])).not.toMatch(/refresh-[12]|a secret of our app|7265667265/);
  });

  test('pauses with the reason when the renewal is refused, without a tight loop of requests', async () => {
    tokens.answer = () => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'AADSTS700082 for somebody@inside.example' },
    });
    const id = await create(await serve(() => true));
    await Promise.all(Array.from({ length: 12 }, (_, number) => send(`refused${number}@people.test`, id)));
    const pause = await until(
      async () => (await api.rest('GET', `/transports/${id}`)).body.data.sending_pauses[0] ?? false,
    );
    expect(pause).toMatchObject({
      domain: null,
      reason:
        'The token URL refused to renew the access token: invalid_grant (400). Sign in there again and set the new refresh token.',
    });
    expect(tokens.asked).toHaveLength(1);
    tokens.answer = () => ({ status: 200, body: { access_token: 'mended' } });
    await api.rest('PATCH', `/transports/${id}`, { oauth2: oauth2({ refresh_token: 'refresh-9' }) });
    expect((await api.rest('GET', `/transports/${id}`)).body.data.sending_pauses).toEqual([]);
    await until(() => server!.received.length === 12, 20);
  });

  test.each([
    [{ status: 500, body: {} }, 'The token URL returned no access token (500).'],
    [{ status: 200, body: { token_type: 'Bearer' } }, 'The token URL returned no access token (200).'],
    [{ status: 200, body: { access_token: 'a\u0001b' } }, 'The token URL returned no access token (200).'],
    [{ status: 200, body: [] }, 'The token URL returned no access token (200).'],
    [{ status: 302, body: {} }, 'The token URL returned no access token (302).'],
    [
      { status: 401, body: { error: '<b>who knows</b>' } },
      'The token URL refused to renew the access token: no reason given (401). Sign in there again and set the new refresh token.',
    ],
  ])('reports the error in %j', async (answer, problem) => {
    tokens.answer = () => answer;
    expect(await tested(await create(await serve(() => true)))).toEqual({ ok: false, problem });
  });

  test('sends no token without TLS', async () => {
    server = await startMailServer({ xoauth2: { user, isGood: () => true }, tls: null });
    const input = { name: 'Plain', host: '127.0.0.1', port: server.port, user, oauth2: oauth2() };
    expect((await tested(await create(input))).problem).toMatch(/does not offer TLS/);
    expect(tokens.asked).toEqual([]);
    expect((await api.rest('POST', '/transports', { ...input, tls: 'off' })).status).toBe(422);
  });
});

describe('its settings', () => {
  const input = (more: object) => ({ name: 'G', host: 'smtp.gmail.com', user, oauth2: { ...secrets, ...more } });

  test.each([
    [{ provider: 'google' }, { provider: 'google', tenant: null, token_url: null }],
    [{ provider: 'microsoft' }, { provider: 'microsoft', tenant: null, token_url: null }],
    [
      { provider: 'microsoft', tenant: 'shop.example' },
      { provider: 'microsoft', tenant: 'shop.example', token_url: null },
    ],
    [
      { token_url: 'https://login.shop.example/token', client_secret: null },
      { provider: null, tenant: null, token_url: 'https://login.shop.example/token' },
    ],
  ])('%j are kept, and shown without secrets', async (given, shown) => {
    const id = await create(input(given));
    const { data } = (await api.rest('GET', `/transports/${id}`)).body;
    expect(data.oauth2).toEqual({ client_id: 'our-app', ...shown });
    expect(data.tls).toBe('required');
  });

  test.each([
    [{}, 'oauth2.provider'],
    [{ provider: 'yahoo' }, 'oauth2.provider'],
    [{ provider: 'google', token_url: 'https://a.example/t' }, 'oauth2.token_url'],
    [{ provider: 'google', tenant: 'shop.example' }, 'oauth2.tenant'],
    [{ provider: 'microsoft', tenant: 'a/../b' }, 'oauth2.tenant'],
    [{ provider: 'google', client_id: null }, 'oauth2.client_id'],
    [{ provider: 'google', refresh_token: '' }, 'oauth2.refresh_token'],
    [{ provider: 'google', refresh_token: 'a\nb' }, 'oauth2.refresh_token'],
    [{ token_url: 'http://login.shop.example/token' }, 'oauth2.token_url'],
    [{ token_url: 'https://10.0.0.1/token' }, 'oauth2.token_url'],
    [{ token_url: 'https://169.254.169.254/token' }, 'oauth2.token_url'],
    [{ token_url: 'https://localhost/token' }, 'oauth2.token_url'],
    [{ token_url: 'ftp://login.shop.example' }, 'oauth2.token_url'],
  ])('%j are refused', async (given, path) => {
    const { status, body } = await api.rest('POST', '/transports', input(given));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [path]]);
  });

  test('need a user and no password, and must be given again with a new server', async () => {
    const problems = async (method: string, path: string, body: object) => {
      const answer = await api.rest(method, path, body);
      return [answer.status, Object.keys(answer.body.errors ?? {})];
    };
    const given = input({ provider: 'google' });
    expect(await problems('POST', '/transports', { ...given, user: null })).toEqual([422, ['user']]);
    expect(await problems('POST', '/transports', { ...given, password: 'p' })).toEqual([422, ['oauth2']]);
    const id = await create(given);
    expect(await problems('PATCH', `/transports/${id}`, { host: 'evil.example' })).toEqual([422, ['oauth2']]);
    expect(await problems('PATCH', `/transports/${id}`, { password: 'p' })).toEqual([422, ['oauth2']]);
    expect(await problems('PATCH', `/transports/${id}`, { oauth2: null })).toEqual([422, ['password']]);
    expect(await problems('PATCH', `/transports/${id}`, { oauth2: null, password: 'p' })).toEqual([200, []]);
  });

  test('work the same in GraphQL', async () => {
    const id = await create(input({ provider: 'google' }));
    const change = `mutation($id: ID!, $oauth2: TransportOAuth2Input) {
      updateTransport(input: { id: $id, oauth2: $oauth2 }) { transport { oauth2 { provider tenant tokenUrl clientId } } } }`;
    const given = { provider: 'MICROSOFT', tenant: 'shop.example', clientId: 'other', refreshToken: 'r' };
    const { body } = await api.graphql(change, { id, oauth2: given });
    expect(body.data.updateTransport.transport.oauth2).toEqual({
      ...{ provider: 'MICROSOFT', tenant: 'shop.example', tokenUrl: null, clientId: 'other' },
    });
  });
});
