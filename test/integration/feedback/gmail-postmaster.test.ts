import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeOldGmailDays } from '../../../src/domain/sending/gmail/remove-old-days.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { logTo } from '../../../src/log.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { type GoogleServer, googleError, startGoogle } from '../../support/google.ts';
import { ask, fail } from '../../support/graphql.ts';
import { type SignedIn, signIn } from '../../support/members.ts';
import { until } from '../../support/until.ts';

const lines: string[] = [];
let google: GoogleServer;
let shared: TestApp;
let api: TestApp;
let owner: SignedIn;

beforeAll(async () => {
  google = await startGoogle();
  shared = await openTestApp(
    { googleApiOrigin: google.origin, outboundAllow: ['127.0.0.1'] },
    { log: logTo('trace', { write: (line) => void lines.push(line) }) },
  );
});
beforeEach(async () => {
  api = await openTeam(shared);
  owner = await signIn(api, 'owner');
  google.asked.length = 0;
  google.refreshToken = 'refresh-1';
  google.domains.clear();
  google.compliance.clear();
  google.instead = () => undefined;
});
afterEach(() => shared.db.gmailConnection.deleteMany());
afterAll(async () => {
  await shared.close();
  await google.close();
});

const CREDENTIALS = { clientId: 'ours.apps.example', clientSecret: 'for clients', refreshToken: 'refresh-1' };
const CONNECT = `mutation ($input: ConnectGmailPostmasterInput!) {
  connectGmailPostmaster(input: $input) { gmailPostmaster { clientId readAt problem } }
}`;
const FIGURES = `{ gmailPostmaster {
  clientId readAt problem problemCode
  domains {
    sendingDomain { domain } problem problemCode readAt
    requirements { requirement isMet }
    days { day spamRate spfRate dkimRate dmarcRate errorRate errors { reason rate } }
  }
} }`;

const connect = (more: object = {}) =>
  ask(api, CONNECT, { input: { ...CREDENTIALS, ...more } }, owner.options).then(
    ({ connectGmailPostmaster }) => connectGmailPostmaster.gmailPostmaster,
  );
const read = (options?: object) => ask(api, FIGURES, {}, options).then(({ gmailPostmaster }) => gmailPostmaster);
const tested = () =>
  ask(api, 'mutation { testGmailPostmaster { ok problem problemCode domains { domain problem problemCode } } }').then(
    ({ testGmailPostmaster }) => testGmailPostmaster,
  );
const row = () => api.db.gmailConnection.findUniqueOrThrow({ where: { teamId: api.teamId } });

async function verifiedDomain(domain: string, isVerified = true): Promise<string> {
  const { body } = await api.rest('POST', '/sending-domains', { domain });
  const where = { teamId_id: { teamId: api.teamId, id: body.data.id } };
  const verifiedAt = isVerified ? new Date() : null;
  await api.db.sendingDomain.update({ where, data: { verifiedAt, nextCheckAt: new Date('2100-01-01') } });
  return body.data.id;
}

/** Runs workers until they have read the due teams. */
async function work(processes = 1): Promise<void> {
  const all = Array.from({ length: processes }, () => startJobs(shared.installation));
  await until(async () => (await row()).nextReadAt.getTime() > Date.now() + 1_000 && !(await isBeingRead()));
  await Promise.all(all.map((jobs) => jobs.stop()));
}
/** A lease is a quarter of an hour exactly; every other time is spread. */
const isBeingRead = async () => {
  const { readAt, problem } = await row();
  return readAt === null && problem === null;
};

/** Makes the team and its domains due, as if the day were over. */
async function nextDay(): Promise<void> {
  const { teamId } = api;
  const before = new Date(Date.now() - 86_400_000);
  await api.db.gmailDomain.updateMany({ where: { teamId }, data: { readAt: before } });
  await api.db.gmailConnection.update({
    where: { teamId },
    data: { nextReadAt: before, readAt: null, problem: null },
  });
}

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const error = (type: string, reason: string) =>
  `DELIVERY_ERROR_RATE error_type = "${type}" AND error_reason = "${reason}"`;
const verdict = (status: string) => ({ status: { status } });

