import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNotifications } from '../../src/delivery/webhooks/start-notifications.ts';
import { startWebhooks } from '../../src/delivery/webhooks/start-webhooks.ts';
import { inviteByOperator } from '../../src/domain/members/invitation-links.ts';
import { logTo } from '../../src/log.ts';
import { viewsOf } from '../../src/rest/open-view.ts';
import { openAccountInbox } from '../support/account-inbox.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList, subscribe } from '../support/audience.ts';
import { Browser } from '../support/browser.ts';
import { formTokenOf, makeForm, sendForm } from '../support/forms.ts';
import { type Inbox, linkIn, openInbox } from '../support/inbox.ts';
import { signIn } from '../support/members.ts';
import { startOidcProvider } from '../support/oidc-provider.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';
import { makeWebhook } from '../support/webhooks.ts';

const lines: string[] = [];
/** Secrets that no line may contain, by description. */
const secrets = new Map<string, string>();
const stops: (() => unknown)[] = [];
let api: TestApp;
let inbox: Inbox;
let accountInbox: Awaited<ReturnType<typeof openAccountInbox>>;
let provider: Awaited<ReturnType<typeof startOidcProvider>>;

const PASSWORD = 'hunter2-of-the-transport';
const OIDC_SECRET = 'hunter2-of-the-provider';

beforeAll(async () => {
  provider = await startOidcProvider();
  api = await openTestApp(
    {
      oidc: { issuer: provider.issuer, clientId: 'tidings', clientSecret: OIDC_SECRET, domains: [] },
      outboundAllow: ['127.0.0.1'],
      privateTransports: true,
    },
    { log: logTo('trace', { write: (line) => void lines.push(line) }) },
  );
  accountInbox = await openAccountInbox(api);
  inbox = await openInbox(api.installation);
  const { installation } = api;
  const webhooks = startWebhooks(installation);
  const notifications = startNotifications({ ...installation, open: viewsOf(installation) });
  stops.push(accountInbox.stop, inbox.stop, webhooks.stop, notifications.stop, provider.stop);
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await api.close();
});

function keep(what: string, secret: unknown): string {
  if (typeof secret !== 'string' || secret.length < 8) throw new Error(`${what} is no secret: ${secret}`);
  secrets.set(what, secret);
  return secret;
}
const lastPart = (path: string) => path.split('/').at(-1);

