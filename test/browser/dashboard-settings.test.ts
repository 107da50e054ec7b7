import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../src/delivery/webhooks/start-webhooks.ts';
import { makeList, subscribe } from '../support/audience.ts';
import { expectCalm, expectCalmAt, LANGUAGES } from '../support/calm-screens.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { makeForm } from '../support/forms.ts';
import { tabTo } from '../support/keyboard.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { makeAllDeliveries, makeWebhook } from '../support/webhooks.ts';
import { openBrowser } from './chromium.ts';

let house: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let dns: DnsServer;
let receiver: WebhookReceiver;
let webhooks: Webhooks;
let list: string;

beforeAll(async () => {
  dns = await startDnsServer();
  receiver = await openReceiver();
  house = await openDashboard({ dnsServers: [dns.address], outboundAllow: ['127.0.0.1'] });
  webhooks = startWebhooks(house.api.installation);
  browser = await openBrowser();
  list = await makeList(house.api, { name: 'News' });
});
afterAll(async () => {
  await browser.close();
  await webhooks.stop();
  await house.api.close();
  receiver.close();
  await dns.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, house, options);
const section = (page: Page, title: string) => page.getByRole('region', { name: title });

/** Confirms what cannot be undone by its name. */
async function confirm(page: Page, name: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type this to confirm').fill('something else');
  expect(await dialog.getByRole('button', { name: action, exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel('Type this to confirm').fill(name);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('the team and its brand are changed, and what is refused stands at its field', async () => {
  const { page, context } = await open();
  await page.goto(`${house.url}/settings`);
  await arriveAt(page, 'Team and brand');
  const team = section(page, 'Team');
  await team.getByLabel('Time zone').fill('Mars/Olympus');
  await team.getByLabel('Name of the sender').fill('Shop');
  await team.getByRole('button', { name: 'Save' }).click();
  await team.locator('[aria-invalid=true]').waitFor();
  expect(await team.getByLabel('Time zone').getAttribute('aria-invalid')).toBe('true');
  await team.getByLabel('Time zone').fill('Europe/Lisbon');
  await team.getByRole('button', { name: 'Save' }).click();
  await team.getByText('Saved').waitFor();
  const brand = section(page, 'Brand');
  await brand.getByLabel('Buttons and links').fill('#aa3300');
  await brand.getByRole('button', { name: 'Add a page' }).click();
  await brand.getByLabel('Address of page 1').fill('nowhere');
  await brand.getByRole('button', { name: 'Save' }).click();
  await brand.locator('[aria-invalid=true]').waitFor();
  await brand.getByLabel('Address of page 1').fill('https://shop.test/about');
  await brand.getByRole('button', { name: 'Save' }).click();
  await brand.getByText('Saved').waitFor();
  const keeping = section(page, 'Keeping');
  await keeping.getByLabel('Events, in days').fill('400');
  await keeping.getByRole('button', { name: 'Save' }).click();
  await confirm(page, 'My team', 'Remove what is older');
  await keeping.getByText('Saved').waitFor();
  const { body } = await house.api.rest('GET', '/team');
  expect(body.data).toMatchObject({ timezone: 'Europe/Lisbon', from_name: 'Shop', keep_events_for: 400 });
  expect(body.data.brand).toMatchObject({ color: '#aa3300', social_links: [{ url: 'https://shop.test/about' }] });
  await context.close();
});

test('owners invite members and give them roles; others see who there is', async () => {
  const { page, context, complaints } = await open({ role: 'owner' });
  const other = await open({ email: 'colleague@staff.test' });
  await page.goto(`${house.url}/settings/members`);
  await page.getByRole('button', { name: 'Invite' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('E-mail address').fill('nobody');
  await drawer.getByRole('button', { name: 'Invite' }).click();
  await drawer.locator('[aria-invalid=true]').waitFor();
  complaints.length = 0;
  await drawer.getByLabel('E-mail address').fill('new@staff.test');
  await drawer.getByLabel('Viewer').check();
  await drawer.getByRole('button', { name: 'Invite' }).click();
  await section(page, 'Invitations').getByRole('cell', { name: 'new@staff.test', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Withdraw: new@staff.test' }).click();
  await section(page, 'Invitations').getByText('Nobody is invited').waitFor();
  await page.getByLabel('Role of colleague@staff.test').selectOption('VIEWER');
  await other.page.goto(`${house.url}/settings/members`);
  await other.page.getByRole('row', { name: /colleague.*Viewer/ }).waitFor();
  expect(await other.page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
  expect(await other.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Remove: colleague@staff.test' }).click();
  await confirm(page, 'colleague@staff.test', 'Remove');
  await page.getByRole('row', { name: /colleague/ }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await other.context.close();
  await context.close();
});

test('a token is made by the keyboard alone, is shown once, works, and is revoked', async () => {
  const { page, context, complaints } = await open();
  const { keyboard } = page;
  await page.goto(`${house.url}/settings/tokens`);
  await arriveAt(page, 'Tokens');
  await tabTo(page, 'Create a token');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  await keyboard.type('Till');
  await tabTo(page, 'Read');
  await keyboard.press('ArrowDown');
  await tabTo(page, 'Create a token');
  await keyboard.press('Enter');
  const secret = await page.getByRole('dialog').getByLabel('Token', { exact: true }).innerText();
  const calls = { token: secret.trim() };
  expect((await house.api.rest('POST', '/lists', { name: 'X', from_email: 'a@b.test' }, calls)).status).toBe(201);
  await tabTo(page, 'I have copied it');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByText(secret.trim()).count()).toBe(0);
  await page.getByRole('button', { name: 'Revoke: Till' }).click();
  await confirm(page, 'Till', 'Revoke');
  await page.getByText('Till').waitFor({ state: 'detached' });
  expect((await house.api.rest('GET', '/lists', undefined, calls)).status).toBe(401);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a sending domain shows what to publish, and that it was found', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${house.url}/settings/domains`);
  await page.getByText('There is no sending domain').waitFor();
  await page.getByRole('button', { name: 'Add a domain' }).click();
  await page.getByRole('dialog').getByLabel('Domain').fill('shop.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a domain' }).click();
  await arriveAt(page, 'shop.example');
  const dkim = section(page, 'Signature (DKIM)');
  const name = await dkim.getByLabel('Name of the TXT record', { exact: true }).innerText();
  const value = await dkim.getByLabel('Value of the TXT record', { exact: true }).innerText();
  const strings = await dkim.getByLabel('Value in quoted strings', { exact: true }).innerText();
  expect(JSON.parse(`[${strings.trim().replaceAll('" "', '","')}]`).join('')).toBe(value.trim());
  await page.getByRole('button', { name: 'Check now' }).click();
  await dkim.getByText('Missing').waitFor();
  dns.texts.set(name.trim(), [value.trim()]);
  await page.getByRole('button', { name: 'Check now' }).click();
  await dkim.getByText('Found', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Sending domains' }).last().click();
  await page.getByRole('button', { name: 'Remove: shop.example' }).click();
  await confirm(page, 'shop.example', 'Remove');
  await page.getByText('There is no sending domain').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a transport is added, tested and changed, and its password is shown to nobody', async () => {
  const { page, context } = await open();
  await page.goto(`${house.url}/settings/transports`);
  await page.getByRole('button', { name: 'Add a transport' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Main');
  await drawer.getByLabel('Server (host)').fill('127.0.0.1');
  await drawer.getByLabel('Port', { exact: true }).fill('70000');
  await drawer.getByLabel('User').fill('me');
  await drawer.getByLabel('Password', { exact: true }).fill('secret-word');
  await drawer.getByLabel('First day of the warm-up').fill(new Date().toISOString().slice(0, 10));
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.locator('[aria-invalid=true]').waitFor();
  expect(await drawer.getByLabel('Port', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await drawer.getByLabel('Port', { exact: true }).fill('2525');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('The host field must be public').waitFor();
  await drawer.getByLabel('Server (host)').fill('mail.shop.test');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'mail.shop.test:2525' }).waitFor();
  await page.getByText(/^0 of .+ today$/).waitFor();
  await page.getByRole('button', { name: 'Test: Main' }).click();
  await page.getByText('Main does not work').waitFor();
  await page.getByRole('button', { name: 'Change: Main' }).click();
  expect(await drawer.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  await drawer.getByLabel('Messages per minute', { exact: true }).first().fill('60');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: '60', exact: true }).waitFor();
  expect(await page.content()).not.toContain('secret-word');
  await page.getByRole('button', { name: 'Remove: Main' }).click();
  await confirm(page, 'Main', 'Remove');
  await page.getByText('There is no transport').waitFor();
  await context.close();
});

test('a transport logs in at Microsoft by tokens, and says which certificate it trusts', async () => {
  const { page, context } = await open();
  await page.goto(`${house.url}/settings/transports`);
  await page.getByRole('button', { name: 'Add a transport' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Office');
  await drawer.getByLabel('Server (host)').fill('smtp.office365.com');
  await drawer.getByLabel('Log in with').selectOption('MICROSOFT');
  expect(await drawer.getByLabel('Password', { exact: true }).count()).toBe(0);
  await drawer.getByLabel('User').fill('news@shop.example');
  await drawer.getByLabel('Tenant').fill('shop.example');
  await drawer.getByLabel('Client ID').fill('client-1');
  await drawer.getByLabel('Client secret').fill('secret-1');
  await drawer.getByLabel('Refresh token').fill('refresh-1');
  await drawer.getByRole('button', { name: 'More settings' }).press('Enter');
  await drawer.getByLabel('EHLO name').fill('mail.shop.example');
  await drawer.getByLabel('Certificate fingerprint (SHA-256)').fill('not a fingerprint');
  await drawer.getByRole('button', { name: 'More settings' }).press('Enter');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.locator('[aria-invalid=true]').waitFor();
  await drawer.getByLabel('Certificate fingerprint (SHA-256)').fill(`${'AB:'.repeat(31)}AB`);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'smtp.office365.com:587' }).waitFor();
  const { body } = await house.api.rest('GET', '/transports');
  expect(body.data).toMatchObject([
    {
      ...{ user: 'news@shop.example', ehlo_name: 'mail.shop.example', tls: 'required' },
      oauth2: { provider: 'microsoft', tenant: 'shop.example', client_id: 'client-1' },
    },
  ]);
  await page.getByRole('button', { name: 'Change: Office' }).click();
  expect(await drawer.getByLabel('Refresh token').inputValue()).toBe('');
  expect(await page.content()).not.toMatch(/secret-1|refresh-1/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove: Office' }).click();
  await confirm(page, 'Office', 'Remove');
  await context.close();
});

test('a webhook shows its secret once and its deliveries as they go out, which can be sent again', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${house.url}/settings/webhooks`);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByRole('dialog').getByLabel('Address').fill(receiver.address());
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Secret', { exact: true })
    .getByText(/^whsec_/)
    .waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('link', { name: receiver.address() }).click();
  await arriveAt(page, receiver.address());
  await page.getByText('Nothing was delivered').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('It has answered as it should').waitFor();
  await page.keyboard.press('Escape');
  receiver.answer((_, response) => response.writeHead(503).end('busy'));
  await subscribe(house.api, list, [{ email: 'ann@people.test' }]);
  await makeAllDeliveries(house.api);
  const delivery = page.getByRole('button', { name: 'subscriber.subscribed' }).first();
  await delivery.click();
  await page
    .getByText(/, 503, /)
    .first()
    .waitFor();
  receiver.answer((_, response) => response.writeHead(204).end());
  await page.getByRole('button', { name: 'Send again', exact: true }).first().click();
  await page.getByText('Delivered', { exact: true }).and(page.locator('span, p')).first().waitFor();
  await page.getByRole('button', { name: 'New secret' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Secret', { exact: true })
    .getByText(/^whsec_/)
    .waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByLabel('Status').selectOption('FAILED');
  await page.waitForURL(/status=FAILED/);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await confirm(page, receiver.address(), 'Remove');
  await page.getByText('There is no webhook').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a form is made, seen as people see it, and its code is there to copy', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${house.url}/settings/forms`);
  await page.getByRole('button', { name: 'Add a form' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Footer');
  await drawer.getByLabel('List').selectOption({ label: 'News' });
  await drawer.getByRole('button', { name: 'Add a field' }).click();
  await drawer.getByLabel('Must be filled in').check();
  await drawer.getByLabel('Consent', { exact: true }).fill('I want letters');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await arriveAt(page, 'Footer');
  const frame = page.frameLocator('iframe[title=Preview]');
  await frame.getByText('I want letters').waitFor();
  await frame.getByText('First name').waitFor();
  expect(await page.getByLabel('Code', { exact: true }).innerText()).toContain('<form action=');
  await page.getByRole('button', { name: 'Change' }).click();
  await drawer.getByLabel('Button').fill('Go');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await frame.getByRole('button', { name: 'Go' }).waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await confirm(page, 'Footer', 'Remove');
  await arriveAt(page, 'Forms');
  expect(complaints).toEqual([]);
  await context.close();
});

test('the audit log is found by action and actor, and the address holds it; others are told that they may not', async () => {
  await house.api.rest('PATCH', '/team', { name: 'My team' });
  const { page, context, complaints } = await open({ role: 'owner' });
  await page.goto(`${house.url}/settings/audit`);
  await page.getByLabel('Action').selectOption({ label: 'Team changed' });
  await page.waitForURL(/action=team.changed/);
  await page
    .getByRole('row', { name: /Team changed · My team.*API \(REST\)/ })
    .first()
    .waitFor();
  await page
    .getByRole('cell', { name: /^List created/ })
    .first()
    .waitFor({ state: 'detached' });
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To').fill('2020-01-02');
  await page.getByText('Nothing fits').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(await download.failure()).toBe(null);
  await page.goto(`${house.url}/settings/audit?action=audit_log.exported`);
  await page.getByRole('row', { name: /Audit log exported.*Browser · / }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
  const other = await open();
  await other.page.goto(`${house.url}/settings/audit`);
  await other.page.getByText('Your role does not allow this').waitFor();
  await other.context.close();
});

test('the audit log is in words in German too, and what only a newer server knows is shown as it is', async () => {
  await house.api.rest('PATCH', '/team', { name: 'My team' });
  await house.api.db.auditEntry.create({
    data: {
      ...{ teamId: house.api.teamId, actorKind: 'token', actorId: crypto.randomUUID(), door: 'graphql' },
      ...{ action: 'horse.ridden', objectType: 'horse', objectName: 'Bucephalus' },
    },
  });
  const { page, context } = await open({ role: 'owner', locale: 'de-DE' });
  await page.goto(`${house.url}/settings/audit`);
  await page.getByRole('cell', { name: 'horse.ridden · Bucephalus' }).waitFor();
  await page
    .getByRole('cell', { name: /^Team geändert · My team/ })
    .first()
    .waitFor();
  await page.getByLabel('Handlung').selectOption({ label: 'Liste angelegt' });
  await page.waitForURL(/action=list.created/);
  await page.getByRole('cell', { name: 'horse.ridden' }).waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: /^Liste angelegt · News/ }).waitFor();
  await page.goto(`${house.url}/settings/audit?action=horse.ridden`);
  await page.getByText('must be an action of the audit log').waitFor();
  expect(await page.getByLabel('Handlung').inputValue()).toBe('horse.ridden');
  await page.getByLabel('Handlung').selectOption({ label: 'Alles' });
  await page.getByRole('cell', { name: 'horse.ridden' }).waitFor();
  await context.close();
});

const PARTS = ['team', 'members', 'tokens', 'domains', 'transports', 'pauses', 'webhooks', 'forms', 'usage'];

test('who may only look finds nothing to change', async () => {
  const hook = await makeWebhook(house.api, { url: receiver.address('/other') });
  const form = await makeForm(house.api, list);
  const { page, context, complaints } = await open({ role: 'viewer' });
  for (const path of [...PARTS, `webhooks/${hook.id}`, `forms/${form.id}`]) {
    await page.goto(`${house.url}/settings/${path}`);
    await page.locator('main h1').waitFor();
    await page.waitForFunction(
      () => document.querySelector('main [role=status][aria-busy=true], main .mantine-Skeleton-root') === null,
    );
    const buttons = await page.locator('main button:not(:disabled)').allInnerTexts();
    expect([path, buttons.filter((text) => text !== 'Copy' && text !== '')]).toEqual([path, []]);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)('no part has anything for axe to find, or runs off the side: %s', async (language, options) => {
  const { api } = house;
  const name = 'L'.repeat(80);
  await api.rest('POST', '/tokens', { name, ability: 'read', note: name });
  const form = await makeForm(api, list, { name, consent_text: name });
  const hook = await makeWebhook(api, { url: receiver.address(`/${'w'.repeat(60)}`), description: name });
  await api.rest('POST', '/transports', { name, host: 'smtp.shop.test' });
  const domain = await api.rest('POST', '/sending-domains', { domain: `${language}.${'d'.repeat(50)}.example` });
  const { page, context, complaints } = await open({ role: 'owner', ...options });
  const rows = [`domains/${domain.body.data.id}`, `webhooks/${hook.id}`, `forms/${form.id}`, 'webhooks/nowhere'];
  for (const path of [...PARTS, 'audit', ...rows])
    await expectCalmAt(page, house.url, `settings/${path}`, 'main :is(h1, p)');
  for (const path of ['members', 'tokens', 'domains', 'transports', 'webhooks', 'forms']) {
    await page.goto(`${house.url}/settings/${path}`);
    await page.locator('main h1 + button').click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await expectCalm(page, `${path}, a new one`);
  }
  expect(complaints).toEqual([]);
  await context.close();
});
