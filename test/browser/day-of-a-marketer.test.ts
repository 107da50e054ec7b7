import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList } from '../support/audience.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';
import { INPUT_DEVICES } from '../support/input-devices.ts';
import { fetchAs, messagesOf } from '../support/received-messages.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  dashboard = await openDashboard();
  jobs = startJobs(dashboard.api.installation);
  inbox = await openInbox(dashboard.api.installation);
  await dashboard.api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
});
afterEach(async () => {
  await jobs.stop();
  await inbox.stop();
  await dashboard.api.close();
});

const PEOPLE = 'email,first_name,tags\nann@people.test,Ann,vip\nbo@people.test,Bo,\nnobody,Carl,vip\n';

test.each(INPUT_DEVICES)(
  'by %s: a file is imported, some of its people get a campaign, and its report updates live',
  async (name, by) => {
    const list = await makeList(dashboard.api, { name: `Readers of ${name}` });
    await makeList(dashboard.api, { name: 'Customers' });
    const { page, context, complaints } = await openSignedIn(browser, dashboard, { email: 'mia@staff.test' });
    const { press, turnTo, write, choose, pick } = by(page);
    const colleague = await openSignedIn(browser, dashboard, { role: 'viewer' });
    await page.goto(dashboard.url);
    await arriveAt(page, 'Today');

    await press('Lists');
    await press(`Readers of ${name}`);
    await arriveAt(page, `Readers of ${name}`);
    await colleague.page.goto(page.url());
    await press('Import file');
    await arriveAt(page, 'Import file');
    const asked = page.waitForEvent('filechooser');
    await press('Choose file');
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(PEOPLE) };
    await (await asked).setFiles(file);
    await page.getByText('Rows with errors: 1 of 3.').waitFor();
    await press(`Import into Readers of ${name}`);
    await page.getByText('Completed').waitFor();
    const subscribed = colleague.page.getByRole('row', { name: /^Subscribed/ });
    await subscribed.getByRole('cell').getByText('2', { exact: true }).waitFor();

    await press('Segments');
    await arriveAt(page, 'Segments');
    await choose('List', `Readers of ${name}`);
    await page.waitForURL(new RegExp(list));
    await press('Create segment');
    await arriveAt(page, 'New segment');
    await write('Name', `VIPs of ${name}`);
    await pick('Tags', 'vip');
    await page.getByText('1 person on').waitFor();
    await press('Save');
    await arriveAt(page, `VIPs of ${name}`);

    await press('Templates');
    await press('Create template');
    await press('Newsletter: letter');
    await write('Name', `Letter of ${name}`);
    await press('Create template');
    await arriveAt(page, `Letter of ${name}`);
    await write('Subject', 'Leaves fall');
    await press('Send test');
    await write('From', 'bakery@shop.test');
    await press('Save and send test');
    await page.getByText('Test sent to mia@staff.test.').waitFor();
    await inbox.mailTo('mia@staff.test');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await press('Campaigns');
    await press('Create campaign');
    await arriveAt(page, 'New campaign');
    await write('Name', `Autumn of ${name}`);
    await choose('List', `Readers of ${name}`);
    await choose('Template', `Letter of ${name}`);
    await press('Create campaign');
    await arriveAt(page, `Autumn of ${name}`);
    await colleague.page.goto(`${dashboard.url}/campaigns`);
    await page.getByText('2 recipients right now').waitFor();
    await pick('Include segments', `VIPs of ${name}`);
    await page.getByText('1 recipient right now').waitFor();
    await turnTo('3. Check');
    await page.getByText('Ready to send', { exact: true }).waitFor();
    await turnTo('4. Test e-mail');
    await write('Send test to', 'boss@staff.test');
    await press('Send test');
    await page.getByText('Test sent to boss@staff.test.').waitFor();
    await turnTo('5. Schedule');
    await press('Send');
    await press('Send to 1 person');
    await page.getByText('1 of 1 sent').waitFor();
    await colleague.page.getByRole('row', { name: new RegExp(`^Autumn of ${name}.*Sent`) }).waitFor();

    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const [message] = await messagesOf(dashboard.api, inbox, id, ['ann@people.test']);
    await fetchAs(dashboard.api, message!.pixel);
    await page.getByRole('figure', { name: /per hour/ }).waitFor();
    await turnTo('Recipients');
    await page.getByRole('link', { name: 'ann@people.test' }).waitFor();
    expect([...complaints, ...colleague.complaints]).toEqual([]);
    await context.close();
    await colleague.context.close();
  },
);
