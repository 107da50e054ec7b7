import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeList } from '../support/audience.ts';
import { checkScreenAt } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser } from './chromium.ts';

const run = promisify(execFile);

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  dashboard = await openDashboard();
  await makeList(dashboard.api, { name: "Ada's news", from_email: 'news@shop.test' });
  const thanks = { name: "It's done", editor: 'html', subject: 'Thanks, {{ name }}', content: '<h1>Thanks</h1>' };
  expect((await dashboard.api.rest('POST', '/templates', thanks)).status).toBe(201);
});
afterEach(() => dashboard.api.close());

/** How each language is run. */
const RUN: Record<string, (code: string) => Promise<{ stdout: string }>> = {
  curl: (code) => run('bash', ['-c', `${code} --silent`]),
  TypeScript: (code) => run(process.execPath, ['--input-type=module', '-e', code]),
  Python: (code) => run(process.env.PYTHON ?? '/usr/bin/python3', ['-c', code]),
};

const example = async (at: Locator, task: string, language: string): Promise<string> => {
  await at.getByLabel('Task', { exact: true }).selectOption({ label: task });
  await at.getByLabel('Language', { exact: true }).selectOption(language);
  return (await at.getByLabel('Example call', { exact: true }).innerText()).trim();
};

async function createToken(page: Page, permission: string) {
  await page.goto(`${dashboard.url}/settings/tokens`);
  await arriveAt(page, 'API tokens');
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(permission);
  await dialog.getByLabel(permission, { exact: true }).check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByLabel('Example call', { exact: true }).waitFor();
  return dialog;
}

test.each(['curl', 'TypeScript', 'Python'])(
  'the first calls in %s work when they are pasted, with the token and the list of the team',
  async (language) => {
    const { page, context, complaints } = await openSignedIn(browser, dashboard);
    const dialog = await createToken(page, 'Read and write');
    const outputs: Record<string, string> = {};
    for (const task of ['Read lists', 'Add a person', 'Record an event', 'Send an e-mail']) {
      outputs[task] = (await RUN[language]!(await example(dialog, task, language))).stdout;
    }
    expect(outputs['Read lists']).toContain("Ada's news");
    expect(outputs['Add a person']).toContain('ada@example.com');
    const { rest } = dashboard.api;
    expect((await rest('GET', '/events?email=ada@example.com')).body.data).toMatchObject([
      { email: 'ada@example.com', name: 'order' },
    ]);
    const mails = (await rest('GET', '/transactional-mails')).body.data;
    expect(mails).toMatchObject([{ template: "It's done", from: 'news@shop.test', to: ['ada@example.com'] }]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('the first calls in GraphQL work when they are pasted', async () => {
  const { page, context } = await openSignedIn(browser, dashboard);
  const dialog = await createToken(page, 'Read and write');
  const results: unknown[] = [];
  for (const task of ['Read lists', 'Add a person', 'Record an event', 'Send an e-mail']) {
    const { body } = await dashboard.api.graphql(await example(dialog, task, 'GraphQL'));
    results.push(body.data);
  }
  expect(results).toMatchObject([
    { lists: { totalCount: 1 } },
    { createSubscriber: { subscriber: { status: 'SUBSCRIBED' } } },
    { recordEvent: { status: 'RECORDED' } },
    { sendTransactionalMail: { transactionalMail: { status: 'PENDING' } } },
  ]);
  await context.close();
});

test('a token that only records events shows no call that it may not make, and the screen shows one without a token', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  const dialog = await createToken(page, 'Record events');
  expect(await dialog.getByLabel('Task', { exact: true }).locator('option').allInnerTexts()).toEqual([
    'Record an event',
  ]);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await dialog.waitFor({ state: 'detached' });
  const section = page.getByRole('region', { name: 'Example calls' });
  expect(await example(section, 'Read lists', 'curl')).toContain('Authorization: Bearer YOUR_TOKEN');
  await checkScreenAt(page, dashboard.url, 'settings/tokens');
  expect(complaints).toEqual([]);
  await context.close();
});
