import { generateKeyPairSync } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkScreen, LANGUAGES } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
  dashboard = await openDashboard({ dnsServers: [dns.address] });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
  await dns.close();
});

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const publish = ({ records }: { records: { name: string; value: string }[] }) => {
  for (const { name, value } of records) dns.texts.set(name, [value]);
};
/** A verified domain. */
async function verified(domain: string): Promise<string> {
  const { id, ...made } = (await dashboard.api.rest('POST', '/sending-domains', { domain })).body.data;
  publish(made);
  await dashboard.api.rest('POST', `/sending-domains/${id}/check`);
  return id;
}

test('key rotation shows the next record beside the current one, finds it, and switches to it', async () => {
  const id = await verified('rotated.example');
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  await page.goto(`${dashboard.url}/settings/domains/${id}`);
  await arriveAt(page, 'rotated.example');
  const keys = section(page, 'DKIM keys');
  await keys.getByRole('row', { name: /Current Found/ }).waitFor();
  const rotate = async (selector: string) => {
    await keys.getByRole('button', { name: 'Rotate key' }).click();
    await page.getByRole('dialog').getByLabel('Selector').fill(selector);
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.getByRole('row', { name: new RegExp(`${selector} Next`) }).waitFor();
  };
  await rotate('mail2026');
  await keys
    .getByRole('status')
    .getByText(/^Rotation started/)
    .waitFor();
  await keys.getByRole('button', { name: 'Cancel rotation' }).click();
  await keys.getByRole('row', { name: /mail2026/ }).waitFor({ state: 'detached' });
  await rotate('mail2027');
  await section(page, 'Signature (DKIM)').waitFor();
  const next = section(page, 'Next signature (DKIM)');
  expect(await next.getByLabel('TXT record name', { exact: true }).innerText()).toBe(
    'mail2027._domainkey.rotated.example',
  );
  publish((await dashboard.api.rest('GET', `/sending-domains/${id}`)).body.data);
  await page.getByRole('button', { name: 'Check now' }).click();
  await keys.getByRole('row', { name: /mail2027 Current Found/ }).waitFor();
  await keys.getByRole('row', { name: /Old, keep the record until .* Found/ }).waitFor();
  await section(page, 'Old signature (DKIM)').waitFor();
  await keys.getByRole('button', { name: 'Rotate key' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a domain accepts a key of your own, and a wrong key shows its error at the field', async () => {
  const { page, context } = await openSignedIn(browser, dashboard);
  await page.goto(`${dashboard.url}/settings/domains`);
  await page.getByRole('button', { name: 'Add domain' }).click();
  const dialog = page.getByRole('dialog');
  const save = () => dialog.getByRole('button', { name: 'Add domain' }).click();
  await dialog.getByLabel('Domain').fill('own.example');
  await dialog.getByLabel('Selector').fill('mail_2026');
  await dialog.getByLabel('Private key').fill('garbage');
  await save();
  await dialog.getByText(/begins with -----BEGIN PRIVATE KEY-----/).waitFor();
  expect(await dialog.getByLabel('Selector').getAttribute('aria-invalid')).toBe('true');
  expect(await dialog.getByLabel('Private key').getAttribute('aria-invalid')).toBe('true');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  await dialog.getByLabel('Selector').fill('mail2026');
  await dialog.getByLabel('Private key').fill(String(privateKey.export({ format: 'pem', type: 'pkcs8' })));
  await save();
  await arriveAt(page, 'own.example');
  await section(page, 'DKIM keys')
    .getByRole('row', { name: /mail2026 Current Unknown 1024 bits/ })
    .waitFor();
  expect(await page.content()).not.toContain('BEGIN PRIVATE KEY');
  await context.close();
});

test.each(LANGUAGES)(
  'a running rotation has no layout or axe faults, and a viewer cannot change it: %s',
  async (language, options) => {
    const id = await verified(`calm-${language.toLowerCase()}.example`);
    await dashboard.api.rest('POST', `/sending-domains/${id}/rotate-dkim`);
    const { page, context, complaints } = await openSignedIn(browser, dashboard, { ...options, role: 'viewer' });
    await page.goto(`${dashboard.url}/settings/domains/${id}`);
    await arriveAt(page, `calm-${language.toLowerCase()}.example`);
    await page.getByRole('table').first().waitFor();
    expect(await page.locator('main button:not(:disabled)').allInnerTexts()).not.toContain('Cancel rotation');
    await checkScreen(page, `a rotation in ${language}`);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
