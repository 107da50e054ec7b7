import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, subscribe } from '../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../support/campaigns.ts';
import { checkScreen, LANGUAGES } from '../support/check-screen.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { ask } from '../support/graphql.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let inbox: Inbox;
let browser: Browser;
let list: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  inbox = await openInbox(dashboard.api.installation);
  browser = await openBrowser();
  list = await makeList(dashboard.api, { name: 'News', headers: { 'X-Stream': 'news' } });
  await subscribe(dashboard.api, list, [{ email: 'ann@people.test', first_name: 'Ann' }]);
  await dashboard.api.rest('POST', '/templates', TEMPLATE);
  await dashboard.api.rest('PATCH', '/team', { from_email: 'news@shop.test', postal_address: 'Harbour Road 1, Porto' });
});
afterAll(async () => {
  await browser.close();
  await inbox.stop();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) =>
  openSignedIn(browser, dashboard, { viewport: { width: 1440, height: 900 }, ...options });
const unfold = (part: Page | Locator) => part.getByRole('button', { name: 'More settings' }).click();
const settings = (page: Page) => page.getByRole('region', { name: 'Settings' });
const listed = async () =>
  (await ask(dashboard.api, 'query($id: ID!) { list(id: $id) { headers } }', { id: list })).list.headers;

/** Fills in the last header of a form. */
async function add(part: Page | Locator, number: number, name: string, value: string): Promise<void> {
  await part.getByRole('button', { name: 'Add header' }).click();
  await part.getByLabel(`Header name ${number}`).fill(name);
  await part.getByLabel(`Header value ${number}`).fill(value);
}

test('a list gets headers, and a refused header shows its error at its row, even in a collapsed section', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/lists/${list}`);
  const form = settings(page);
  await unfold(form);
  expect(await form.getByLabel('Header name 1').inputValue()).toBe('X-Stream');
  await add(form, 2, 'Subject', 'No');
  await add(form, 3, 'X-Two Words', 'x');
  await unfold(form);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText(/writes this header/).waitFor();
  await form.getByText('must have a name of printable characters').waitFor();
  const wrong = ['Header name 1', 'Header name 2', 'Header name 3'].map((name) =>
    form.getByLabel(name).getAttribute('aria-invalid'),
  );
  expect(await Promise.all(wrong)).toEqual([null, 'true', 'true']);
  await form.getByLabel('Header name 2').fill('X-Tag');
  await form.getByLabel('Header value 2').fill('{{ subscriber.email }}');
  await form.getByRole('button', { name: 'Remove header 3' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('must not contain Liquid').waitFor();
  await form.getByLabel('Header value 2').fill('weekly');
  await form.getByLabel('Header name 2').fill('x-stream');
  await form.getByText('Use each header name only once.').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  expect(await listed()).toEqual({ 'X-Stream': 'news' });
  await form.getByLabel('Header name 2').fill(' X-Tag ');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(listed).toEqual({ 'X-Stream': 'news', 'X-Tag': 'weekly' });
  await form.getByRole('button', { name: 'Remove header 2' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(listed).toEqual({ 'X-Stream': 'news' });
  await context.close();
});

test('a campaign saves a header when its row is left or removed, and shows refusals', async () => {
  const id = await makeCampaign(dashboard.api, list);
  const headers = async () => (await readCampaign(dashboard.api, id)).headers;
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/campaigns/${id}?step=what`);
  await unfold(page);
  await add(page, 1, 'Bad Name', 'x');
  await page.getByLabel('Campaign name').focus();
  await page.getByText('must have a name of printable characters').waitFor();
  await page.getByLabel('Header name 1').fill('X-SES-CONFIGURATION-SET');
  await page.getByLabel('Header value 1').fill('marketing');
  expect(await headers()).toEqual({});
  await page.getByLabel('Campaign name').focus();
  await expect.poll(headers).toEqual({ 'X-SES-CONFIGURATION-SET': 'marketing' });
  await page.reload();
  await unfold(page);
  expect(await page.getByLabel('Header value 1').inputValue()).toBe('marketing');
  await page.getByRole('button', { name: 'Remove header 1' }).press('Enter');
  await expect.poll(headers).toEqual({});
  await context.close();
});

