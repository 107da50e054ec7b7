import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccountInbox } from '../../support/account-inbox.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { signIn } from '../../support/members.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Awaited<ReturnType<typeof openAccountInbox>>;
let people = 0;

beforeAll(async () => {
  api = await openTestApp();
  inbox = await openAccountInbox(api);
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
});

async function member(): Promise<string> {
  const email = `room${people++}@staff.test`;
  await signIn(api, 'owner', email);
  return email;
}

/** Asks for a link, and waits until the workers have decided. Every answer is the same. Returns how many links came so far. */
async function ask(email: string, ...browsers: Browser[]): Promise<number> {
  for (const browser of browsers) {
    expect((await browser.post('/sign-in', { email })).title).toBe('Check your inbox');
  }
  await until(async () => {
    const [{ count }] = await api.db.$queryRaw<[{ count: bigint }]>`select count(*) from graphile_worker.jobs`;
    return count === 0n;
  });
  return inbox.received(email).length;
}

/** Browsers without a cookie, each in the network that `address` says. */
const unknownBrowsers = (count: number, address: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => new Browser(api, address(at)));

/** A browser in which somebody with this address was signed in, and signed out. */
async function knownBrowser(email: string, address: string): Promise<Browser> {
  const browser = new Browser(api, address);
  await ask(email, browser);
  await browser.post(await inbox.linkTo(email, inbox.received(email).length - 1));
  await browser.post('/sign-out');
  return browser;
}

test('five links for an anonymous caller do not block other networks, or other browsers of the same network', async () => {
  const email = await member();
  expect(await ask(email, ...unknownBrowsers(5, () => '192.0.2.1'))).toBe(5);
  expect(await ask(email, new Browser(api, '198.51.100.7'))).toBe(6);
  expect(await ask(email, new Browser(api, '192.0.2.1'))).toBe(7);
});

test('one browser gets five links to an address, across all networks', async () => {
  const email = await member();
  const browser = new Browser(api, '192.0.2.10');
  await ask(email, browser);
  const moved = unknownBrowsers(7, (at) => `203.0.${at}.1`);
  for (const one of moved) for (const [name, value] of browser.cookies) one.cookies.set(name, value);
  expect(await ask(email, ...moved)).toBe(5);
});

test.each([
  ['an IPv4 address', () => '192.0.2.20'],
  ['an IPv6 network of 64 bits', (at: number) => `2001:db8:1:2::${at + 1}`],
  ['an IPv4 address written as IPv6', (at: number) => (at % 2 ? '::ffff:192.0.2.21' : '192.0.2.21')],
])('%s gets ten links to an address in a quarter of an hour', async (_, address) => {
  const email = await member();
  expect(await ask(email, ...unknownBrowsers(14, address))).toBe(10);
});

test('many networks share twenty links, and a new network still gets its own', async () => {
  const email = await member();
  expect(await ask(email, ...unknownBrowsers(30, (at) => `192.0.2.${30 + at}`))).toBe(20);
  expect(await ask(email, ...unknownBrowsers(3, (at) => `198.51.100.${at}`))).toBe(22);
  expect(await ask(email, ...unknownBrowsers(3, (at) => `2001:db8:77:${at}::1`))).toBe(24);
});

test('a browser known for the address keeps its own limit, regardless of others in its network', async () => {
  const email = await member();
  const known = await knownBrowser(email, '192.0.2.90');
  expect(await ask(email, ...unknownBrowsers(14, () => '192.0.2.90'))).toBe(10);
  expect(await ask(email, known)).toBe(11);
  await known.post(await inbox.linkTo(email, 10));
  expect((await known.get('/account')).text).toContain(email);
  await known.post('/sign-out');
  expect(await ask(email, ...Array.from({ length: 8 }, () => known))).toBe(15);
});

test('a sign-in as another user or a forged cookie gives no extra links', async () => {
  const [email, other] = [await member(), await member()];
  const known = await knownBrowser(other, '192.0.2.100');
  expect(await ask(email, ...unknownBrowsers(12, () => '192.0.2.101'))).toBe(10);
  const claims = [
    'A'.repeat(120),
    '',
    'null',
    known.cookies.get('tidings_known')!,
    `${known.cookies.get('tidings_known')}A`,
  ];
  for (const claim of claims) {
    const liar = new Browser(api, '192.0.2.101');
    liar.cookies.set('tidings_known', claim);
    expect(await ask(email, liar)).toBe(10);
  }
});

test('a shared browser is known for several users without revealing them', async () => {
  const [first, second] = [await member(), await member()];
  const shared = await knownBrowser(first, '192.0.2.110');
  await ask(second, shared);
  await shared.post(await inbox.linkTo(second));
  await shared.post('/sign-out');
  for (const email of [first, second]) {
    const before = await ask(email, ...unknownBrowsers(14, () => '192.0.2.111'));
    expect(await ask(email, new Browser(api, '192.0.2.111'))).toBe(before);
    expect(await ask(email, shared)).toBe(before + 1);
  }
  expect(Buffer.from(shared.cookies.get('tidings_known')!, 'base64url').toString('latin1')).not.toContain('staff.test');
});
