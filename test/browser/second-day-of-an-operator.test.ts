import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { arriveAt } from '../support/dashboard.ts';
import { INPUT_DEVICES, type InputDevice } from '../support/input-devices.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { joinNewTeam, openFirstRun } from '../support/newcomer.ts';
import { openBrowser, openPage } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openFirstRun>>;
let server: MailServer;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  server = await startMailServer();
  dashboard = await openFirstRun({ privateTransports: true });
});
afterEach(async () => {
  await dashboard.close();
  await server.close();
});

/** Connects a mail server on this machine, and sees that the notice about kept e-mails goes. */
async function connect({ page, press, write }: InputDevice): Promise<void> {
  await press('Connect a mail server');
  await arriveAt(page, 'Transports');
  await press('Add your first transport');
  await write('Name', 'Own');
  await write('Host', '127.0.0.1');
  await write('Port', String(server.port));
  await press('Save');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('Test connection: Own');
  await page.getByText('Connected to Own. The login works.').waitFor();
  await page.getByRole('complementary', { name: 'Mail server' }).waitFor({ state: 'detached' });
}

/** Sends a test of a ready-made template, which now leaves. */
async function sendTest({ page, press }: InputDevice, to: string): Promise<void> {
  await press('Templates');
  await arriveAt(page, 'Templates');
  await press('Create template');
  await arriveAt(page, 'New template');
  await press('Create template');
  await page.getByLabel('Template name').waitFor();
  await press('Send test');
  await press('Send test');
  await page.getByText(`Test sent to ${to}.`).waitFor();
  await expect.poll(() => server.received.map(({ envelope }) => envelope.to)).toEqual([[to]]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Invites a colleague, who joins by the link that the operator passes on. Returns the colleague's page. */
async function invite({ page, press, write }: InputDevice, email: string): Promise<Page> {
  await press('Settings');
  await press('Members');
  await arriveAt(page, 'Members');
  await press('Invite member');
  await write('E-mail address', email);
  await press('Invite member');
  const link = await page.getByRole('dialog').getByRole('textbox', { name: 'Link' }).innerText();
  await press('I have copied it');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const colleague = await openPage(browser, { locale: 'en-GB' });
  await colleague.page.goto(link);
  await colleague.page.getByRole('button', { name: 'Join' }).click();
  await arriveAt(colleague.page, 'Today');
  await page.getByLabel(`Role of ${email}`).waitFor();
  return colleague.page;
}

test.each(INPUT_DEVICES)(
  'by %s: a mail server is connected, a test leaves, a colleague comes and goes, and the audit log tells of it',
  async (_, by) => {
    const [owner, email] = ['mara@bakery.test', 'ben@bakery.test'];
    const { page, context, complaints } = await joinNewTeam(browser, dashboard, owner);
    const device = by(page);
    const { press, write } = device;
    await connect(device);
    await sendTest(device, owner);
    const colleague = await invite(device, email);
    await press(`Remove: ${email}`);
    await write('Type this to confirm', email);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByLabel(`Role of ${email}`).waitFor({ state: 'detached' });
    await colleague.reload();
    await colleague.getByRole('heading', { name: 'E-mail marketing server' }).waitFor();
    await press('Audit log');
    await arriveAt(page, 'Audit log');
    for (const entry of [/Transport added . Own/, /Former member Member invitation accepted/, /Member removed/]) {
      await page.getByRole('row', { name: entry }).first().waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
    await colleague.context().close();
  },
);
