import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, subscribe } from '../support/audience.ts';
import { makeCampaign } from '../support/campaigns.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';
import { sendCampaignTo, TEMPLATE_WITH_LINKS } from '../support/received-messages.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let jobs: ReturnType<typeof startJobs>;
let inbox: Inbox;
let browser: Browser;
let list: string;
let campaign: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  jobs = startJobs(dashboard.api.installation);
  inbox = await openInbox(dashboard.api.installation);
  browser = await openBrowser();
  list = await makeList(dashboard.api, { name: 'News' });
  await subscribe(dashboard.api, list, [{ email: 'ann@people.test' }]);
  await dashboard.api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  await dashboard.api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
  ({ id: campaign } = await sendCampaignTo(dashboard.api, inbox, list, ['ann@people.test'], { name: 'Spring' }));
  await dashboard.api.rest('POST', '/conversions', {
    ...{ email: 'ann@people.test', value: 19_00, currency: 'EUR' },
  });
});
afterAll(async () => {
  await browser.close();
  await jobs.stop();
  await inbox.stop();
  await dashboard.api.close();
});

/** The page's API requests, by operation name. `answerViewer` releases the answer about the signed-in member. */
async function watchQuestions(page: Page) {
  const asked: { name: string; variables: string }[] = [];
  let answerViewer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answerViewer = resolve;
  });
  const questionOf = (request: Request) => {
    const { query, variables } = request.postDataJSON() as { query: string; variables?: object };
    return { name: /^query (\w+)/.exec(query)?.[1] ?? '', variables: JSON.stringify(variables ?? {}) };
  };
  await page.route('**/graphql', async (route) => {
    const question = questionOf(route.request());
    asked.push(question);
    if (question.name === 'Viewer') await isAnswered;
    await route.continue();
  });
  return { asked, answerViewer, names: () => asked.map(({ name }) => name) };
}

const PAGES = [
  {
    ...{ name: 'Today', path: () => '/', shows: 'Spring' },
    questions: [
      ...['Health', 'SendingNow', 'Minutes', 'LastCampaigns', 'RevenueByOrigin', 'GrowthOfLists', 'Deliverability'],
      'SampleData',
    ],
  },
  {
    ...{ name: 'a list by weeks', path: () => `/lists/${list}?by=WEEK`, shows: 'All people' },
    questions: ['ListPage', 'ListFigures', 'ListGrowth', 'ListRelated'],
  },
  {
    ...{ name: 'templates by name', path: () => '/templates?order=name', shows: 'Letter' },
    questions: ['Templates'],
  },
  {
    ...{ name: 'a report', path: () => `/campaigns/${campaign}`, shows: '1 of 1 sent' },
    questions: ['OneCampaign', 'ReportOf'],
  },
  {
    ...{ name: 'filtered recipients', shows: '1 person' },
    path: () => `/campaigns/${campaign}?tab=recipients&reaction=notOpened`,
    questions: ['OneCampaign', 'ReportOf', 'RecipientsOf'],
  },
  {
    ...{
      name: 'revenue of a period',
      path: () => '/events/revenue?from=2026-01-01&by=TEMPLATE',
      shows: 'ann@people.test',
    },
    questions: ['RevenueBy', 'RevenueBy', 'SalesLog'],
  },
];

test.each(PAGES)(
  '$name requests its data before the viewer is known, and nothing twice',
  async ({ path, shows, questions }) => {
    const { page, context, complaints } = await openSignedIn(browser, dashboard);
    const { asked, answerViewer, names } = await watchQuestions(page);
    await page.goto(`${dashboard.url}${path()}`);
    await until(() => asked.length > questions.length);
    expect(names().sort()).toEqual([...questions, 'Viewer'].sort());
    expect(await page.getByRole('navigation').count()).toBe(0);
    answerViewer();
    await page.getByText(shows).first().waitFor();
    await page.waitForFunction(() => document.querySelector('main .mantine-Skeleton-root') === null);
    const all = asked.map(({ name, variables }) => `${name} ${variables}`).sort();
    expect(all).toEqual([...new Set(all)]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('hidden parts request no data: a draft requests no report, and a filter change only its own part', async () => {
  const draft = await makeCampaign(dashboard.api, list, { name: 'Summer', template: 'Letter' });
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  const { asked, answerViewer, names } = await watchQuestions(page);
  answerViewer();
  await page.goto(`${dashboard.url}/campaigns/${draft}`);
  await page.getByText('1 recipient right now').waitFor();
  expect(names()).not.toContain('ReportOf');
  await page.goto(`${dashboard.url}/campaigns/${campaign}?tab=recipients`);
  await page.getByText('1 person').waitFor();
  asked.length = 0;
  await page.getByLabel('Engagement').selectOption({ label: 'Not clicked' });
  await until(() => asked.length > 1);
  await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
  expect(names().sort()).toEqual(['RecipientCount', 'RecipientsOf']);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a reopened page shows cached data and requests it again', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  const { asked, answerViewer, names } = await watchQuestions(page);
  answerViewer();
  await page.goto(`${dashboard.url}/lists/${list}`);
  await page.getByRole('row', { name: 'All people 1' }).waitFor();
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByText('Spring').first().waitFor();
  await subscribe(dashboard.api, list, [{ email: 'bo@people.test' }]);
  asked.length = 0;
  await page.goBack();
  await page.getByRole('row', { name: 'All people 2' }).waitFor();
  expect(names().filter((name) => name === 'ListFigures')).toHaveLength(1);
  expect(complaints).toEqual([]);
  await context.close();
});
