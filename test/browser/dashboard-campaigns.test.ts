import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, rowsOf, subscribe, subscribeMany } from '../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../support/campaigns.ts';
import { checkScreenAt, LANGUAGES } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';
import { tabTo } from '../support/keyboard.ts';
import { fetchAs, type ReceivedMessage, sendCampaignTo, TEMPLATE_WITH_LINKS } from '../support/received-messages.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;
let list: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  jobs = startJobs(dashboard.api.installation);
  inbox = await openInbox(dashboard.api.installation);
  browser = await openBrowser();
  list = await makeList(dashboard.api, { name: 'News' });
  await subscribe(dashboard.api, list, [
    { email: 'ann@people.test', first_name: 'Ann', tags: ['vip'] },
    { email: 'bo@people.test', first_name: 'Bo' },
  ]);
  const conditions = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] };
  await dashboard.api.rest('POST', `/lists/${list}/segments`, { name: 'Regulars', conditions });
  for (const template of [TEMPLATE, TEMPLATE_WITH_LINKS]) await dashboard.api.rest('POST', '/templates', template);
  await dashboard.api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
});
afterAll(async () => {
  await browser.close();
  await jobs.stop();
  await inbox.stop();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const step = (page: Page, name: string) => page.getByRole('tab', { name }).click();

test('an editor drafts a campaign, previews it as real people, checks, tests and sends it, and its report opens', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/campaigns`);
  await page.getByRole('link', { name: 'Create campaign' }).click();
  await arriveAt(page, 'New campaign');
  await page.getByLabel('Name').fill('Summer');
  await page.getByLabel('List').selectOption({ label: 'News' });
  await page.getByLabel('Template').selectOption({ label: 'Issue' });
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await arriveAt(page, 'Summer');
  await page.getByText('2 recipients right now').waitFor();
  await page.getByRole('combobox', { name: 'Include segments' }).click();
  await page.getByRole('option', { name: 'Regulars' }).click();
  await page.getByText('1 recipient right now').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Include segments' }).press('Backspace');
  await page.getByText('2 recipients right now').waitFor();

  await step(page, '2. Content');
  await page.getByLabel('Subject').fill('Sun for {{ subscriber.first_name }}');
  await page.getByLabel('Subject').press('Enter');
  await page.getByText('Sun for Bo').waitFor();
  await page.getByRole('button', { name: 'Next person' }).click();
  await page.getByText('Sun for Ann').waitFor();
  const frame = page.frameLocator('iframe[title="E-mail for ann@people.test"]');
  await frame.getByText('Hello Ann of News').waitFor();

  await step(page, '3. Check');
  await page.getByText('Ready to send', { exact: true }).waitFor();
  await step(page, '4. Test e-mail');
  await page.getByLabel('Send test to').fill('me@staff.test');
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('Test sent to me@staff.test.').waitFor();
  const [tried] = await inbox.mailTo('me@staff.test');
  expect(tried?.mail.subject).toBe('[Test] Sun for Ann');

  await step(page, '5. Schedule');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Send to 2 people' }).click();
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  await untilEnded(dashboard.api, idOf(page));
  await page.getByText('2 of 2 sent').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(['en', 'de'] as const)(
  'the check names sample links and pale text before a campaign leaves: %s',
  async (language) => {
    const name = `Samples ${language}`;
    const content =
      '<body bgcolor="#fff"><p style="color:#ddd">Hardly seen</p><a href="https://shop.example/">Shop</a></body>';
    await dashboard.api.rest('POST', '/templates', { name, editor: 'html', subject: 'News', content });
    const id = await makeCampaign(dashboard.api, list, { name, template: name });
    const { page, context, complaints } = await open({ locale: language === 'en' ? 'en-GB' : 'de' });
    await page.goto(`${dashboard.url}/campaigns/${id}?step=check`);
    for (const words of WARNINGS[language]) await page.getByText(words).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

const WARNINGS = {
  en: ['These links are samples: "https://shop.example/"', 'The text "Hardly seen" is hard to read on its background'],
  de: [
    'Diese Links sind Beispiele: "https://shop.example/"',
    'Der Text „Hardly seen“ ist auf seinem Hintergrund schwer zu lesen',
  ],
};

test('a draft can be edited while its recipients are being counted', async () => {
  const id = await makeCampaign(dashboard.api, list, { name: 'Counted late' });
  const { page, context, complaints } = await open();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (/query AudienceCount/.test(route.request().postData() ?? '')) await released;
    await route.continue();
  });
  await page.goto(`${dashboard.url}/campaigns/${id}`);
  await page.getByText('recipients right now').waitFor();
  expect(await page.locator('main .mantine-Skeleton-root').count()).toBe(1);
  await page.getByRole('combobox', { name: 'Include segments' }).click();
  await page.getByRole('option', { name: 'Regulars' }).click();
  await expect.poll(async () => (await readCampaign(dashboard.api, id)).segments).toHaveLength(1);
  await page.keyboard.press('Escape');
  await step(page, '2. Content');
  await page.getByText('Hello Ann').or(page.getByText('ann@people.test')).first().waitFor();
  await step(page, '1. Recipients');
  release();
  await page.getByText('1 recipient right now').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a keyboard user drafts a campaign, changes its subject and sends it', async () => {
  const { page, context } = await open();
  const { keyboard } = page;
  await page.goto(`${dashboard.url}/campaigns`);
  await arriveAt(page, 'Campaigns');
  await tabTo(page, 'Create campaign');
  await keyboard.press('Enter');
  await arriveAt(page, 'New campaign');
  await page.getByLabel('Template').waitFor();
  await tabTo(page, 'Name');
  await keyboard.type('Typed');
  await tabTo(page, 'List');
  await keyboard.type('News');
  await tabTo(page, 'Template');
  await keyboard.type('Issue');
  await keyboard.press('Enter');
  await tabTo(page, 'Create campaign');
  await keyboard.press('Enter');
  await arriveAt(page, 'Typed');
  await tabTo(page, '1. Recipients');
  await keyboard.press('ArrowRight');
  await page.getByLabel('Subject').waitFor();
  await tabTo(page, 'Subject');
  await keyboard.type('By hand');
  await keyboard.press('Tab');
  await page.getByText('By hand').waitFor();
  await page.goto(`${page.url().split('?')[0]}?step=when`);
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  await tabTo(page, 'Send');
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send to 2 people' }).waitFor();
  await tabTo(page, 'Send to 2 people');
  await keyboard.press('Enter');
  await page.getByText('2 of 2 sent').waitFor();
  await context.close();
});

test('an error shows at its field', async () => {
  const id = await makeCampaign(dashboard.api, list, { name: 'Faulty' });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/campaigns/${id}?step=what`);
  await page.getByLabel('Sender address').fill('no address');
  await page.getByLabel('Sender address').press('Enter');
  await page.waitForFunction(() => document.querySelector('[aria-invalid=true]') !== null);
  const described = await page.getByLabel('Sender address').getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described?.split(' ').at(-1)}"]`).innerText()).toContain('address');
  expect((await readCampaign(dashboard.api, id)).from_email).toBe(null);
  await context.close();
});

