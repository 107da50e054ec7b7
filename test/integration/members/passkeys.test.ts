import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccountInbox } from '../../support/account-inbox.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { Browser } from '../../support/browser.ts';
import { signIn } from '../../support/members.ts';
import { clockOf } from '../../support/simulated-clock.ts';

const EMAIL = 'ann@staff.test';
const SECOND = 1_000;

let api: TestApp;
let key: Authenticator;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  const inbox = await openAccountInbox(api);
  await signIn(api, 'editor', EMAIL);
  const browser = new Browser(api);
  await browser.post('/sign-in', { email: EMAIL });
  await browser.post(await inbox.linkTo(EMAIL));
  key = new Authenticator(api);
  expect(await key.add(browser)).toBe(204);
  await inbox.stop();
});
afterAll(() => api.close());

const isSignedIn = async ({ headers }: Browser) =>
  (await api.rest('GET', '/viewer', undefined, { token: null, headers })).status === 200;

test('a member sees their own passkeys, and no colleague does', async () => {
  const own = new Browser(api);
  expect(await key.signIn(own)).toBe(200);
  const colleague = await signIn(api, 'owner', 'bob@staff.test');
  const listed = (options: object) => api.rest('GET', '/passkeys', undefined, options);
  expect((await listed({ token: null, headers: own.headers })).body.data).toHaveLength(1);
  expect((await listed(colleague.options)).body.data).toEqual([]);
});

describe('the answer of a passkey', () => {
  test('signs in the browser that asked for it, once', async () => {
    const browser = new Browser(api);
    const challenge = await key.challengeFor(browser);
    const asking = new Map(browser.cookies);
    expect([await key.answer(browser, challenge), await isSignedIn(browser)]).toEqual([200, true]);
    const again = new Browser(api);
    for (const [name, value] of asking) again.cookies.set(name, value);
    expect([await key.answer(again, challenge), await isSignedIn(again)]).toEqual([422, false]);
  });

  test('signs in no other browser, whether or not that one asked too', async () => {
    const [asking, idle, other] = [new Browser(api), new Browser(api), new Browser(api)];
    const challenge = await key.challengeFor(asking);
    await key.challengeFor(other);
    for (const thief of [idle, other]) {
      expect([await key.answer(thief, challenge), await isSignedIn(thief)]).toEqual([422, false]);
    }
    expect(await key.answer(asking, challenge)).toBe(200);
  });

  test('is accepted for five minutes', async () => {
    const [early, late] = [new Browser(api), new Browser(api)];
    const challenges = [await key.challengeFor(early), await key.challengeFor(late)] as const;
    const begun = Date.now();
    await clockOf(api).set(new Date(begun + 280 * SECOND));
    expect(await key.answer(early, challenges[0])).toBe(200);
    await clockOf(api).set(new Date(begun + 310 * SECOND));
    expect([await key.answer(late, challenges[1]), await isSignedIn(late)]).toEqual([422, false]);
  });

  test('to a made-up challenge, or by an unknown passkey, signs nobody in', async () => {
    const browser = new Browser(api);
    const challenge = await key.challengeFor(browser);
    expect(await key.answer(browser, `${challenge.slice(0, -4)}AAAA`)).toBe(422);
    expect(await new Authenticator(api).answer(browser, challenge)).toBe(422);
    expect(await isSignedIn(browser)).toBe(false);
  });
});
