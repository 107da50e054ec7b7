import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { INPUT_DEVICES } from '../support/input-devices.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let dns: DnsServer;
let server: MailServer;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  dns = await startDnsServer();
  server = await startMailServer();
  dashboard = await openDashboard({ dnsServers: [dns.address], privateTransports: true });
});
afterEach(async () => {
  await dashboard.api.close();
  await server.close();
  await dns.close();
});

const signature = (page: Page) => page.getByRole('region', { name: 'Signature (DKIM)' });

test.each(INPUT_DEVICES)(
  'by %s: a domain’s record is published and found, and a transport logs in',
  async (name, by) => {
    const domain = `${name.split(' ').at(-1)}.example`;
    const { page, context, complaints } = await openSignedIn(browser, dashboard, { role: 'owner' });
    const { press, write } = by(page);
    const colleague = await openSignedIn(browser, dashboard, { role: 'viewer' });
    await page.goto(dashboard.url);
    await arriveAt(page, 'Today');

    await press('Settings');
    await press('Sending domains');
    await arriveAt(page, 'Sending domains');
    await press('Add domain');
    await write('Domain', domain);
    await press('Add domain');
    await arriveAt(page, domain);
    await colleague.page.clock.install();
    await colleague.page.goto(page.url());
    await arriveAt(colleague.page, domain);
    const dkim = signature(page);
    const record = await dkim.getByLabel('TXT record name', { exact: true }).innerText();
    const value = await dkim.getByLabel('TXT record value', { exact: true }).innerText();
    await press('Check now');
    await dkim.getByText('Missing').waitFor();
    dns.texts.set(record.trim(), [value.trim()]);
    await press('Check now');
    await dkim.getByText('Found', { exact: true }).waitFor();
    await colleague.page.clock.fastForward('00:20'); // the page checks again after 15 seconds
    await signature(colleague.page).getByText('Found', { exact: true }).waitFor();

    await press('Transports');
    await arriveAt(page, 'Transports');
    await press('Add transport');
    await write('Name', `By ${name}`);
    await write('Host', '127.0.0.1');
    await write('Port', '1');
    await press('Save');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press(`Test connection: By ${name}`);
    await page.getByText(`Connection to By ${name} failed`).waitFor();
    await press(`Edit: By ${name}`);
    await write('Port', String(server.port));
    await press('Save');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press(`Test connection: By ${name}`);
    await page.getByText(`Connected to By ${name}. The login works.`).waitFor();
    expect([...complaints, ...colleague.complaints]).toEqual([]);
    await context.close();
    await colleague.context.close();
  },
);
