import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList, readSubscriber } from '../support/audience.ts';
import { checkPage } from '../support/check-page.ts';
import { makeForm } from '../support/forms.ts';
import { freePort } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openBrowser, openPage, violations } from './chromium.ts';

let api: TestApp;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;
let site: Server;
let siteHost: string;
/** The HTML of the other site. */
let siteHtml = '';
let list: string;
let person = 0;
let email: string;

beforeAll(async () => {
  const port = await freePort();
  api = await openTestApp({ publicUrl: `http://localhost:${port}`, formLimitPerMinute: 0, databasePool: 12 });
  await api.app.listen({ port, host: '127.0.0.1' });
  jobs = startJobs(api.installation);
  browser = await openBrowser();
  site = createServer((_, response) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(siteHtml));
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  siteHost = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  await api.rest('PATCH', '/team', { brand: { color: '#ffd400', background_color: '#102030' } });
  await api.rest('POST', '/fields', { key: 'size', type: 'number', label: 'Shoe size' });
  await api.rest('POST', '/fields', { key: 'member', type: 'boolean', label: 'I am a member' });
  await api.rest('POST', '/fields', { key: 'born', type: 'date', label: 'Born' });
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => site.close(resolve));
  await jobs.stop();
  await api.close();
});
beforeEach(async () => {
  list = await makeList(api);
  email = `b${person++}@people.test`;
});

const FULL = {
  ...{ title: 'News & more', text: 'Once a month.\nNever more.', consent_text: 'I agree to <this>.' },
  fields: [{ field: 'first_name', required: true }, { field: 'size' }, { field: 'member' }, { field: 'born' }],
};

const arrive = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true }).waitFor();
const subscribed = (to = list) => until(() => api.db.subscriber.count({ where: { email, listId: to } }));

test.each([true, false])('a keyboard user fills in a form (scripts: %s)', async (javaScriptEnabled) => {
  const form = await makeForm(api, list, FULL);
  const { context, page, complaints, requests } = await openPage(browser, { javaScriptEnabled });
  await page.goto(form.url);
  await arrive(page, 'News & more');
  const keys = page.keyboard;
  for (const text of [email, 'Ann', '42.5']) {
    await keys.press('Tab');
    await keys.type(text);
  }
  await keys.press('Tab');
  await keys.press('Space');
  await page.getByLabel('Born').focus();
  await keys.type('01311990');
  await page.getByLabel('I agree to <this>.').focus();
  await keys.press('Space');
  await keys.press('Tab'); // past the hidden field
  expect(await page.locator(':focus').innerText()).toBe('Subscribe');
  await keys.press('Enter');
  await arrive(page, 'Thank you');
  await subscribed();
  expect(await readSubscriber(api, list, email)).toMatchObject({
    ...{ first_name: 'Ann', attributes: { size: 42.5, member: true, born: '1990-01-31' } },
  });
  expect(complaints).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(api.installation.config.publicUrl))).toEqual([]);
  await context.close();
});

