import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe, subscribeMany } from '../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../support/campaigns.ts';
import { openSignedIn } from '../support/dashboard.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { endAll } from '../support/processes.ts';
import { freePort, newHome, type Server, startServer } from '../support/server.ts';
import { openBrowser } from './chromium.ts';

/** The same installation in this process, which keeps running while the server is down. */
let api: TestApp;
let env: Record<string, string>;
let url: string;
let server: Server;
let mailServer: MailServer;
let browser: Browser;
let news: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  mailServer = await startMailServer();
  api = await openTestApp({ publicUrl: url });
  env = {
    ...{
      DATABASE_URL: api.databaseUrl,
      DATA_DIR: await newHome(),
      APP_SECRET: String(api.installation.config.appSecret),
    },
    ...{ PORT: String(port), PUBLIC_URL: url, MAIL_URL: `${mailServer.url}?pool=1` },
  };
  server = await startServer({ env });
  browser = await openBrowser();
  await api.rest('POST', '/templates', TEMPLATE);
  await api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
  news = await makeList(api, { name: 'News' });
  await subscribe(api, news, [{ email: 'tess@people.test' }]);
});
afterAll(async () => {
  await browser.close();
  await endAll();
  await mailServer.close();
  await api.close();
});

/** Opens an address, and waits until the page has subscribed to changes. */
async function openLive(page: Page, path: string): Promise<void> {
  const asked = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('"subscribe"')));
  await page.goto(`${url}/${path}`);
  await asked;
}

const tags = (page: Page) => page.getByRole('combobox', { name: 'Tags on News' });
const tag = (page: Page, name: string) => page.getByRole('region', { name: 'Lists' }).getByText(name, { exact: true });

test.each([
  ['killed', 'SIGKILL'],
  ['stopped', 'SIGTERM'],
] as const)(
  'two browsers see each other’s changes, also across a server that is %s in the midst',
  async (how, signal) => {
    const list = await makeList(api, { name: `Readers, ${how}` });
    await subscribeMany(api, list, rowsOf(3, how));
    const campaign = await makeCampaign(api, list, { name: `May, ${how}` });
    const [mine, theirs] = [
      await openSignedIn(browser, { api, url }),
      await openSignedIn(browser, { api, url }, { email: 'colleague@staff.test' }),
    ];
    const people = [mine.page, theirs.page];
    const campaigns = [await mine.context.newPage(), await theirs.context.newPage()];
    for (const page of people) await openLive(page, 'people/tess%40people.test');
    for (const page of campaigns) await openLive(page, `campaigns/${campaign}?step=when`);
    const all = (work: (page: Page) => Promise<void>, pages: Page[]) => Promise.all(pages.map(work));

    for (const [from, to] of [people, [...people].reverse()] as [Page, Page][]) {
      const name = `${how} ${from === mine.page ? 'mine' : 'theirs'}`;
      await tags(from).fill(name);
      await tags(from).press('Enter');
      await tag(to, name).waitFor();
    }
    const had = mailServer.received.length;
    const release = mailServer.holdAnswers(() => mailServer.received.length > had + 1);
    await campaigns[0]!.getByRole('button', { name: 'Send', exact: true }).click();
    await campaigns[0]!.getByRole('button', { name: 'Send to 3 people' }).click();
    await all((page) => page.getByText('1 of 3 sent').waitFor(), campaigns);

    const gone = server.process.end(signal);
    if (signal === 'SIGTERM') release(); // a stopping server waits for its messages in transit
    await gone;
    const { id } = await readSubscriber(api, news, 'tess@people.test');
    await api.rest('POST', `/subscribers/${id}/tags`, { tags: [`${how} meanwhile`] });
    await all(async (page) => expect(await page.getByText('3 of 3 sent').count()).toBe(0), campaigns);
    server = await startServer({ env });
    release();
    // Messages in transit when their sender was killed have an unknown result.
    const { sent_count, unknown_count } = await untilEnded(api, campaign);
    expect(sent_count + unknown_count).toBe(3);
    await all((page) => tag(page, `${how} meanwhile`).waitFor(), people);
    await all((page) => page.getByText(`${sent_count} of 3 sent`).waitFor(), campaigns);

    await tags(theirs.page).fill(`${how} afterwards`);
    await tags(theirs.page).press('Enter');
    await tag(mine.page, `${how} afterwards`).waitFor();
    await mine.context.close();
    await theirs.context.close();
  },
);
