import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { LANGUAGES } from '../../../src/validation/language.ts';
import { openAccountInbox } from '../../support/account-inbox.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { signIn } from '../../support/members.ts';

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

/** Titles of the sign-in page and its answer, the subject of the e-mail, and the title of the account page. */
const SAID: Record<(typeof LANGUAGES)[number], string[]> = {
  en: ['Sign in', 'Check your inbox', 'Sign in to Tidings', 'Your account'],
  de: ['Anmelden', 'Prüfen Sie Ihr Postfach', 'Bei Tidings anmelden', 'Ihr Konto'],
  fr: ['Se connecter', 'Consultez votre boîte de réception', 'Se connecter à Tidings', 'Votre compte'],
  es: ['Iniciar sesión', 'Revise su correo', 'Iniciar sesión en Tidings', 'Su cuenta'],
  nl: ['Inloggen', 'Controleer uw inbox', 'Inloggen bij Tidings', 'Uw account'],
};

const asked = (language: string) => ({ 'accept-language': `${language}-XX,${language};q=0.9,en;q=0.5` });

test.each(LANGUAGES)("sign-in pages and their e-mail use the browser's language: %s", async (language) => {
  const email = `${language}@staff.test`;
  await signIn(api, 'owner', email);
  const browser = new Browser(api);
  const form = await browser.get('/sign-in', asked(language));
  const mailed = await browser.post('/sign-in', { email }, asked(language));
  const link = await inbox.linkTo(email);
  const [{ mail }] = inbox.received(email) as [(typeof inbox.server.received)[number]];
  await browser.post(link);
  const account = await browser.get('/account', asked(language));
  expect([form.title, mailed.title, mail.subject, account.title]).toEqual(SAID[language]);
  for (const page of [form, mailed, account]) {
    expect(page.text).toContain(`<html lang="${language}">`);
    expect(page.headers['content-language']).toBe(language);
  }
  expect(mail.html).toContain(`<html lang="${language}">`);
});

describe('pages are in English', () => {
  test.each(['', '*', 'pl', 'xx-yy;q=1', ';;,', 'x'.repeat(5_000)])('for Accept-Language "%s"', async (language) => {
    const page = await new Browser(api).get('/sign-in', { 'accept-language': language });
    expect([page.status, page.title]).toEqual([200, 'Sign in']);
  });
});

test("errors are in the browser's language", async () => {
  const german = asked('de');
  const titles = async (...pages: Promise<{ title: string }>[]) => (await Promise.all(pages)).map(({ title }) => title);
  const browser = new Browser(api);
  expect(
    await titles(
      browser.get(`/sign-in/link/${'A'.repeat(43)}`, german),
      browser.get(`/join/${'A'.repeat(43)}`, german),
      browser.post('/sign-in', {}, { ...german, 'sec-fetch-site': 'cross-site' }),
    ),
  ).toEqual(['Dieser Link funktioniert hier nicht', 'Diese Einladung gilt nicht mehr', 'Anfrage abgelehnt']);
  expect((await browser.post('/sign-in', { email: 'ann' }, german)).text).toContain(
    'Geben Sie eine E-Mail-Adresse ein',
  );
});

test("an invitation page is in the browser's language", async () => {
  const owner = await signIn(api, 'owner', 'owner@staff.test');
  await api.rest('POST', '/invitations', { email: 'new@staff.test', role: 'editor' }, owner.options);
  const page = await new Browser(api).get(await inbox.linkTo('new@staff.test'), asked('de'));
  expect(page.text).toContain('Sie sind eingeladen als Bearbeiter, mit der Adresse new@staff.test.');
});

test.each(LANGUAGES)("an invitation e-mail uses the inviter's language: %s", async (language) => {
  const [email, invited] = [`${language}@inviting.test`, `${language}@invited.test`];
  const owner = await signIn(api, 'owner', email);
  const browser = new Browser(api);
  await browser.post('/sign-in', { email }, asked(language));
  await browser.post(await inbox.linkTo(email), {}, asked(language));
  await api.rest('POST', '/invitations', { email: invited, role: 'viewer' }, owner.options);
  const path = await inbox.linkTo(invited);
  const [{ mail }] = inbox.received(invited) as [(typeof inbox.server.received)[number]];
  expect(mail.html).toContain(`<html lang="${language}">`);
  const words = { en: 'Join', de: 'Einladung', fr: 'Rejoindre', es: 'Únase', nl: 'Word lid' }[language];
  expect(mail.subject?.startsWith(`${words} `)).toBe(true);
  expect((await new Browser(api).get(path, asked(language))).status).toBe(200);
});

test('an inviter of unknown language invites existing users in their own language, and others in English', async () => {
  const owner = await signIn(api, 'owner', 'silent@staff.test'); // of unknown language
  await api.db.user.create({ data: { id: newId(), email: 'dutch@staff.test', language: 'nl' } });
  for (const email of ['dutch@staff.test', 'unknown@staff.test']) {
    await api.rest('POST', '/invitations', { email, role: 'viewer' }, owner.options);
    await inbox.linkTo(email);
  }
  const subjectOf = (email: string) => inbox.received(email)[0]?.mail.subject;
  expect(subjectOf('dutch@staff.test')).toMatch(/^Word lid van /);
  expect(subjectOf('unknown@staff.test')).toMatch(/^Join /);
});
