import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LinkPurpose } from '../../../src/crypto/links.ts';
import { setTeamStatus } from '../../../src/domain/platform/teams.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { FORM, linkOf, readAllRows, visit } from '../../support/pages.ts';

const PURPOSES: LinkPurpose[] = ['confirm', 'unsubscribe', 'preferences'];
const ONE_CLICK = 'List-Unsubscribe=One-Click';

let api: TestApp;
let list: string;
let strict: string;
let id: string;
let person = 0;
let email: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api, { name: 'News' });
  strict = await makeList(api, { name: 'Offers', requires_confirmation: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  email = `p${person++}@people.test`;
  id = await add(list);
});

const add = async (to: string, row: object = {}) => (await subscribe(api, to, [{ email, ...row }])).data[0].id;
const statusOf = async (subscriber = id) => (await api.rest('GET', `/subscribers/${subscriber}`)).body.data.status;
const setStatus = (status: 'bounced' | 'complained' | 'unsubscribed' | 'unconfirmed', subscriber = id) =>
  api.db.subscriber.updateMany({ where: { id: subscriber }, data: { status } });
const open = (purpose: LinkPurpose, subscriber = id) => visit(api, 'GET', linkOf(api, purpose, subscriber));
const post = (purpose: LinkPurpose, body?: string, headers?: Record<string, string>) =>
  visit(api, 'POST', linkOf(api, purpose, id), body, headers);

const SUPPRESSED = ['address', 'domain'] as const;
/** An address whose domain no other test uses. */
const atOwnDomain = () => `ann@p${person}.test`;
const suppress = (what: (typeof SUPPRESSED)[number]) =>
  api.rest('POST', '/suppressions', what === 'address' ? { email } : { domain: email.split('@')[1] });

describe.each(PURPOSES)('the page to %s', (purpose) => {
  test('changes nothing when fetched, for any person in any state', async () => {
    for (const state of ['unconfirmed', 'unsubscribed', 'bounced', 'complained'] as const) {
      await setStatus(state);
      const before = await readAllRows(api);
      for (const method of ['GET', 'HEAD', 'GET', 'HEAD'] as const) {
        const shown = await visit(api, method, `${linkOf(api, purpose, id)}?scanned=1&do=leave-all`);
        expect(shown.status).toBe(200);
        expect(shown.text === '').toBe(method === 'HEAD');
      }
      expect(await readAllRows(api)).toBe(before);
    }
  });

  test('is plain HTML that loads nothing, sends no referrer and is not cached', async () => {
    await setStatus('unconfirmed');
    for (const shown of [await open(purpose), await visit(api, 'GET', `/${purpose}/forged`)]) {
      expect(shown.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-language': 'en',
        'x-request-id': expect.any(String),
      });
      expect(shown.headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
      );
      expect(shown.headers['set-cookie']).toBeUndefined();
      expect(shown.text).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(shown.text).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|\ssrc=|\sstyle=/);
      expect(shown.text.match(/<h1>/g)).toHaveLength(1);
    }
  });

  test('escapes all values', async () => {
    const odd = await makeList(api, { name: '<script>"\'&', requires_confirmation: true });
    const shown = await open(purpose, await add(odd));
    expect(shown.text).toContain('&lt;script&gt;&quot;&#39;&amp;');
    expect(shown.text).not.toContain('<script');
  });

  test.each([
    ['en', /[Cc]onfirm|Unsubscribe|preferences/],
    ['de', /bestätigen|Abmelden|Einstellungen/],
    ['fr', /[Cc]onfirmer|désinscrire|préférences/],
    ['es', /[Cc]onfirme|Cancelar|preferencias/],
    ['nl', /Bevestig|Afmelden|voorkeuren/],
  ])('is in %s, the language of the list or the person', async (locale, words) => {
    const theirs = await makeList(api, { requires_confirmation: true, locale: `${locale}-XX` });
    const own = await makeList(api, { requires_confirmation: true, locale: 'ja' });
    for (const subscriber of [await add(theirs), await add(own, { locale })]) {
      const { text, title, headers } = await open(purpose, subscriber);
      expect(text).toContain(`<html lang="${locale}">`);
      expect(title).toMatch(words);
      expect(headers['content-language']).toBe(locale);
    }
  });

  test("is in the browser's language for an unknown link", async () => {
    const headers = { 'accept-language': 'xx,fr-CH;q=0.9,de;q=0.8' };
    const { status, title } = await visit(api, 'GET', `/${purpose}/forged`, undefined, headers);
    expect([status, title]).toEqual([404, 'Ce lien ne fonctionne pas']);
    expect((await visit(api, 'GET', `/${purpose}`)).status).toBe(404);
    expect((await visit(api, 'GET', `/${purpose}/`)).status).toBe(404);
  });

  test('refuses a body that is not a form, with a page and without a change', async () => {
    await setStatus('unconfirmed');
    const before = await readAllRows(api);
    const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
    const refused = [
      [415, await post(purpose, '{"do":"leave-all"}', { 'content-type': 'application/json' })],
      [415, await post(purpose, 'do=leave-all', { 'content-type': 'text/plain' })],
      [400, await post(purpose, '--x\r\nContent-Disposition: form-data; na', boundary)],
      [400, await post(purpose, 'do=leave-all', { 'content-type': 'multipart/form-data' })],
      [413, await post(purpose, `do=leave-all&x=${'x'.repeat(20_000)}`)],
      [413, await post(purpose, 'x'.repeat(20_000), { 'content-type': 'text/plain' })],
    ] as const;
    for (const [status, shown] of refused) {
      expect([shown.status, shown.title]).toEqual([status, 'Your request could not be read']);
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const { status, headers } = await visit(api, method, linkOf(api, purpose, id));
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    }
    expect(await readAllRows(api)).toBe(before);
  });
});

