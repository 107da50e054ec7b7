import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/validation/language.ts';
import { openAccountInbox } from '../../support/account-inbox.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { Browser } from '../../support/browser.ts';
import { signIn } from '../../support/members.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Awaited<ReturnType<typeof openAccountInbox>>;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openAccountInbox(api);
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
});

/** A member with this address, whose browser is signed in by a link and asks for a language. */
async function arrived(email: string, language: string): Promise<Browser> {
  await signIn(api, 'editor', email);
  const browser = new Browser(api);
  const asking = { 'accept-language': language };
  await browser.post('/sign-in', { email }, asking);
  await browser.post(await inbox.linkTo(email), {}, asking);
  return browser;
}

/** The e-mail at this position after the sign-in link. */
async function mailTo(email: string, place: number) {
  await until(() => inbox.received(email).length > place);
  return inbox.received(email)[place]!.mail;
}

const SUBJECTS: Record<(typeof LANGUAGES)[number], [string, string]> = {
  en: ['New passkey for Tidings', 'Passkey removed from Tidings'],
  de: ['Neuer Passkey für Tidings', 'Passkey bei Tidings entfernt'],
  fr: ['Nouvelle clé d’accès pour Tidings', 'Clé d’accès supprimée de Tidings'],
  es: ['Nueva llave de acceso para Tidings', 'Llave de acceso eliminada de Tidings'],
  nl: ['Nieuwe passkey voor Tidings', 'Passkey verwijderd uit Tidings'],
};

test.each(LANGUAGES)('users get an e-mail about a new or removed passkey in their language: %s', async (language) => {
  const email = `${language}@staff.test`;
  const browser = await arrived(email, language);
  const key = new Authenticator(api);
  expect(await key.add(browser)).toBe(204);
  const added = await mailTo(email, 1);
  const passkey = await api.db.passkey.findFirstOrThrow({ where: { user: { email } } });
  for (const part of [added.text, String(added.html)]) {
    for (const said of [passkey.name, '127.0.0.1', new Date().toISOString().slice(0, 7), '/account']) {
      expect(part).toContain(said);
    }
  }
  expect(added.html).toContain(`<html lang="${language}">`);
  const other = new Browser(api);
  expect(await key.signIn(other, { 'accept-language': language })).toBe(200); // the key works
  await browser.post('/account/passkeys/remove', { id: passkey.id });
  const removed = await mailTo(email, 2);
  expect(removed.text).toContain(passkey.name);
  expect([added.subject, removed.subject]).toEqual(SUBJECTS[language]);
  expect(inbox.received(email)).toHaveLength(3);
});

test('removing a passkey by the API sends one e-mail, and refused attempts send none', async () => {
  const email = 'api@staff.test';
  const browser = await arrived(email, 'en');
  expect(await new Authenticator(api).add(browser)).toBe(204);
  const { id } = await api.db.passkey.findFirstOrThrow({ where: { user: { email } } });
  const other = await signIn(api, 'owner', 'stranger@staff.test');
  expect((await api.rest('DELETE', `/passkeys/${id}`, undefined, other.options)).status).toBe(404);
  const own = { token: null, headers: browser.headers };
  expect((await api.rest('DELETE', `/passkeys/${id}`, undefined, own)).status).toBe(204);
  expect((await api.rest('DELETE', `/passkeys/${id}`, undefined, own)).status).toBe(404);
  expect((await mailTo(email, 2)).subject).toBe('Passkey removed from Tidings');
  await api.rest('POST', '/invitations', { email: 'later@staff.test', role: 'viewer' }, other.options);
  await inbox.linkTo('later@staff.test'); // jobs run in their order
  expect([inbox.received(email).length, inbox.received('stranger@staff.test')]).toEqual([3, []]);
});

test('an unproven passkey is neither stored nor announced', async () => {
  const email = 'forged@staff.test';
  const browser = await arrived(email, 'en');
  expect(await new Authenticator(api).add(browser, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  const { text } = await browser.post('/account/passkeys/options');
  const answer = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x', attestationObject: 'x' } };
  const refused = await api.app.inject({
    ...{ method: 'POST', url: '/account/passkeys', headers: browser.headers, payload: answer },
  });
  expect([refused.statusCode, text.includes('challenge')]).toEqual([422, true]);
  expect(await api.db.passkey.count({ where: { user: { email } } })).toBe(0);
});