test('sending to many people requires typing their number, and a viewer sees it pause and resume but cannot control it', async () => {
  const crowd = await makeList(dashboard.api, { name: 'Crowd' });
  await subscribeMany(dashboard.api, crowd, rowsOf(120, 'crowd'));
  const id = await makeCampaign(dashboard.api, crowd, { name: 'Everybody' });
  const release = inbox.server.holdAnswers(() => true);
  const mine = await open();
  const theirs = await open({ role: 'viewer' });
  await mine.page.goto(`${dashboard.url}/campaigns/${id}?step=when`);
  await mine.page.getByRole('button', { name: 'Send', exact: true }).click();
  const send = mine.page.getByRole('button', { name: 'Send to 120 people' });
  await mine.page.getByLabel('Type 120 to confirm').fill('12');
  expect(await send.isDisabled()).toBe(true);
  await mine.page.getByLabel('Type 120 to confirm').fill('120');
  await send.click();
  await theirs.page.goto(`${dashboard.url}/campaigns/${id}`);
  await theirs.page.getByText('Sending').waitFor();
  await mine.page.getByRole('button', { name: 'Pause' }).click();
  await theirs.page.getByText('Paused').waitFor();
  expect(await theirs.page.getByRole('button', { name: /Resume|Cancel|Delete|Duplicate/ }).count()).toBe(0);
  release();
  await mine.page.getByRole('button', { name: 'Resume' }).click();
  await theirs.page.getByText('120 of 120 sent').waitFor();
  expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
  await mine.context.close();
  await theirs.context.close();
});