describe('confirming', () => {
  test.each(['bounced', 'complained'] as const)('is refused to a person who %s', async (state) => {
    await setStatus(state);
    expect((await open('confirm')).title).toBe('This address is blocked');
    expect((await post('confirm', 'do=confirm')).title).toBe('This address is blocked');
    expect(await statusOf()).toBe(state);
  });

  test.each(SUPPRESSED)('is refused to a suppressed %s', async (what) => {
    email = atOwnDomain();
    const waiting = await add(strict);
    await suppress(what);
    const { status, title } = await visit(api, 'POST', linkOf(api, 'confirm', waiting), 'do=confirm');
    expect([status, title]).toEqual([200, 'This address is blocked']);
    expect(await statusOf(waiting)).toBe('unconfirmed');
  });

  test('by many requests at once confirms once', async () => {
    const waiting = await add(strict);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => visit(api, 'POST', linkOf(api, 'confirm', waiting), 'do=confirm')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await statusOf(waiting)).toBe('subscribed');
  });
});

describe('unsubscribing', () => {
  const multipart = `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`;

  test.each([
    ['our button', 'do=unsubscribe', FORM],
    ['one click, urlencoded', ONE_CLICK, FORM],
    ['one click, urlencoded with a charset', ONE_CLICK, `${FORM}; charset=UTF-8`],
    ['one click, multipart', multipart, 'multipart/form-data; boundary=b'],
    ['no body at all', undefined, undefined],
  ])('by %s ends the subscription with 200, without redirect or cookie', async (_, body, type) => {
    const shown = await post('unsubscribe', body, type ? { 'content-type': type } : {});
    expect([shown.status, shown.title]).toEqual([200, 'You are unsubscribed']);
    expect(shown.headers).not.toHaveProperty('location');
    expect(shown.headers).not.toHaveProperty('set-cookie');
    expect(await statusOf()).toBe('unsubscribed');
    const after = await readAllRows(api);
    expect((await post('unsubscribe', body, type ? { 'content-type': type } : {})).status).toBe(200);
    expect(await readAllRows(api)).toBe(after);
    expect((await open('unsubscribe')).title).toBe('You are unsubscribed');
  });

  test('ends unconfirmed and bounced subscriptions, and keeps a complaint', async () => {
    for (const [state, then] of [
      ['unconfirmed', 'unsubscribed'],
      ['bounced', 'unsubscribed'],
      ['complained', 'complained'],
    ] as const) {
      await setStatus(state);
      expect((await post('unsubscribe', ONE_CLICK)).status).toBe(200);
      expect(await statusOf()).toBe(then);
    }
  });

  test('links to the preferences page', async () => {
    const { text } = await open('unsubscribe');
    expect(text).toContain(`href="${linkOf(api, 'preferences', id)}"`);
  });

  test('works while the team is suspended', async () => {
    const { publicId } = await api.db.team.findUniqueOrThrow({ where: { id: api.teamId } });
    await setTeamStatus(api.db, publicId, 'suspended');
    expect((await open('unsubscribe')).status).toBe(200);
    expect((await post('unsubscribe', ONE_CLICK)).status).toBe(200);
    await setTeamStatus(api.db, publicId, 'active');
    expect(await statusOf()).toBe('unsubscribed');
  });
});

