import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeList } from '../support/audience.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { INPUT_DEVICES, type InputDevice } from '../support/input-devices.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let list: string;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  dashboard = await openDashboard();
  list = await makeList(dashboard.api, { name: 'News' });
});
afterEach(() => dashboard.api.close());

/** Creates a token that may change everything, and returns it as it is shown once. */
async function createToken({ page, press, write }: InputDevice): Promise<string> {
  await press('Settings');
  await press('API tokens');
  await arriveAt(page, 'API tokens');
  await press('Create token');
  await write('Name', 'Shop');
  await page.getByRole('dialog').getByLabel('Read and write', { exact: true }).check();
  await press('Create token');
  const secret = (await page.getByRole('dialog').getByLabel('Token', { exact: true }).innerText()).trim();
  await press('I have copied it');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return secret;
}

/** Makes a segment of those who ordered, whose event is offered as it was recorded. */
async function makeSegment({ page, press, write, choose }: InputDevice): Promise<void> {
  await press('Segments');
  await arriveAt(page, 'Segments');
  await press('Create segment');
  await arriveAt(page, 'New segment');
  await write('Name', 'Buyers');
  await choose('Type', 'Event');
  await page.getByRole('combobox', { name: 'Event name', exact: true }).click();
  await page.getByRole('option', { name: 'order' }).first().click();
  await page.getByText('1 person on').waitFor();
  await press('Save');
  await arriveAt(page, 'Buyers');
}

test.each(INPUT_DEVICES)(
  'by %s: a new token is used, its mistakes are found in the log, and it stops when it is revoked',
  async (_, by) => {
    const { rest, graphql } = dashboard.api;
    const { page, context, complaints } = await openSignedIn(browser, dashboard);
    const device = by(page);
    const { press, write } = device;
    const colleague = await openSignedIn(browser, dashboard, { role: 'viewer' });
    await page.goto(dashboard.url);
    await arriveAt(page, 'Today');
    const token = await createToken(device);
    const calls = { token };

    await press('Request log');
    await arriveAt(page, 'Request log');
    await colleague.page.goto(`${dashboard.url}/people?list=${list}`);
    await colleague.page.getByText('No people on this list yet').waitFor();
    const ada = { email: 'ada@people.test', first_name: 'Ada' };
    expect((await rest('POST', `/lists/${list}/subscribers`, ada, calls)).status).toBe(201);
    expect((await rest('POST', '/events', { email: ada.email, name: 'order' }, calls)).status).toBe(201);
    const wrong = await rest('POST', '/transactional-mails', { to: [ada.email] }, calls);
    expect(wrong.status).toBe(422);
    const document = 'query MyLists { lists(first: 1) { nodes { name } } }';
    expect((await graphql(document, undefined, calls)).body.data.lists.nodes).toEqual([{ name: 'News' }]);
    await colleague.page.getByRole('link', { name: ada.email }).waitFor();

    await page.getByRole('button', { name: 'query MyLists', exact: true }).waitFor();
    await press('POST /v1/transactional-mails');
    await page.getByText(wrong.headers['x-request-id'] as string).waitFor();
    await page
      .getByRole('link', { name: /^from=required|^template=required|^subject=required/ })
      .first()
      .waitFor();

    await makeSegment(device);
    expect((await rest('GET', `/lists/${list}/segments`, undefined, calls)).body.data).toMatchObject([
      { name: 'Buyers', conditions: { rules: [{ type: 'event', value: { name: 'order' } }] } },
    ]);

    await press('Settings');
    await press('API tokens');
    await press('Revoke: Shop');
    await write('Type this to confirm', 'Shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('row', { name: /^Shop/ }).waitFor({ state: 'detached' });
    expect((await rest('GET', '/lists', undefined, calls)).status).toBe(401);
    expect([...complaints, ...colleague.complaints]).toEqual([]);
    await context.close();
    await colleague.context.close();
  },
);
