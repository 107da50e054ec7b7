import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../src/delivery/webhooks/start-webhooks.ts';
import { makeList, subscribe } from '../support/audience.ts';
import { checkScreen, checkScreenAt, LANGUAGES } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { openFeedServer } from '../support/feeds.ts';
import { makeForm } from '../support/forms.ts';
import { tabTo } from '../support/keyboard.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { makeAllWebhookDeliveries, makeWebhook } from '../support/webhooks.ts';
import { openBrowser, violations } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let dns: DnsServer;
let receiver: WebhookReceiver;
let webhooks: Webhooks;
let list: string;

beforeAll(async () => {
  dns = await startDnsServer();
  receiver = await openReceiver();
  dashboard = await openDashboard({ dnsServers: [dns.address], outboundAllow: ['127.0.0.1'] });
  webhooks = startWebhooks(dashboard.api.installation);
  browser = await openBrowser();
  list = await makeList(dashboard.api, { name: 'News' });
});
afterAll(async () => {
  await browser.close();
  await webhooks.stop();
  await dashboard.api.close();
  receiver.close();
  await dns.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const section = (page: Page, title: string) => page.getByRole('region', { name: title });

/** Confirms an irreversible action by typing the name. */
async function confirm(page: Page, name: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type this to confirm').fill('something else');
  expect(await dialog.getByRole('button', { name: action, exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel('Type this to confirm').fill(name);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('the team and its brand are edited, and a refused value shows its error at the field', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/settings`);
  await arriveAt(page, 'Team and brand');
  const team = section(page, 'Team');
  await team.getByLabel('Time zone').fill('Mars/Olympus');
  await team.getByLabel('Sender name').fill('Shop');
  await team.getByRole('button', { name: 'Save' }).click();
  await team.locator('[aria-invalid=true]').waitFor();
  expect(await team.getByLabel('Time zone').getAttribute('aria-invalid')).toBe('true');
  await team.getByLabel('Time zone').fill('Europe/Lisbon');
  await team.getByRole('button', { name: 'Save' }).click();
  await team.getByText('Saved').waitFor();
  const brand = section(page, 'Brand');
  await brand.getByLabel('Buttons and links').fill('#aa3300');
  await brand.getByRole('button', { name: 'Add social link' }).click();
  await brand.getByLabel('Profile URL 1').fill('nowhere');
  await brand.getByRole('button', { name: 'Save' }).click();
  await brand.locator('[aria-invalid=true]').waitFor();
  await brand.getByLabel('Profile URL 1').fill('https://shop.test/about');
  await brand.getByRole('button', { name: 'Save' }).click();
  await brand.getByText('Saved').waitFor();
  const keeping = section(page, 'Data retention');
  await keeping.getByLabel('Events (days)').fill('400');
  await keeping.getByRole('button', { name: 'Save' }).click();
  await confirm(page, 'My team', 'Delete older data');
  await keeping.getByText('Saved').waitFor();
  const { body } = await dashboard.api.rest('GET', '/team');
  expect(body.data).toMatchObject({ timezone: 'Europe/Lisbon', from_name: 'Shop', keep_events_for: 400 });
  expect(body.data.brand).toMatchObject({ color: '#aa3300', social_links: [{ url: 'https://shop.test/about' }] });
  await context.close();
});

test('the rates of the auto-pause have decimals', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/settings`);
  const limits = section(page, 'Frequency cap and auto-pause');
  const rate = limits.getByLabel('Complaint rate (%)');
  await rate.waitFor();
  expect(await rate.inputValue()).toBe('0.3');
  expect(await limits.locator('[aria-invalid=true]').count()).toBe(0);
  await rate.fill('0.25');
  await limits.getByRole('button', { name: 'Save' }).click();
  const read = async () => (await dashboard.api.rest('GET', '/team')).body.data.brake.complaints;
  await expect.poll(read).toBe(0.25);
  expect(complaints).toEqual([]);
  await context.close();
});

/** The link that a dialog shows once, while the server sends no account e-mails. */
async function copiedLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Link to share' });
  const link = await dialog.getByRole('textbox', { name: 'Link' }).innerText();
  expect(link).toContain(`${dashboard.url}/join/`);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await dialog.waitFor({ state: 'detached' });
  return link;
}

test('the look of a website fills in the brand, and is saved after a look at it', async () => {
  const site = await openFeedServer();
  site.answer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<style>.btn{background:#7a1f5b}</style><a class=btn>Buy</a>'),
  );
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/settings/team`);
  const brand = section(page, 'Brand');
  await brand.getByRole('textbox', { name: 'Website' }).fill('nowhere.invalid');
  await brand.getByRole('button', { name: 'Take look from website' }).click();
  await brand.getByText('does not work').waitFor();
  await brand.getByRole('textbox', { name: 'Website' }).fill(site.address('/'));
  await brand.getByRole('button', { name: 'Take look from website' }).click();
  await brand.getByText('filled in below').waitFor();
  expect(await brand.getByLabel('Buttons and links').inputValue()).toBe('#7a1f5b');
  await brand.getByRole('button', { name: 'Save' }).click();
  await brand.getByText('Saved').waitFor();
  expect((await dashboard.api.rest('GET', '/team')).body.data.brand.color).toBe('#7a1f5b');
  expect(await violations(page)).toEqual([]);
  await context.close();
  site.close();
});

test('owners invite members and set roles, and others see the members', async () => {
  const { page, context, complaints } = await open({ role: 'owner' });
  const other = await open({ email: 'colleague@staff.test' });
  await page.goto(`${dashboard.url}/settings/members`);
  await page.getByRole('button', { name: 'Invite member' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('E-mail address').fill('nobody');
  await drawer.getByRole('button', { name: 'Invite member' }).click();
  await drawer.locator('[aria-invalid=true]').waitFor();
  complaints.length = 0;
  await drawer.getByLabel('E-mail address').fill('new@staff.test');
  await drawer.getByLabel('Viewer').check();
  await drawer.getByRole('button', { name: 'Invite member' }).click();
  await section(page, 'Invitations').getByRole('cell', { name: 'new@staff.test', exact: true }).waitFor();
  const invitation = await copiedLink(page);
  await page.getByRole('button', { name: 'Copy link: new@staff.test' }).click();
  expect(await copiedLink(page)).not.toBe(invitation);
  await page.getByRole('button', { name: 'Copy sign-in link: colleague@staff.test' }).click();
  await other.page.goto(await copiedLink(page));
  await other.page.getByText('You are invited as editor, with the address colleague@staff.test.').waitFor();
  await page.getByRole('button', { name: 'Revoke: colleague@staff.test' }).click();
  await page.getByRole('button', { name: 'Revoke: new@staff.test' }).click();
  await section(page, 'Invitations').getByText('No pending invitations').waitFor();
  await page.getByLabel('Role of colleague@staff.test').selectOption('VIEWER');
  await other.page.goto(`${dashboard.url}/settings/members`);
  await other.page.getByRole('row', { name: /colleague.*Viewer/ }).waitFor();
  expect(await other.page.getByRole('button', { name: 'Invite member' }).count()).toBe(0);
  expect(await other.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Remove: colleague@staff.test' }).click();
  await confirm(page, 'colleague@staff.test', 'Remove');
  await page.getByRole('row', { name: /colleague/ }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await other.context.close();
  await context.close();
});

test('a keyboard user creates a token, which is shown once, works, and is revoked', async () => {
  const { page, context, complaints } = await open();
  const { keyboard } = page;
  await page.goto(`${dashboard.url}/settings/tokens`);
  await arriveAt(page, 'API tokens');
  await tabTo(page, 'Create token');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  await keyboard.type('Till');
  await tabTo(page, 'Read only');
  await keyboard.press('ArrowDown');
  await tabTo(page, 'Create token');
  await keyboard.press('Enter');
  const secret = await page.getByRole('dialog').getByLabel('Token', { exact: true }).innerText();
  const calls = { token: secret.trim() };
  expect((await dashboard.api.rest('POST', '/lists', { name: 'X', from_email: 'a@b.test' }, calls)).status).toBe(201);
  await tabTo(page, 'I have copied it');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByText(secret.trim()).count()).toBe(0);
  await page.getByRole('button', { name: 'Revoke: Till' }).click();
  await confirm(page, 'Till', 'Revoke');
  await page.getByText('Till').waitFor({ state: 'detached' });
  expect((await dashboard.api.rest('GET', '/lists', undefined, calls)).status).toBe(401);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a sending domain shows the records to publish, and finds them', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/settings/domains`);
  await page.getByText('No sending domains yet').waitFor();
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByRole('dialog').getByLabel('Domain').fill('shop.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
  await arriveAt(page, 'shop.example');
  const dkim = section(page, 'Signature (DKIM)');
  const name = await dkim.getByLabel('TXT record name', { exact: true }).innerText();
  const value = await dkim.getByLabel('TXT record value', { exact: true }).innerText();
  const strings = await dkim.getByLabel('Value as quoted strings', { exact: true }).innerText();
  expect(JSON.parse(`[${strings.trim().replaceAll('" "', '","')}]`).join('')).toBe(value.trim());
  await page.getByRole('button', { name: 'Check now' }).click();
  await dkim.getByText('Missing').waitFor();
  dns.texts.set(name.trim(), [value.trim()]);
  await page.getByRole('button', { name: 'Check now' }).click();
  await dkim.getByText('Found', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Sending domains' }).last().click();
  await page.getByRole('button', { name: 'Delete: shop.example' }).click();
  await confirm(page, 'shop.example', 'Delete');
  await page.getByText('No sending domains yet').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a transport is added, tested and edited, and never shows its password', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/settings/transports`);
  await page.getByRole('button', { name: 'Add transport' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Main');
  await drawer.getByLabel('Host').fill('127.0.0.1');
  await drawer.getByLabel('Port', { exact: true }).fill('70000');
  await drawer.getByLabel('User name').fill('me');
  await drawer.getByLabel('Password', { exact: true }).fill('secret-word');
  await drawer.getByLabel('Warm-up start date').fill(new Date().toISOString().slice(0, 10));
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.locator('[aria-invalid=true]').waitFor();
  expect(await drawer.getByLabel('Port', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await drawer.getByLabel('Port', { exact: true }).fill('2525');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Must be public').waitFor();
  await drawer.getByLabel('Host').fill('mail.shop.test');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'mail.shop.test:2525' }).waitFor();
  await page.getByText(/^0 of .+ today$/).waitFor();
  await page.getByRole('button', { name: 'Test connection: Main' }).click();
  await page.getByText('Connection to Main failed').waitFor();
  await page.getByRole('button', { name: 'Edit: Main' }).click();
  expect(await drawer.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  await drawer.getByLabel('Messages per minute', { exact: true }).first().fill('60');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: '60', exact: true }).waitFor();
  expect(await page.content()).not.toContain('secret-word');
  await page.getByRole('button', { name: 'Delete: Main' }).click();
  await confirm(page, 'Main', 'Delete');
  await page.getByText('No transports yet').waitFor();
  await context.close();
});

test('a provider fills in its server, and the login is tested as soon as it is saved', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/settings/transports`);
  await page.getByRole('button', { name: 'Add transport' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Amazon SES' }).click();
  await drawer.getByLabel('Region').selectOption('us-east-1');
  expect(await drawer.getByLabel('Host').inputValue()).toBe('email-smtp.us-east-1.amazonaws.com');
  await drawer.getByRole('button', { name: 'SendGrid' }).click();
  await drawer.getByText('The user name is always “apikey”.').waitFor();
  const filled = ['Name', 'Host', 'Port', 'User name'].map((label) =>
    drawer.getByLabel(label, { exact: true }).inputValue(),
  );
  expect(await Promise.all(filled)).toEqual(['SendGrid', 'smtp.sendgrid.net', '587', 'apikey']);
  await drawer.getByLabel('Host').fill('smtp.sendgrid.test');
  await drawer.getByLabel('Password', { exact: true }).fill('key');
  expect(await violations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Connection to SendGrid failed').waitFor();
  await page.getByRole('button', { name: 'Delete: SendGrid' }).click();
  await confirm(page, 'SendGrid', 'Delete');
  await page.getByText('No transports yet').waitFor();
  await context.close();
});

test('a transport logs in to Microsoft with tokens, and pins a certificate', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/settings/transports`);
  await page.getByRole('button', { name: 'Add transport' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Office');
  await drawer.getByLabel('Host').fill('smtp.office365.com');
  await drawer.getByLabel('Log in with').selectOption('MICROSOFT');
  expect(await drawer.getByLabel('Password', { exact: true }).count()).toBe(0);
  await drawer.getByLabel('User name').fill('news@shop.example');
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
  const { body } = await dashboard.api.rest('GET', '/transports');
  expect(body.data).toMatchObject([
    {
      ...{ user: 'news@shop.example', ehlo_name: 'mail.shop.example', tls: 'required' },
      oauth2: { provider: 'microsoft', tenant: 'shop.example', client_id: 'client-1' },
    },
  ]);
  await page.getByRole('button', { name: 'Edit: Office' }).click();
  expect(await drawer.getByLabel('Refresh token').inputValue()).toBe('');
  expect(await page.content()).not.toMatch(/secret-1|refresh-1/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete: Office' }).click();
  await confirm(page, 'Office', 'Delete');
  await context.close();
});

test('a webhook shows its secret once and its deliveries live, and sends one again', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/settings/webhooks`);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('dialog').getByLabel('URL').fill(receiver.address());
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Signing secret', { exact: true })
    .getByText(/^whsec_/)
    .waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('link', { name: receiver.address() }).click();
  await arriveAt(page, receiver.address());
  await page.getByText('No deliveries yet').waitFor();
  await page.getByLabel('Example of').selectOption('mail.bounced');
  await page.getByLabel('Example payload', { exact: true }).getByText('"type": "mail.bounced"').waitFor();
  await page.getByLabel('Verify requests with').selectOption('Python');
  await page.getByLabel('Verification code', { exact: true }).getByText('def verify(').waitFor();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByRole('dialog').getByText('Delivered').waitFor();
  await page.keyboard.press('Escape');
  receiver.answer((_, response) => response.writeHead(503).end('busy'));
  await subscribe(dashboard.api, list, [{ email: 'ann@people.test' }]);
  await makeAllWebhookDeliveries(dashboard.api);
  const delivery = page.getByRole('button', { name: 'subscriber.subscribed' }).first();
  await delivery.click();
  await page
    .getByText(/, 503, /)
    .first()
    .waitFor();
  receiver.answer((_, response) => response.writeHead(204).end());
  await page.getByRole('button', { name: 'Resend', exact: true }).first().click();
  await page.getByText('Delivered', { exact: true }).and(page.locator('span, p')).first().waitFor();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Signing secret', { exact: true })
    .getByText(/^whsec_/)
    .waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByLabel('Status').selectOption('FAILED');
  await page.waitForURL(/status=FAILED/);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await confirm(page, receiver.address(), 'Delete');
  await page.getByText('No webhooks yet').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a form is created, previewed, and its embed code can be copied', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/settings/forms`); // where they were
  await page.waitForURL(`${dashboard.url}/forms`);
  await page.getByRole('button', { name: 'Create form' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Footer');
  await drawer.getByLabel('List').selectOption({ label: 'News' });
  await drawer.getByRole('button', { name: 'Add field' }).click();
  await drawer.getByLabel('Required').check();
  await drawer.getByLabel('Consent text (optional)', { exact: true }).fill('I want letters');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await arriveAt(page, 'Footer');
  const frame = page.getByRole('main').frameLocator('iframe[title=Preview]');
  await frame.getByText('I want letters').waitFor();
  await frame.getByText('First name').waitFor();
  expect(await page.getByLabel('Code', { exact: true }).innerText()).toContain('<form action=');
  await page.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByLabel('Button text').fill('Go');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await frame.getByRole('button', { name: 'Go' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Footer', 'Delete');
  await arriveAt(page, 'Forms');
  expect(complaints).toEqual([]);
  await context.close();
});

test('the audit log keeps its filters by action and actor in the URL, and is refused to non-owners', async () => {
  await dashboard.api.rest('PATCH', '/team', { name: 'My team' });
  const { page, context, complaints } = await open({ role: 'owner' });
  await page.goto(`${dashboard.url}/settings/audit`);
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
  await page.getByLabel('To', { exact: true }).fill('2020-01-02');
  await page.getByText('No matching entries').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(await download.failure()).toBe(null);
  await page.goto(`${dashboard.url}/settings/audit?action=audit_log.exported`);
  await page.getByRole('row', { name: /Audit log exported.*Browser · / }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
  const other = await open();
  await other.page.goto(`${dashboard.url}/settings/audit`);
  await other.page.getByText('Your role does not allow this').waitFor();
  await other.context.close();
});

test('the audit log is in German too, and shows actions of a newer version', async () => {
  await dashboard.api.rest('PATCH', '/team', { name: 'My team' });
  await dashboard.api.db.auditEntry.create({
    data: {
      ...{ teamId: dashboard.api.teamId, actorKind: 'token', actorId: crypto.randomUUID(), door: 'graphql' },
      ...{ action: 'horse.ridden', objectType: 'horse', objectName: 'Bucephalus' },
    },
  });
  const { page, context } = await open({ role: 'owner', locale: 'de-DE' });
  await page.goto(`${dashboard.url}/settings/audit`);
  await page.getByRole('cell', { name: 'Unbekannte Aktion · Bucephalus' }).waitFor();
  await page
    .getByRole('cell', { name: /^Team geändert · My team/ })
    .first()
    .waitFor();
  await page.getByLabel('Aktion').selectOption({ label: 'Liste angelegt' });
  await page.waitForURL(/action=list.created/);
  await page.getByRole('cell', { name: 'Unbekannte Aktion' }).waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: /^Liste angelegt · News/ }).waitFor();
  await page.goto(`${dashboard.url}/settings/audit?action=horse.ridden`);
  expect(await page.getByLabel('Aktion').inputValue()).toBe('');
  await page.getByRole('cell', { name: 'Unbekannte Aktion' }).waitFor();
  await context.close();
});

const PARTS = ['team', 'members', 'tokens', 'domains', 'transports', 'pauses', 'webhooks', 'usage'];

test('a viewer sees no controls for changes', async () => {
  const hook = await makeWebhook(dashboard.api, { url: receiver.address('/other') });
  const form = await makeForm(dashboard.api, list);
  const { page, context, complaints } = await open({ role: 'viewer' });
  for (const path of [...PARTS, `webhooks/${hook.id}`, `forms/${form.id}`]) {
    await page.goto(`${dashboard.url}/settings/${path}`);
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

test.each(LANGUAGES)('no settings page has an axe violation or scrolls sideways: %s', async (language, options) => {
  const { api } = dashboard;
  const name = 'L'.repeat(80);
  await api.rest('POST', '/tokens', { name, ability: 'read', note: name });
  const form = await makeForm(api, list, { name, consent_text: name });
  const hook = await makeWebhook(api, { url: receiver.address(`/${'w'.repeat(60)}`), description: name });
  await api.rest('POST', '/transports', { name, host: 'smtp.shop.test' });
  const domain = await api.rest('POST', '/sending-domains', { domain: `${language}.${'d'.repeat(50)}.example` });
  const { page, context, complaints } = await open({ role: 'owner', ...options });
  const rows = [`domains/${domain.body.data.id}`, `webhooks/${hook.id}`, `forms/${form.id}`, 'webhooks/nowhere'];
  for (const path of [...PARTS, 'audit', ...rows])
    await checkScreenAt(page, dashboard.url, `settings/${path}`, 'main :is(h1, p)');
  for (const path of ['members', 'tokens', 'domains', 'transports', 'webhooks', 'forms']) {
    await page.goto(`${dashboard.url}/settings/${path}`);
    await page.locator('main h1 + button').click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await checkScreen(page, `${path}, a new one`);
  }
  expect(complaints).toEqual([]);
  await context.close();
});