describe('choosing lists', () => {
  const box = (text: string, of: string) => new RegExp(`<input[^>]*value="${of}"([^>]*)>`).exec(text)?.[1]?.trim();

  test('shows every list the person is or was on, and no other', async () => {
    await makeList(api, { name: 'Unknown to them' });
    const left = await makeList(api, { name: 'Left' });
    await setStatus('unsubscribed', await add(left));
    await add(strict);
    const { text } = await open('preferences');
    expect([box(text, list), box(text, left), box(text, strict)]).toEqual(['checked', '', '']);
    expect(text).toContain('not confirmed yet');
    expect(text.match(/name="list"/g)).toHaveLength(3);
    expect(text).not.toContain('Unknown to them');
  });

  test('unsubscribes unticked lists, and confirms and resubscribes ticked ones', async () => {
    const left = await makeList(api, { name: 'Left', requires_confirmation: true });
    const back = await add(left);
    await setStatus('unsubscribed', back);
    const waiting = await add(strict);
    const shown = await post('preferences', `do=save&list=${left}&list=${strict}`);
    expect(shown.text).toContain('Your preferences are saved.');
    expect([box(shown.text, list), box(shown.text, left), box(shown.text, strict)]).toEqual(['', 'checked', 'checked']);
    expect([await statusOf(), await statusOf(back), await statusOf(waiting)]).toEqual([
      'unsubscribed',
      'subscribed',
      'subscribed',
    ]);
    const after = await readAllRows(api);
    await post('preferences', `do=save&list=${left}&list=${strict}`);
    expect(await readAllRows(api)).toBe(after);
  });

  test('keeps unticked unconfirmed subscriptions unconfirmed', async () => {
    const waiting = await add(strict);
    await post('preferences', `do=save&list=${list}`);
    expect([await statusOf(), await statusOf(waiting)]).toEqual(['subscribed', 'unconfirmed']);
  });

  test.each(['bounced', 'complained'] as const)(
    'shows a subscription with %s as blocked and does not resubscribe it',
    async (state) => {
      await setStatus(state);
      const { text } = await open('preferences');
      expect(box(text, list)).toBe('disabled');
      expect(text).toContain('blocked: please contact the sender');
      await post('preferences', `do=save&list=${list}`);
      expect(await statusOf()).toBe(state);
      await post('preferences', 'do=save');
      expect(await statusOf()).toBe(state);
    },
  );

  test.each(SUPPRESSED)(
    'shows all lists of a suppressed %s as blocked, and still allows unsubscribing',
    async (what) => {
      email = atOwnDomain();
      id = await add(list);
      const left = await add(strict);
      await setStatus('unsubscribed', left);
      await suppress(what);
      expect(box((await open('preferences')).text, strict)).toBe('disabled');
      await post('preferences', `do=save&list=${strict}`);
      expect([await statusOf(), await statusOf(left)]).toEqual(['subscribed', 'unsubscribed']);
      await post('preferences', 'do=leave-all');
      expect(await statusOf()).toBe('unsubscribed');
    },
  );

  test('ends all subscriptions at once', async () => {
    const waiting = await add(strict);
    const shown = await post('preferences', 'do=leave-all');
    expect(shown.text).toContain('You are unsubscribed from all lists.');
    expect([await statusOf(), await statusOf(waiting)]).toEqual(['unsubscribed', 'unsubscribed']);
  });

  test('does not affect other people, or lists the person was never on', async () => {
    const elsewhere = await makeList(api, { name: 'Never there' });
    const mine = email;
    email = `other-${mine}`;
    const other = await add(list);
    await post('preferences', `do=save&list=${elsewhere}&list=nonsense&list=${list}%27--`);
    expect(await statusOf(other)).toBe('subscribed');
    expect(await api.db.subscriber.count({ where: { listId: elsewhere } })).toBe(0);
    expect(await statusOf()).toBe('unsubscribed');
  });

  test.each(['', 'do=', 'do=everything', `list=${'x'}`])('without a pressed button (%s) is refused', async (body) => {
    const { status, title } = await post('preferences', body);
    expect([status, title]).toEqual([400, 'Your request could not be read']);
    expect(await statusOf()).toBe('subscribed');
  });
});
