import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, subscribe } from '../support/audience.ts';
import { readCampaign } from '../support/campaigns.ts';
import { checkScreen, LANGUAGES } from '../support/check-screen.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';
import { APPLE, fetchAs, sendCampaignTo, TEMPLATE_WITH_LINKS } from '../support/received-messages.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;
let list: string;
let campaign: string;

/** Ann opened hers, machines opened bob's and cem's, and eva's was not opened. */
const PEOPLE = ['ann', 'bob', 'cem', 'eva'].map((name) => `${name}@people.test`);

beforeAll(async () => {
  dashboard = await openDashboard();
  inbox = await openInbox(dashboard.api.installation, []);
  jobs = startJobs(dashboard.api.installation);
  browser = await openBrowser();
  await dashboard.api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  list = await makeList(dashboard.api, { name: 'News' });
  await subscribe(
    dashboard.api,
    list,
    PEOPLE.map((email) => ({ email })),
  );
  const { id, messages } = await sendCampaignTo(dashboard.api, inbox, list, PEOPLE);
  campaign = id;
  const [ann, bob, cem] = messages;
  await fetchAs(dashboard.api, ann!.pixel);
  await fetchAs(dashboard.api, bob!.pixel, APPLE);
  await fetchAs(dashboard.api, cem!.pixel, APPLE);
});
afterAll(async () => {
  await browser.close();
  await jobs.stop();
  await inbox.stop();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) =>
  openSignedIn(browser, dashboard, { viewport: { width: 1440, height: 900 }, ...options });

test('a resend counts people with machine opens only, and excludes them if machine opens count', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/campaigns/${campaign}`);
  await page.getByRole('button', { name: 'Resend to non-openers' }).click();
  await page.getByText('Includes 2 people with machine opens only').waitFor();
  await page.getByText('3 recipients right now').waitFor();
  await page.goto(`${dashboard.url}/campaigns/${campaign}`);
  const counted = page.getByLabel('Count machine opens as opens');
  await counted.waitFor(); // a part of the screen that is not shown yet cannot have the focus
  await counted.press('Space');
  await page.getByRole('button', { name: 'Resend to non-openers' }).press('Enter');
  await page.getByText('Excludes 2 people with machine opens only').waitFor();
  await page.getByText('1 recipient right now').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  expect(await readCampaign(dashboard.api, id)).toMatchObject({ resend_machine_opens: 'count' });
  expect(complaints).toEqual([]);
  await context.close();
});

const rule = (operator: string, machine_opens?: string) => ({
  ...{ type: 'campaign', operator },
  value: { campaign, ...(machine_opens && { machine_opens }) },
});

test('a segment rule counts machine opens if its box is checked', async () => {
  const rules = [rule('opened')];
  const made = { name: 'Openers', list, conditions: { operator: 'and', rules } };
  const { body } = await dashboard.api.rest('POST', `/lists/${list}/segments`, made);
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/segments/${body.data.id}`);
  const box = page.getByLabel('Count machine opens');
  await box.waitFor();
  expect(await box.isChecked()).toBe(false);
  await box.press('Space');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await dashboard.api.rest('GET', `/segments/${body.data.id}`)).body.data?.conditions?.rules)
    .toEqual([rule('opened', 'count')]);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)('the forms with machine opens have no layout or axe faults in %s', async (language, options) => {
  const rules = [rule('opened'), rule('not_opened', 'count')];
  const made = { name: `Calm ${language}`, list, conditions: { operator: 'and', rules } };
  const segment = await dashboard.api.rest('POST', `/lists/${list}/segments`, made);
  const draft = await dashboard.api.rest('POST', `/campaigns/${campaign}/resend-to`, { who: 'not_opened' });
  const { page, context } = await open(options);
  await page.goto(`${dashboard.url}/campaigns/${campaign}`);
  await page.getByRole('checkbox').first().waitFor();
  await checkScreen(page, `resend ${language}`);
  await page.goto(`${dashboard.url}/campaigns/${draft.body.data.id}`);
  await page.getByText(/machine opens only|maschinellen Öffnungen/).waitFor();
  await checkScreen(page, `resend draft ${language}`);
  await page.goto(`${dashboard.url}/segments/${segment.body.data.id}`);
  await page
    .getByLabel(/^(Count machine opens|Maschinelle Öffnungen zählen)/)
    .first()
    .waitFor();
  await checkScreen(page, `machine opens rule ${language}`);
  await context.close();
});
