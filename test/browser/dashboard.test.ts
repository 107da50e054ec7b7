import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/server.ts';
import { openAccountInbox } from '../support/account-inbox.ts';
import { openTeam } from '../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe, subscribeMany } from '../support/audience.ts';
import { BUILT_DASHBOARD } from '../support/build.ts';
import { makeCampaign, TEMPLATE } from '../support/campaigns.ts';
import { checkScreen, checkScreenAt, LANGUAGES } from '../support/check-screen.ts';
import { arriveAt, arriveAtPerson, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';
import { openPalette, tabTo } from '../support/keyboard.ts';
import { signIn } from '../support/members.ts';
import { openBrowser, openPage } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let accountInbox: Awaited<ReturnType<typeof openAccountInbox>>;
let inbox: Inbox;
let browser: Browser;
let news: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  accountInbox = await openAccountInbox(dashboard.api);
  inbox = await openInbox(dashboard.api.installation);
  browser = await openBrowser();
  news = await makeList(dashboard.api, { name: 'News' });
  await dashboard.api.rest('POST', '/templates', TEMPLATE);
  await dashboard.api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
});
afterAll(async () => {
  await browser.close();
  await inbox.stop();
  await accountInbox.stop();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const section = (page: Page, title: string) => page.getByRole('region', { name: title });

test('a sign-in link returns to the requested screen, and signing out leaves it', async () => {
  await signIn(dashboard.api, 'owner', 'ann@staff.test');
  const { page, context, complaints } = await openPage(browser, { locale: 'en-GB' });
  await page.goto(`${dashboard.url}/people`);
  await page.getByLabel('E-mail address').fill('ann@staff.test');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.goto(`${dashboard.url}${await accountInbox.linkTo('ann@staff.test')}`);
  complaints.length = 0; // those pages have no icon
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arriveAt(page, 'People');
  expect(new URL(page.url()).pathname).toBe('/people');
  expect(complaints).toEqual([]);
  await page.getByRole('button', { name: 'My team' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(dashboard.url);
  await page.getByRole('link', { name: 'GraphQL API and playground' }).waitFor();
  await context.close();
});

test('an unknown address shows a page in the dashboard, and anonymous callers and programs still get 404', async () => {
  const { page, context } = await open();
  const answer = await page.goto(`${dashboard.url}/nowhere/at/all`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await arriveAt(page, 'People');
  await context.close();
  const anonymous = await fetch(`${dashboard.url}/nowhere/at/all`, { headers: { accept: 'text/html' } });
  expect([anonymous.status, await anonymous.json()]).toEqual([404, { message: 'Not found.', errors: {} }]);
});

test('Today follows a campaign live, from its start to its results', async () => {
  const list = await makeList(dashboard.api, { name: 'Readers' });
  await subscribeMany(dashboard.api, list, rowsOf(3, 'reader'));
  const { page, context, complaints } = await open();
  await page.goto(dashboard.url);
  await section(page, 'Health').waitFor();
  let answered = 0;
  const release = inbox.server.holdAnswers(() => inbox.server.received.length > 0 && answered++ > 0);
  const campaign = await makeCampaign(dashboard.api, list, { name: 'Spring' });
  await dashboard.api.rest('POST', `/campaigns/${campaign}/send`);
  await section(page, 'Sending now').getByText('Spring').waitFor();
  await section(page, 'Sending now').getByText('1 of 3 sent').waitFor();
  release();
  await section(page, 'Sending now').waitFor({ state: 'detached' });
  const row = section(page, 'Recent campaigns').getByRole('row', { name: /^Spring/ });
  await row.getByRole('cell', { name: '3', exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a search finds a person, and its URL can be shared', async () => {
  const list = await makeList(dashboard.api, { name: 'Large' });
  await subscribeMany(dashboard.api, list, rowsOf(120, 'many'));
  await subscribe(dashboard.api, list, [
    { email: 'zoe@people.test', first_name: 'Zoë', last_name: 'Quist', tags: ['vip'] },
  ]);
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/people`);
  await page.getByLabel('List').selectOption({ label: 'Large' });
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Previous' }).waitFor();
  await page.getByLabel('Search').fill('quist');
  await page.getByRole('link', { name: 'zoe@people.test' }).waitFor();
  await page.waitForURL(/search=quist/);
  expect(await page.getByRole('row').count()).toBe(2);
  const { page: other, context: elsewhere } = await open({ role: 'viewer' });
  await other.goto(page.url());
  await other.getByRole('link', { name: 'zoe@people.test' }).click();
  await arriveAtPerson(other, 'zoe@people.test');
  await other.goBack();
  expect(await other.getByLabel('Search').inputValue()).toBe('quist');
  expect(complaints).toEqual([]);
  await context.close();
  await elsewhere.close();
});

test('a tag edited in one browser shows in a viewer’s browser', async () => {
  await subscribe(dashboard.api, news, [{ email: 'tess@people.test', tags: ['old'] }]);
  const mine = await open();
  const theirs = await open({ role: 'viewer' });
  for (const { page } of [mine, theirs]) {
    await page.goto(`${dashboard.url}/people/tess%40people.test`);
    await section(page, 'Lists').getByText('old', { exact: true }).waitFor();
  }
  expect(await theirs.page.getByRole('combobox', { name: 'Tags on News' }).count()).toBe(0);
  const tags = mine.page.getByRole('combobox', { name: 'Tags on News' });
  await tags.fill('fresh');
  await tags.press('Enter');
  await section(theirs.page, 'Lists').getByText('fresh', { exact: true }).waitFor();
  await tags.press('Backspace'); // removes the last tag; tags are in alphabetical order
  await section(theirs.page, 'Lists').getByText('old', { exact: true }).waitFor({ state: 'detached' });
  expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
  await mine.context.close();
  await theirs.context.close();
});

test('a keyboard user opens a person and edits a tag', async () => {
  for (const list of [news, await makeList(dashboard.api, { name: 'Latest' })])
    await subscribe(dashboard.api, list, [{ email: 'kay@people.test' }]);
  const { page, context } = await open();
  const { keyboard } = page;
  await page.goto(dashboard.url);
  await arriveAt(page, 'Today');
  await keyboard.press('Tab');
  expect(await page.locator(':focus').innerText()).toBe('Skip to content');
  await openPalette(page);
  await keyboard.type('Peo');
  await page.locator('[role=dialog] button[data-selected]', { hasText: 'People' }).waitFor();
  await keyboard.press('Enter');
  await arriveAt(page, 'People');
  await focusOn(page, 'List');
  await keyboard.type('News');
  await page.waitForURL(/list=/);
  await focusOn(page, 'Search');
  await keyboard.type('kay');
  await page.waitForURL(/search=kay/);
  await page.getByRole('link', { name: 'kay@people.test' }).waitFor();
  await focusOn(page, 'kay@people.test');
  await keyboard.press('Enter');
  await arriveAtPerson(page, 'kay@people.test');
  await focusOn(page, 'Tags on News');
  await keyboard.type('typed');
  await keyboard.press('Enter');
  await section(page, 'Lists').getByText('typed', { exact: true }).waitFor();
  await context.close();
});

/** Like tabTo, and checks that the focus is visible. */
async function focusOn(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  expect([name, await page.locator(':focus').evaluate(looksFocused)]).toEqual([name, true]);
}

/** Whether an element, or a parent, looks different while focused. Runs in the browser. */
function looksFocused(element: Element): boolean {
  const around = [element, element.parentElement!, element.parentElement!.parentElement!];
  const look = () => {
    for (const animation of document.getAnimations()) animation.finish();
    return around
      .map((one) => getComputedStyle(one))
      .map(({ outline, borderColor, boxShadow }) => [outline, borderColor, boxShadow].join())
      .join();
  };
  const focused = look();
  (element as HTMLElement).blur();
  const plain = look();
  (element as HTMLElement).focus();
  return focused !== plain;
}

test('a member of several teams switches between them', async () => {
  const { teamId } = await openTeam(dashboard.api);
  await dashboard.api.db.team.update({ where: { id: teamId }, data: { name: 'Second shop' } });
  const { page, context, complaints } = await open({ email: 'both@staff.test' });
  const { userId } = await dashboard.api.db.member.findFirstOrThrow({ where: { user: { email: 'both@staff.test' } } });
  await dashboard.api.db.member.create({ data: { teamId, id: crypto.randomUUID(), userId, role: 'viewer' } });
  await page.goto(dashboard.url);
  await page.getByRole('button', { name: 'My team' }).click();
  await page.getByLabel('Team', { exact: true }).selectOption({ label: 'Second shop' });
  await page.getByRole('button', { name: 'Second shop' }).waitFor();
  await page.goto(`${dashboard.url}/people`);
  await page.getByText('No lists yet').waitFor();
  await page.getByRole('button', { name: 'Second shop' }).click();
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await arriveAt(page, 'Personen');
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)('no screen has an axe violation or scrolls sideways: %s', async (_, options) => {
  await subscribe(dashboard.api, news, [{ email: `a${'x'.repeat(50)}@people.test`, tags: ['vip', 'L'.repeat(60)] }]);
  const { page, context, complaints } = await open(options);
  for (const [path, ready] of [
    ['', 'main h2'],
    ['people', 'main table'],
    [`people/a${'x'.repeat(50)}%40people.test`, 'main input'],
    ['people?search=nobody-at-all', 'main [role=search]'],
  ] as const)
    await checkScreenAt(page, dashboard.url, path, ready);
  await page.goto(`${dashboard.url}/people/nowhere/at/all`);
  await page.locator('main h1').waitFor();
  await checkScreen(page, 'nowhere');
  expect(await page.locator('html').getAttribute('lang')).toBe(options.locale.slice(0, 2));
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await checkScreen(page, 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'My team' }).click();
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  await checkScreen(page, 'menu of the viewer');
  expect(complaints).toEqual([]);
  await context.close();
});

test('the first screen loads at most 250 kB of compressed scripts and no editor', async () => {
  const quiet = { api: await openTeam(dashboard.api), url: dashboard.url };
  const { page, context, requests } = await openSignedIn(browser, quiet);
  await page.goto(dashboard.url);
  await page.getByText('All clear').waitFor();
  await section(page, 'Get started').getByText('0 of 7 steps done').waitFor();
  await page.waitForLoadState('networkidle');
  const scripts = [...new Set(requests.map((url) => /\/assets\/(.+\.js)$/.exec(url)?.[1]).filter((name) => name))];
  expect(scripts.length).toBeGreaterThan(1);
  const bytes = scripts.map((name) => readFileSync(join(BUILT_DASHBOARD, 'assets', `${name}.gz`)).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(250_000);
  expect(scripts.filter((name) => /^(code-mirror|canvas|template)-/.test(name ?? ''))).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(dashboard.url) && !url.startsWith('data:'))).toEqual([]);
  await context.close();
});

test('a lost connection is shown on every screen, and screens fill by themselves when the server is back', async () => {
  const other = await openDashboard();
  const list = await makeList(other.api);
  await subscribe(other.api, list, [{ email: 'still@people.test' }]);
  const { page, context } = await openSignedIn(browser, other);
  await page.goto(other.url);
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  const notice = page.getByRole('status', { name: 'Connection' }).getByText('Connection lost. Trying again …');
  expect(await notice.count()).toBe(0);
  const successor = await createApp(other.api.installation);
  await other.api.app.close();
  await notice.waitFor();
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'People' }).click();
  await page.getByText('The server is not responding.').first().waitFor();
  expect(await notice.count()).toBe(1);
  await successor.listen({ port: Number(new URL(other.url).port), host: '127.0.0.1' });
  await page.getByRole('link', { name: 'still@people.test' }).waitFor();
  await notice.waitFor({ state: 'detached' });
  await context.close();
  await successor.close();
  await other.api.close();
});

test('live screens resume after a server restart, and show the changes made meanwhile', async () => {
  const other = await openDashboard();
  const { installation } = other.api;
  const list = await makeList(other.api);
  await subscribe(other.api, list, [{ email: 'back@people.test' }]);
  const { page, context } = await openSignedIn(browser, other);
  await page.goto(`${other.url}/people/back%40people.test`);
  await page.getByRole('combobox', { name: 'Tags on News' }).waitFor();
  const change = async (app: FastifyInstance, id: string, tag: string) => {
    const headers = { authorization: `Bearer ${other.api.token}`, 'content-type': 'application/json' };
    const { statusCode } = await app.inject({
      ...{ method: 'POST', url: `/v1/subscribers/${id}/tags`, headers, payload: { tags: [tag] } },
    });
    expect(statusCode).toBe(200);
  };
  const successor = await createApp(installation);
  const { id } = await readSubscriber(other.api, list, 'back@people.test');
  await other.api.app.close();
  await change(successor, id, 'meanwhile');
  await successor.listen({ port: Number(new URL(other.url).port), host: '127.0.0.1' });
  await section(page, 'Lists').getByText('meanwhile', { exact: true }).waitFor();
  await change(successor, id, 'afterwards');
  await section(page, 'Lists').getByText('afterwards', { exact: true }).waitFor();
  await context.close();
  await successor.close();
  await other.api.close();
});