test('the report updates live, shows clicks in the e-mail, and drafts a resend to non-openers', async () => {
  const readers = await makeList(dashboard.api, { name: 'Readers' });
  await subscribe(dashboard.api, readers, [{ email: 'rae@people.test' }, { email: 'sol@people.test' }]);
  const emails = ['rae@people.test', 'sol@people.test'];
  const { id, messages } = await sendCampaignTo(dashboard.api, inbox, readers, emails, { name: 'Offer' });
  const [rae] = messages as [ReceivedMessage];
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/campaigns/${id}`);
  await page.getByText('2 of 2 sent').waitFor();
  for (const url of [rae.pixel, rae.clicks[0]!]) await fetchAs(dashboard.api, url);
  await page.getByRole('figure', { name: /per hour/ }).waitFor();
  await page.getByRole('tab', { name: 'Links' }).click();
  const mail = page.frameLocator('iframe[title="Click map"]');
  await mail.getByRole('link', { name: /^A ?1$/ }).waitFor();
  await mail.getByRole('link', { name: 'B', exact: true }).waitFor();
  await page.getByRole('link', { name: 'View people who clicked' }).click();
  await page.getByRole('link', { name: 'rae@people.test' }).waitFor();
  await page.getByRole('button', { name: 'Show all recipients' }).click();
  await page.getByLabel('Engagement').selectOption({ label: 'Not opened' });
  await page.getByRole('link', { name: 'sol@people.test' }).waitFor();
  await page.waitForURL(/reaction=notOpened/);
  await page.getByRole('link', { name: 'rae@people.test' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Resend to non-openers' }).click();
  await page.getByText('Only people who did not open “Offer”').waitFor();
  await page.getByText('1 recipient right now').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('an editor drafts an A/B test and chooses the winner', async () => {
  const testers = await makeList(dashboard.api, { name: 'Testers' });
  await subscribeMany(dashboard.api, testers, rowsOf(10, 'tester'));
  const id = await makeCampaign(dashboard.api, testers, { name: 'Two ways' });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/campaigns/${id}?step=when`);
  await page.getByLabel('Run an A/B test').check();
  await page.getByLabel('Subject of variant 2').fill('Only today');
  await page.getByLabel('Plain text of variant 2').fill('Only today, in words.');
  await page.getByLabel('Winner by').selectOption({ label: 'I choose' });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Send to 10 people' }).click();
  await page.getByRole('tab', { name: 'Variants' }).waitFor();
  const sent = (await readCampaign(dashboard.api, id)).test;
  expect([sent.by, sent.variants[1].text]).toEqual(['manual', 'Only today, in words.']);
  await page.getByRole('tab', { name: 'Variants' }).click();
  await page.getByRole('button', { name: 'Choose B as winner' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Choose B as winner' }).click();
  await page.getByText('B · Winner').waitFor();
  await untilEnded(dashboard.api, id);
  await page.getByText('10 of 10 sent').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a campaign is scheduled and set back to draft, and an invalid time shows its error at the field', async () => {
  const id = await makeCampaign(dashboard.api, list, { name: 'Later' });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/campaigns/${id}?step=when`);
  await page.getByLabel('Schedule for later').check();
  await page.getByLabel('Date and time').fill('2020-01-01T09:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await page.locator('[aria-invalid=true]').waitFor();
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Date and time').fill(inAWeek);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await page.getByRole('tab', { name: '1. Recipients' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await arriveAt(page, 'Campaigns');
  expect((await dashboard.api.rest('GET', `/campaigns/${id}`)).status).toBe(404);
  await context.close();
});

test('a series with a page address shows the feed found there', async () => {
  const recurrence = { rule: 'FREQ=DAILY', start: '2030-01-01T09:00:00' };
  const id = await makeCampaign(dashboard.api, list, { name: 'Blog', recurrence });
  await dashboard.api.rest('POST', `/campaigns/${id}/schedule`);
  // The state after scheduling, without a blog on the public internet.
  const found = { feedUrl: 'https://blog.example/', feedFoundUrl: `https://blog.example/${'feed'.repeat(40)}.json` };
  await dashboard.api.db.campaign.updateMany({ where: { id }, data: found });
  for (const [locale, words] of [
    ['en', 'Feed found on that page'],
    ['de', 'Auf der Seite gefundener Feed'],
  ] as const) {
    const { page, context, complaints } = await open({ locale });
    await checkScreenAt(page, dashboard.url, `campaigns/${id}`);
    await page.getByText(`${words}: ${found.feedFoundUrl}`).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test.each(LANGUAGES)('no page has an axe violation or scrolls sideways: %s', async (_, options) => {
  const long = 'L'.repeat(80);
  const draft = await makeCampaign(dashboard.api, list, { name: long, subject: long });
  const done = await makeCampaign(dashboard.api, list, { name: long });
  await dashboard.api.rest('POST', `/campaigns/${done}/send`);
  await untilEnded(dashboard.api, done);
  const { page, context, complaints } = await open(options);
  for (const path of [
    ...['campaigns', 'campaigns?status=SENDING&search=none-at-all', 'campaigns/new'],
    ...['who', 'what', 'check', 'test', 'when'].map((one) => `campaigns/${draft}?step=${one}`),
    ...['overview', 'links', 'recipients', 'content'].map((one) => `campaigns/${done}?tab=${one}`),
  ])
    await checkScreenAt(page, dashboard.url, path);
  expect(complaints).toEqual([]);
  await context.close();
});