test('figures about each verified domain are read in pages and shown by day, without days that have none', async () => {
  await verifiedDomain('shop.example');
  await verifiedDomain('unverified.example', false);
  const days = Array.from({ length: 20 }, (_, index): [string, Record<string, number>] => [
    ago(index + 3),
    { SPAM_RATE: 0.001, DELIVERY_ERROR_RATE: 0 },
  ]);
  google.domains.set(
    'shop.example',
    new Map([
      ...days,
      [
        ago(2),
        {
          SPAM_RATE: 0.0032000001519918442,
          'AUTH_SUCCESS_RATE auth_type = "spf"': 0.99,
          'AUTH_SUCCESS_RATE auth_type = "dkim"': 1,
          'AUTH_SUCCESS_RATE auth_type = "dmarc"': 0.985,
          DELIVERY_ERROR_RATE: 0.03,
          [error('reject', 'low_domain_reputation')]: 0.02,
          [error('temp_fail', 'other')]: 0.01,
          [error('reject', 'spammy_content')]: 0,
        },
      ],
    ]),
  );
  google.compliance.set('shop.example', {
    complianceData: {
      rowData: [
        { requirement: 'SPF', ...verdict('COMPLIANT') },
        { requirement: 'DMARC_POLICY', ...verdict('NEEDS_WORK') },
        { requirement: 'FUTURE_RULE', ...verdict('COMPLIANT') },
        { requirement: 'ENCRYPTION', ...verdict('STATE_UNSPECIFIED') },
      ],
      oneClickUnsubscribeVerdict: { ...verdict('NEEDS_WORK'), reason: 'NO_UNSUB_GENERAL' },
    },
  });
  expect(await connect()).toEqual({ clientId: 'ours.apps.example', readAt: null, problem: null });
  await work();
  const { domains, ...connection } = await read();
  expect(connection).toEqual({
    ...{ clientId: 'ours.apps.example', readAt: expect.any(String), problem: null, problemCode: null },
  });
  expect(domains).toHaveLength(1);
  expect(domains[0]).toMatchObject({
    sendingDomain: { domain: 'shop.example' },
    problem: null,
    requirements: [
      { requirement: 'SPF', isMet: true },
      { requirement: 'DMARC_POLICY', isMet: false },
      { requirement: 'ONE_CLICK_UNSUBSCRIBE', isMet: false },
    ],
  });
  expect(domains[0].days).toHaveLength(21);
  expect(domains[0].days[19]).toEqual({
    ...{ day: ago(3), spamRate: 0.001, spfRate: null, dkimRate: null, dmarcRate: null, errorRate: 0, errors: [] },
  });
  expect(domains[0].days[20]).toEqual({
    ...{ day: ago(2), spamRate: 0.0032, spfRate: 0.99, dkimRate: 1, dmarcRate: 0.985, errorRate: 0.03 },
    errors: [
      { reason: 'LOW_DOMAIN_REPUTATION', rate: 0.02 },
      { reason: 'DEFERRED', rate: 0.01 },
    ],
  });
  expect(google.asked.filter((one) => one === `query shop.example ${ago(120)}…${ago(1)}`).length).toBeGreaterThan(5);
  expect(google.asked.join()).not.toContain('unverified.example');
  const hours = ((await row()).nextReadAt.getTime() - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(21.5);
  expect(hours).toBeLessThan(26.5);
});

test('the next read asks for the latest days only, and corrects them', async () => {
  await verifiedDomain('shop.example');
  google.domains.set('shop.example', new Map([[ago(40), { SPAM_RATE: 0.004 }]]));
  await connect();
  await work();
  google.domains.set('shop.example', new Map([[ago(3), { SPAM_RATE: 0.002 }]]));
  await nextDay();
  await work();
  google.domains.set('shop.example', new Map([[ago(3), { SPAM_RATE: 0.0025 }]]));
  await nextDay();
  google.asked.length = 0;
  await work();
  expect(google.asked).toEqual(['token', `query shop.example ${ago(10)}…${ago(1)}`, 'compliance shop.example']);
  expect(
    (await read()).domains[0].days.map(({ day, spamRate }: { day: string; spamRate: number }) => [day, spamRate]),
  ).toEqual([
    [ago(40), 0.004],
    [ago(3), 0.0025],
  ]);
});

const REFUSED = 'Google refused the credentials. Create a new refresh token and connect again.';
const ALL = (path: string) => path.startsWith('/v2/');
const FAULTS = [
  [
    'an expired refresh token',
    'CREDENTIALS',
    REFUSED,
    22,
    (path: string) => (path === '/token' ? { status: 400, body: { error: 'invalid_grant' } } : undefined),
  ],
  [
    'a refused access token',
    'CREDENTIALS',
    REFUSED,
    22,
    (path: string) => (ALL(path) ? googleError(401, 'UNAUTHENTICATED') : undefined),
  ],
  [
    'a token without the scope',
    'SCOPE',
    /lacks the scope postmaster\.traffic\.readonly/,
    22,
    (path: string) =>
      ALL(path) ? googleError(403, 'PERMISSION_DENIED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT') : undefined,
  ],
  [
    'a disabled API',
    'API_DISABLED',
    /API is disabled in the Google Cloud project/,
    22,
    (path: string) => (ALL(path) ? googleError(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED') : undefined),
  ],
  [
    'a used-up quota',
    'QUOTA',
    /used up Google's quota/,
    2,
    (path: string) =>
      ALL(path) ? { ...googleError(429, 'RESOURCE_EXHAUSTED'), headers: { 'retry-after': '7200' } } : undefined,
  ],
  [
    'an outage',
    'UNAVAILABLE',
    /could not be reached or returned an error/,
    0.23,
    (path: string) => (ALL(path) ? { status: 503, body: '<h1>Oops</h1>' } : undefined),
  ],
] as const;

describe('faults', () => {
  test.each(FAULTS)('%s: shown as %s, and tried again later', async (_name, code, problem, hours, instead) => {
    await verifiedDomain('shop.example');
    google.domains.set('shop.example', new Map([[ago(2), { SPAM_RATE: 0.001 }]]));
    await connect();
    await work();
    google.instead = instead;
    await nextDay();
    await work();
    const shown = await read();
    expect(shown.problemCode).toBe(code);
    expect(shown.problem).toMatch(problem);
    expect(shown.domains[0].days).toHaveLength(1);
    const wait = ((await row()).nextReadAt.getTime() - Date.now()) / 3_600_000;
    expect(wait).toBeGreaterThan(hours - 0.1);
    expect(wait).toBeLessThan(hours * 1.25);
    expect(await tested()).toMatchObject({ ok: false, problemCode: code });
    google.instead = () => undefined;
    await nextDay();
    await work();
    expect((await read()).problem).toBeNull();
    expect((await row()).failures).toBe(0);
  });

  test('an outage that goes on is retried more and more rarely', async () => {
    await verifiedDomain('shop.example');
    await connect();
    google.instead = (path) => (path === '/token' ? { status: 500, body: {} } : undefined);
    const waits: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      await nextDay();
      await work();
      waits.push(Math.round(((await row()).nextReadAt.getTime() - Date.now()) / 60_000));
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = waits;
    expect(first).toBeLessThan(20);
    expect(second).toBeGreaterThan(2 * first);
    expect(third).toBeGreaterThan(2 * second);
    expect(fourth).toBeLessThan(14 * 60);
  });

  test('a domain that Google does not know has a problem of its own, and the others are read', async () => {
    await verifiedDomain('a.example');
    await verifiedDomain('shop.example');
    google.domains.set('shop.example', new Map([[ago(2), { SPAM_RATE: 0 }]]));
    await connect();
    await work();
    const { problem, domains } = await read();
    expect(problem).toBeNull();
    expect(domains).toMatchObject([
      { sendingDomain: { domain: 'a.example' }, problemCode: 'NOT_VERIFIED', days: [] },
      { sendingDomain: { domain: 'shop.example' }, problemCode: null, days: [{ spamRate: 0 }] },
    ]);
    expect(domains[0].problem).toBe(
      'The Google account has no access to this domain. Add and verify it in Postmaster Tools.',
    );
    expect(await tested()).toEqual({
      ...{ ok: true, problem: null, problemCode: null },
      domains: [
        { domain: 'a.example', problem: domains[0].problem, problemCode: 'NOT_VERIFIED' },
        { domain: 'shop.example', problem: null, problemCode: null },
      ],
    });
  });

  test('an origin in a private network is not reached unless the operator allows it', async () => {
    const guarded = await openTestApp({ googleApiOrigin: google.origin });
    try {
      const { options } = await signIn(guarded, 'owner');
      await ask(guarded, CONNECT, { input: CREDENTIALS }, options);
      const { testGmailPostmaster } = await ask(guarded, 'mutation { testGmailPostmaster { ok problemCode } }');
      expect(testGmailPostmaster).toEqual({ ok: false, problemCode: 'UNAVAILABLE' });
      expect(google.asked).toEqual([]);
    } finally {
      await guarded.close();
    }
  });
});

test('several processes read a team once', async () => {
  await verifiedDomain('shop.example');
  google.domains.set('shop.example', new Map());
  await connect();
  await work(4);
  expect(google.asked.filter((one) => one === 'token')).toHaveLength(1);
});

test('secrets are stored encrypted, and neither shown nor logged', async () => {
  await verifiedDomain('shop.example');
  await connect({ clientSecret: 'hunter2-of-the-client', refreshToken: 'hunter2-of-the-account' });
  await work();
  expect((await read()).problemCode).toBe('CREDENTIALS');
  const stored = await api.db.$queryRawUnsafe<object[]>('select c::text as row from gmail_connections c');
  const audit = await api.rest('GET', '/audit-log');
  const all = JSON.stringify([stored, await read(), audit.body, lines]);
  expect(all).not.toMatch(/hunter2|access-\d|68756e74657232|inside\.example/);
  expect(all).toContain('cannot read statistics of Gmail Postmaster Tools');
});

test('connecting again replaces the credentials, keeps the statistics and reads at once', async () => {
  await verifiedDomain('shop.example');
  google.domains.set('shop.example', new Map([[ago(2), { SPAM_RATE: 0.001 }]]));
  await connect();
  await work();
  google.refreshToken = 'refresh-2';
  google.asked.length = 0;
  await connect({ refreshToken: 'refresh-2' });
  expect((await read()).domains[0].days).toHaveLength(1);
  await api.db.gmailConnection.updateMany({ data: { readAt: null } });
  await work();
  expect(google.asked).toHaveLength(3);
  expect(await read()).toMatchObject({ problem: null, domains: [{ readAt: expect.any(String) }] });
});

test('only owners connect and disconnect, and viewers read', async () => {
  await verifiedDomain('shop.example');
  const editor = await signIn(api, 'editor');
  const viewer = await signIn(api, 'viewer');
  const input = { input: CREDENTIALS };
  const disconnect = 'mutation { disconnectGmailPostmaster { disconnected } }';
  for (const options of [{}, editor.options, viewer.options]) {
    expect((await fail(api, CONNECT, input, options)).extensions.code).toBe('FORBIDDEN');
    expect((await fail(api, disconnect, {}, options)).extensions.code).toBe('FORBIDDEN');
  }
  expect(await read(viewer.options)).toBeNull();
  expect((await fail(api, 'mutation { testGmailPostmaster { ok } }')).extensions.code).toBe('NOT_FOUND');
  await connect();
  expect((await read(viewer.options)).clientId).toBe('ours.apps.example');
  expect((await fail(api, 'mutation { testGmailPostmaster { ok } }', {}, viewer.options)).extensions.code).toBe(
    'FORBIDDEN',
  );
  const other = await openTeam(shared);
  expect((await ask(other, FIGURES)).gmailPostmaster).toBeNull();
  const blank = await fail(api, CONNECT, { input: { ...CREDENTIALS, refreshToken: ' ' } }, owner.options);
  expect(blank.extensions.issues).toMatchObject([{ path: ['refreshToken'] }]);
  const gone = async () => (await ask(api, disconnect, {}, owner.options)).disconnectGmailPostmaster.disconnected;
  expect([await gone(), await gone()]).toEqual([true, false]);
  const { body } = await api.rest('GET', '/audit-log');
  expect(body.data.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
    'gmail_postmaster.disconnected',
    'gmail_postmaster.connected',
  ]);
});

test('statistics go with the domain, with the connection, and after 400 days', async () => {
  const id = await verifiedDomain('shop.example');
  await verifiedDomain('news.example');
  for (const domain of ['shop.example', 'news.example'])
    google.domains.set(domain, new Map([[ago(2), { SPAM_RATE: 0 }]]));
  await connect();
  await work();
  const count = () => api.db.gmailDay.count({ where: { teamId: api.teamId } });
  const { teamId } = api;
  for (const days of [390, 410]) {
    await api.db.gmailDay.create({ data: { teamId, domainId: id, day: new Date(ago(days)), spamRate: 0 } });
  }
  expect(await count()).toBe(4);
  expect(await removeOldGmailDays(api.db)).toBe(1);
  expect(await count()).toBe(3);
  await api.rest('DELETE', `/sending-domains/${id}`);
  expect(await count()).toBe(1);
  await ask(api, 'mutation { disconnectGmailPostmaster { disconnected } }', {}, owner.options);
  expect(await count()).toBe(0);
});
