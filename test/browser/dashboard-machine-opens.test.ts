import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, subscribe } from '../support/audience.ts';
import { expectCalm, LANGUAGES } from '../support/calm-screens.ts';
import { readCampaign } from '../support/campaigns.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { APPLE, fetchAs, LETTER, sendLetters } from '../support/letters.ts';
import { openPostOffice, type PostOffice } from '../support/post-office.ts';
import { openBrowser } from './chromium.ts';

let house: Awaited<ReturnType<typeof openDashboard>>;
let office: PostOffice;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;
let list: string;
let campaign: string;

/** Ann opened hers, machines opened bob's and cem's, and eva's was not opened. */
const PEOPLE = ['ann', 'bob', 'cem', 'eva'].map((name) => `${name}@people.test`);

beforeAll(async () => {
  house = await openDashboard();
  office = await openPostOffice(house.api.installation, []);
  jobs = startJobs(house.api.installation);
  browser = await openBrowser();
  await house.api.rest('POST', '/templates', LETTER);
  list = await makeList(house.api, { name: 'News' });
  await subscribe(
    house.api,
    list,
    PEOPLE.map((email) => ({ email })),
  );
  const { id, letters } = await sendLetters(house.api, office, list, PEOPLE);
  campaign = id;
  const [ann, bob, cem] = letters;
  await fetchAs(house.api, ann!.pixel);
  await fetchAs(house.api, bob!.pixel, APPLE);
  await fetchAs(house.api, cem!.pixel, APPLE);
});
afterAll(async () => {
  await browser.close();
  await jobs.stop();
  await office.stop();
  await house.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) =>
  openSignedIn(browser, house, { viewport: { width: 1440, height: 900 }, ...options });

test('a resend counts people with machine opens only, and excludes them if machine opens count', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${house.url}/campaigns/${campaign}`);
  await page.getByRole('button', { name: 'Create resend for non-openers' }).click();
  await page.getByText('Includes 2 people with machine opens only').waitFor();
  await page.getByText('3 recipients right now').waitFor();
  await page.goto(`${house.url}/campaigns/${campaign}`);
  await page.getByLabel('Count machine opens as opens').press('Space');
  await page.getByRole('button', { name: 'Create resend for non-openers' }).press('Enter');
  await page.getByText('Excludes 2 people with machine opens only').waitFor();
  await page.getByText('1 recipient right now').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  expect(await readCampaign(house.api, id)).toMatchObject({ resend_machine_opens: 'count' });
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
  const { body } = await house.api.rest('POST', `/lists/${list}/segments`, made);
  const { page, context, complaints } = await open();
  await page.goto(`${house.url}/segments/${body.data.id}`);
  const box = page.getByLabel('Count machine opens');
  await box.waitFor();
  expect(await box.isChecked()).toBe(false);
  await box.press('Space');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await house.api.rest('GET', `/segments/${body.data.id}`)).body.data?.conditions?.rules)
    .toEqual([rule('opened', 'count')]);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)('the forms with machine opens have no layout or axe faults in %s', async (language, options) => {
  const rules = [rule('opened'), rule('not_opened', 'count')];
  const made = { name: `Calm ${language}`, list, conditions: { operator: 'and', rules } };
  const segment = await house.api.rest('POST', `/lists/${list}/segments`, made);
  const draft = await house.api.rest('POST', `/campaigns/${campaign}/resend-to`, { who: 'not_opened' });
  const { page, context } = await open(options);
  await page.goto(`${house.url}/campaigns/${campaign}`);
  await page.getByRole('checkbox').first().waitFor();
  await expectCalm(page, `resend ${language}`);
  await page.goto(`${house.url}/campaigns/${draft.body.data.id}`);
  await page.getByText(/machine opens only|maschinellen Öffnungen/).waitFor();
  await expectCalm(page, `resend draft ${language}`);
  await page.goto(`${house.url}/segments/${segment.body.data.id}`);
  await page
    .getByLabel(/^(Count machine opens|Maschinelle Öffnungen zählen)/)
    .first()
    .waitFor();
  await expectCalm(page, `machine opens rule ${language}`);
  await context.close();
});
