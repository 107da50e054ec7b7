import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../src/delivery/webhooks/start-webhooks.ts';
import { makeList, subscribe } from '../support/audience.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';
import { INPUT_DEVICES } from '../support/input-devices.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { makeAllWebhookDeliveries } from '../support/webhooks.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let inbox: Inbox;
let receiver: WebhookReceiver;
let webhooks: Webhooks;
let browser: Browser;
let list: string;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  receiver = await openReceiver();
  dashboard = await openDashboard({ outboundAllow: ['127.0.0.1'] });
  webhooks = startWebhooks(dashboard.api.installation);
  inbox = await openInbox(dashboard.api.installation);
  list = await makeList(dashboard.api, { name: 'News' });
  const receipt = { name: 'Receipt', editor: 'html', subject: 'Order {{ order }}', content: '<h1>Thanks</h1>' };
  await dashboard.api.rest('POST', '/templates', receipt);
});
afterEach(async () => {
  await webhooks.stop();
  await inbox.stop();
  await dashboard.api.close();
  receiver.close();
});

test.each(INPUT_DEVICES)(
  'by %s: events and an e-mail from the application arrive, and a webhook is delivered',
  async (name, by) => {
    const { rest } = dashboard.api;
    const who = `${name.split(' ').at(-1)}@people.test`;
    const address = receiver.address(`/${who}`);
    const { page, context, complaints } = await openSignedIn(browser, dashboard);
    const { press, write, turnTo } = by(page);
    const colleague = await openSignedIn(browser, dashboard, { role: 'viewer' });
    await page.goto(dashboard.url);
    await arriveAt(page, 'Today');

    await press('Events and revenue');
    await arriveAt(page, 'Events');
    await write('Person', who);
    await page.waitForURL(/email=/);
    await page.getByText('No events yet').waitFor();
    await colleague.page.goto(`${dashboard.url}/transactional?recipient=${who}`);
    await colleague.page.getByText('No matching e-mails').waitFor();
    const order = { email: who, name: 'order', value: 12_50, currency: 'EUR', properties: { sku: 'rye' } };
    expect((await rest('POST', '/events', order)).status).toBe(201);
    await page.getByText('€12.50').waitFor();
    await press('order');
    await page.getByText('"sku": "rye"').waitFor();

    await press('Transactional');
    await arriveAt(page, 'Transactional');
    const mail = { from: 'shop@shop.test', to: [who], template: 'Receipt', variables: { order: who } };
    expect((await rest('POST', '/transactional-mails', mail)).status).toBe(201);
    await press(`Order ${who}`);
    await arriveAt(page, `Order ${who}`);
    await page.getByRole('region', { name: 'Timeline' }).getByText('Sent', { exact: true }).waitFor();
    await turnTo('Plain text');
    await page.waitForURL(/view=text/);
    await press('Send again');
    await page.waitForURL((url) => !url.href.includes('view='));
    await page.getByRole('region', { name: 'Timeline' }).getByText('Sent', { exact: true }).waitFor();
    expect(await inbox.mailTo(who, 2)).toHaveLength(2);
    await colleague.page
      .getByRole('link', { name: `Order ${who}` })
      .nth(1)
      .waitFor();

    await press('Settings');
    await press('Webhooks');
    await arriveAt(page, 'Webhooks');
    await press('Create webhook');
    await write('URL', address);
    await press('Save');
    await press('I have copied it');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press(address);
    await arriveAt(page, address);
    await colleague.page.goto(page.url());
    receiver.answer((_, response) => response.writeHead(503).end('busy'));
    await subscribe(dashboard.api, list, [{ email: who }]);
    await makeAllWebhookDeliveries(dashboard.api);
    await press('subscriber.subscribed');
    await page
      .getByText(/, 503, /)
      .first()
      .waitFor();
    receiver.answer((_, response) => response.writeHead(204).end());
    await press('Resend');
    for (const shown of [page, colleague.page]) {
      const status = shown.getByText('Delivered', { exact: true }).and(shown.locator('span, p'));
      await status.first().waitFor();
    }
    expect(receiver.received.filter(({ path }) => path === `/${who}`).length).toBeGreaterThan(1);
    expect([...complaints, ...colleague.complaints]).toEqual([]);
    await context.close();
    await colleague.context.close();
  },
);