test('a very fast visitor without scripts signs up with one press', async () => {
  const form = await makeForm(api, list, FULL);
  const { context, page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(form.url);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('I agree to <this>.').check();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await arrive(page, 'Thank you');
  await subscribed();
  await context.close();
});

test('after a sign-up the browser is redirected to the form’s website', async () => {
  siteHtml = '<h1>Welcome to the shop</h1>';
  const redirect_url = `http://${siteHost}/welcome`;
  const form = await makeForm(api, list, { hosts: [siteHost], redirect_url });
  const { context, page, complaints } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(form.url);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await arrive(page, 'Welcome to the shop');
  expect([page.url(), complaints]).toEqual([redirect_url, []]);
  await context.close();
});

const SITE = (html: string) => `<!doctype html><html lang="en"><head><title>Shop</title></head>
<body><main><h1>Shop</h1>${html}</main></body></html>`;

test.each([false, true])(
  'on another site the script keeps people on that site (proof of work: %s)',
  async (proof_of_work) => {
    const form = await makeForm(api, list, { ...FULL, proof_of_work });
    siteHtml = SITE(form.html);
    const { context, page, complaints } = await openPage(browser);
    const passed = page.waitForResponse((answer) => answer.url().endsWith('/pass'));
    await page.goto(`http://${siteHost}/`);
    await passed;
    await page.getByLabel('E-mail address').fill('ann@x'); // the browser accepts it, the form does not
    await page.getByLabel('First name').fill('Ann');
    await page.getByLabel('I agree to <this>.').check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('alert').getByText('Please enter an e-mail address').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('status').getByText('Thank you').waitFor();
    expect(await page.locator(':focus').innerText()).toContain('Thank you');
    expect(page.url()).toBe(`http://${siteHost}/`);
    expect(await violations(page)).toEqual([]);
    await subscribed();
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  },
);

test('on another site without scripts the hosted page asks for one more press', async () => {
  const form = await makeForm(api, list, FULL);
  siteHtml = SITE(form.html);
  const { context, page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`http://${siteHost}/`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('I agree to <this>.').check();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await arrive(page, 'News & more');
  expect(page.url()).toBe(form.url);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await arrive(page, 'Thank you');
  await subscribed();
  await context.close();
});

test('an allowed site frames the form, and no other site can', async () => {
  const [ours, others] = [await makeForm(api, list, { hosts: [siteHost] }), await makeForm(api, list)];
  siteHtml = SITE(
    `<iframe src="${ours.url}" title="Ours"></iframe><iframe src="${others.url}" title="Other"></iframe>`,
  );
  const { context, page } = await openPage(browser);
  await page.goto(`http://${siteHost}/`);
  await page.frameLocator('[title=Ours]').getByLabel('E-mail address').fill(email);
  await page.frameLocator('[title=Ours]').getByRole('button').click();
  await page.frameLocator('[title=Ours]').getByRole('heading', { name: 'Thank you' }).waitFor();
  expect(await page.frameLocator('[title=Other]').getByLabel('E-mail address').count()).toBe(0);
  await subscribed();
  await context.close();
});

test('the form page solves a challenge, and asks the visitor to enable JavaScript', async () => {
  const form = await makeForm(api, list, { proof_of_work: true });
  const { context, page, complaints } = await openPage(browser);
  await page.goto(form.url);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('status').getByText('Thank you').waitFor();
  await subscribed();
  expect(complaints).toEqual([]);
  await context.close();
  const plain = await openPage(browser, { javaScriptEnabled: false });
  await plain.page.goto(form.url);
  // Parsed as text: Chromium's parser counts scripts as enabled, although they do not run.
  expect(await plain.page.locator('noscript').textContent()).toContain('This form needs JavaScript');
  await plain.context.close();
});

test.each(['en', 'de', 'fr', 'es', 'nl'])(
  'a small phone has no axe violation in light or dark mode: %s',
  async (locale) => {
    const form = await makeForm(api, list, {
      ...FULL,
      locale,
      title: 'L'.repeat(200),
      proof_of_work: locale === 'nl',
    });
    const { context, page, complaints } = await openPage(browser, {
      ...{ locale, viewport: { width: 320, height: 568 } },
    });
    const check = () => checkPage(page, locale);
    await page.goto(form.url);
    await check();
    const plain = await makeForm(api, list, { ...FULL, locale });
    await page.goto(plain.url);
    await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.getByRole('button').click();
    await page.getByRole('alert').first().waitFor();
    await check();
    await page.goto(plain.url);
    await page.locator('input[type=email]').fill(`${locale}${email}`);
    await page.locator('input[type=text]').fill('Ann');
    await page.locator('input[name=_consent]').check();
    await page.getByRole('button').click();
    await page.getByRole('status').waitFor();
    await check();
    await page.goto(`${api.installation.config.publicUrl}/f/nothing`);
    await check();
    expect(complaints.filter((text) => !/ (404|422) /.test(text))).toEqual([]);
    await context.close();
  },
);