test('a keyboard user adds headers to a transport', async () => {
  const made = { name: 'Main', host: 'mail.shop.test', port: 25 };
  const { body } = await dashboard.api.rest('POST', '/transports', made);
  const headers = async () => (await dashboard.api.rest('GET', `/transports/${body.data.id}`)).body.data.headers;
  const { page, context, complaints } = await open();
  const { keyboard } = page;
  await page.goto(`${dashboard.url}/settings/transports`);
  await page.getByRole('button', { name: 'Edit: Main' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'More settings' }).focus();
  await keyboard.press('Enter');
  await drawer.getByRole('button', { name: 'Add header' }).focus();
  await keyboard.press('Enter');
  await drawer.getByLabel('Header name 1').focus();
  await keyboard.type('X-PM-Message-Stream');
  await keyboard.press('Tab');
  await keyboard.type('broadcasts');
  await keyboard.press('Enter');
  await drawer.waitFor({ state: 'detached' });
  expect(await headers()).toEqual({ 'X-PM-Message-Stream': 'broadcasts' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('an e-mail is sent with several reply-to addresses and a header', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/transactional/send?template=${encodeURIComponent(TEMPLATE.name)}`);
  await page.getByRole('combobox', { name: 'To' }).fill('kay@people.test');
  await page.keyboard.press('Enter');
  await unfold(page);
  await page.getByRole('combobox', { name: 'Reply-to' }).pressSequentially('Help <help@shop.test>,nobody');
  await page.keyboard.press('Enter');
  await add(page, 1, 'X-Order', '7');
  await unfold(page);
  await page.getByRole('button', { name: 'Send e-mail' }).click();
  await page.getByText(/must be a valid email address|must be an address/i).waitFor();
  await page.getByRole('combobox', { name: 'Reply-to' }).focus();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('sales@shop.test');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send e-mail' }).click();
  await page.getByRole('row', { name: /Reply-to/ }).waitFor();
  const [{ mail } = expect.fail()] = await inbox.mailTo('kay@people.test');
  const replyTo = Array.isArray(mail.replyTo) ? mail.replyTo : [mail.replyTo];
  expect(replyTo.flatMap((one) => one?.value ?? []).map(({ address }) => address)).toEqual([
    ...['help@shop.test', 'sales@shop.test'],
  ]);
  expect(mail.headers.get('x-order')).toBe('7');
  await context.close();
});

test.each(LANGUAGES)('the forms with headers have no layout or axe faults in %s', async (language, options) => {
  const id = await makeCampaign(dashboard.api, list, { headers: { 'X-Campaign': 'a' } });
  const transport = { name: `Calm ${language}`, host: 'mail.shop.test', headers: { 'X-Transport': 'a'.repeat(90) } };
  await dashboard.api.rest('POST', '/transports', transport);
  const { page, context } = await open(options);
  const more = { English: 'More settings', German: 'Weitere Einstellungen' }[language];
  const unfold = () => page.getByRole('button', { name: more, exact: true }).click();
  const places = [`lists/${list}`, `campaigns/${id}?step=what`, 'transactional/send'];
  for (const path of places) {
    await page.goto(`${dashboard.url}/${path}`);
    await unfold();
    await page.getByRole('button', { name: /Add header|Kopfzeile hinzufügen/ }).click();
    await checkScreen(page, `headers ${path.replace(/[0-9a-f-]{36}/, '')} ${language}`);
  }
  await page.goto(`${dashboard.url}/settings/transports`);
  await page
    .getByRole('button', { name: new RegExp(`: Calm ${language}$`) })
    .nth(1)
    .click();
  await unfold();
  await checkScreen(page, `headers transport ${language}`);
  await context.close();
});