/** Refuses all calls, so that failures are logged. */
async function startRefusing(): Promise<string> {
  const server = createServer((_, response) => response.writeHead(500).end('no'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('no operation logs a secret or a sign-in link, at any level', async () => {
  // Signing in, also with links that do not work.
  const owner = await signIn(api, 'owner', 'ann@staff.test');
  keep('session', owner.secret);
  const browser = new Browser(api);
  await browser.post('/sign-in', { email: 'ann@staff.test' });
  keep('cookie of a browser', browser.cookies.get('tidings_browser'));
  const link = await accountInbox.linkTo('ann@staff.test');
  keep('link to sign in', lastPart(link));
  await new Browser(api).post(link);
  await browser.post(link);
  keep('session by a link', browser.cookies.get('tidings_session'));
  await browser.post(link);
  const joining = `/join/${keep('link of the operator', await inviteByOperator(api.db, api.teamId, { email: 'bob@staff.test', role: 'viewer' }))}`;
  await new Browser(api).post(joining, { name: 'Bob' });
  await new Browser(api).post(joining, { name: 'Bob' });
  await api.rest('POST', '/invitations', { email: 'cleo@staff.test', role: 'viewer' }, owner.options);
  keep('link of an invitation', lastPart(await accountInbox.linkTo('cleo@staff.test')));
  Object.assign(provider.person, { email: 'ann@staff.test', email_verified: true });
  const back = await provider.authorize((await browser.post('/sign-in/oidc')).location as string);
  const { searchParams } = new URL(back, 'http://here');
  keep('code of the provider', searchParams.get('code'));
  keep('state for the provider', searchParams.get('state'));
  keep('secret for the provider', OIDC_SECRET);
  expect((await browser.get(back)).status).toBe(303);
  await browser.get(back); // refused, which is logged
  const passkeys = await browser.post('/sign-in/passkey/options');
  keep('challenge', JSON.parse(passkeys.text).challenge);
  await browser.post('/sign-out');

  // Tokens, right and wrong.
  keep('token', api.token);
  const made = await api.rest('POST', '/tokens', { name: 'Shop', ability: 'write' }, owner.options);
  const token = keep('token of a member', made.body.data.secret ?? made.body.data.token);
  await api.rest('GET', '/lists', undefined, { token: `${token}x` });
  await api.graphql('{ nothing }', {}, { token: keep('token of nobody', 'tidings_of-somebody-else-entirely') });

  // A refusing webhook address, a mail server that refuses the password, and a feedback source.
  const url = `${await startRefusing()}/${keep('path of a web address', 'hooks-secret-path')}`;
  const webhook = await makeWebhook(api, { url });
  keep('secret of a webhook', webhook.secret);
  const rotated = await api.rest('POST', `/webhooks/${webhook.id}/rotate-secret`);
  keep('new secret of a webhook', rotated.body.data.secret);
  await api.rest('POST', `/webhooks/${webhook.id}/test`);
  keep('password of a transport', PASSWORD);
  const { port } = inbox.server;
  const mails = { name: 'Mails', host: '127.0.0.1', port, user: 'me', password: PASSWORD };
  const transport = (await api.rest('POST', '/transports', mails)).body.data;
  await api.rest('POST', `/transports/${transport.id}/test`);
  const given = { provider: 'generic', name: 'Relay' };
  const source = await api.rest('POST', '/feedback-sources', given);
  keep('secret of a source', source.body.data.secret);
  await api.app.inject({
    method: 'POST',
    url: new URL(source.body.data.details?.url ?? source.body.data.url, 'http://here').pathname,
    payload: '{}',
  });

  // Forms, a confirmation, and a mail that fails.
  const list = await makeList(api, { requires_confirmation: true });
  const form = await makeForm(api, list);
  const formToken = keep('form token', formTokenOf(api, form.id));
  await sendForm(api, form.id, { email: 'dan@people.test' }, { token: formToken });
  await sendForm(api, form.id, { email: 'dan@people.test' }, { token: `${formToken}x` });
  await subscribe(api, list, [{ email: 'eve@people.test' }]);
  const [confirmation] = await inbox.mailTo('eve@people.test');
  const confirm = linkIn(confirmation!, 'confirm');
  keep('link of a confirmation', lastPart(confirm));
  await browser.get(new URL(confirm).pathname);
  await browser.get(`${new URL(confirm).pathname}x`);
  const mail = {
    from: 'shop@shop.test',
    to: ['fay@people.test'],
    subject: 'Hi',
    html: '<p>Hi</p>',
    transport: transport.id,
  };
  expect((await api.rest('POST', '/transactional-mails', mail)).status).toBe(201);
  await until(async () => (await api.db.attempt.count()) > 0 && (await api.db.webhookAttempt.count()) > 0);

  // Faults of ours, which are logged with their errors.
  const faulty = new Browser(api);
  const [twice, session] = [`/sign-in/link/${'A'.repeat(43)}`, keep('session of a fault', 'S'.repeat(43))];
  keep('link of a fault', 'A'.repeat(43));
  faulty.cookies.set('tidings_browser', 'B'.repeat(43));
  faulty.cookies.set('tidings_session', session);
  keep('cookie of a fault', 'B'.repeat(43));
  for (const table of ['sign_ins', 'sessions', 'api_tokens', 'invitations', 'forms']) {
    await statement(api.databaseUrl, `alter table ${table} rename to not_${table}`);
  }
  const faults = [
    await faulty.post(twice),
    await faulty.get('/account'),
    await faulty.get(`/join/${'A'.repeat(43)}`),
    await sendForm(api, form.id, { email: 'dan@people.test' }, { token: formToken }),
    await api.graphql('{ lists { totalCount } }', {}, { token: keep('token of a fault', `tidings_${'T'.repeat(43)}`) }),
  ];
  expect(faults.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);

  const text = lines.join('');
  expect(lines.filter((line) => line.includes('request failed')).length).toBeGreaterThanOrEqual(4);
  expect(text).toContain('sent a sign-in link');
  expect(text).toContain('sent an invitation');
  expect(text).toContain('refused a sign-in by OpenID Connect');
  const seen = [...secrets].filter(([, secret]) => text.includes(secret) || text.includes(encodeURIComponent(secret)));
  expect(seen.map(([what]) => what)).toEqual([]);
  expect(lines.filter((line) => /\/(join|sign-in\/link|confirm)\//.test(line))).toEqual([]);
  expect(secrets.size).toBeGreaterThanOrEqual(20);
});
