import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { show } from '../support/check-screen.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { HOSTILE_STRINGS } from '../support/hostile-strings.ts';
import { makeHostileTeam } from '../support/hostile-team.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let jobs: ReturnType<typeof startJobs>;
let inbox: Inbox;
let browser: Browser;
let team: Awaited<ReturnType<typeof makeHostileTeam>>;

/** A possible mail server answer. */
const SPEAKABLE = HOSTILE_STRINGS.filter((text) => /^[\x20-\x7e]+$/.test(text));

beforeAll(async () => {
  expect(HOSTILE_STRINGS.length).toBeGreaterThan(500);
  dashboard = await openDashboard();
  jobs = startJobs(dashboard.api.installation);
  inbox = await openInbox(dashboard.api.installation);
  for (const text of SPEAKABLE)
    inbox.server.recipients.set(`p${HOSTILE_STRINGS.indexOf(text)}@people.test`, `550 ${text}`);
  browser = await openBrowser();
  team = await makeHostileTeam(dashboard.api);
});
afterAll(async () => {
  await browser.close();
  await jobs.stop();
  await inbox.stop();
  await dashboard.api.close();
});

/** Browser messages about e-mails and policies; only an event names the document that violated a policy. */
const OF_MAILS =
  /Content Security Policy|in a cross-origin subframe|create a fenced frame|speculation rule set was inserted/;

/** The stored and shown form: names and subjects lose control characters, and tags ignore case. */
const plain = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}]/gu, '').toLowerCase();

/**
 * A browser of an owner, and `ours`: policy violations that must stay empty. A violation counts as ours if it happened in the
 * dashboard's own document. The policy of an e-mail frame blocks the e-mail's own content, so violations there are expected. An e-mail
 * may request pictures and styles, as in a mail program, but nothing else.
 */
async function openWatched() {
  const { page, context } = await openSignedIn(browser, dashboard, { role: 'owner' });
  const ours: string[] = [];
  page.on('dialog', (dialog) => {
    ours.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => {
    if (!OF_MAILS.test(message)) ours.push(`error: ${message}`);
  });
  page.on('popup', (popup) => ours.push(`window: ${popup.url()}`));
  page.on('console', (message) => {
    if (/error|warning/.test(message.type()) && !OF_MAILS.test(message.text()))
      ours.push(`${message.type()}: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) ours.push(`${response.status()}: ${response.url()}`);
  });
  await context.exposeBinding('reportViolation', ({ frame }, text: string) => {
    if (frame === page.mainFrame()) ours.push(`policy: ${text}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Reflect.get(window, 'reportViolation')(`${violatedDirective} ${blockedURI}`);
    });
  });
  await context.route(
    (url) => !url.href.startsWith(dashboard.url),
    (route, request) => {
      const isOfMail = request.frame() !== page.mainFrame();
      if (!isOfMail || !['image', 'stylesheet', 'font'].includes(request.resourceType()))
        ours.push(`asked: ${request.resourceType()} ${request.url()}`);
      return route.fulfill({ status: 200, body: '' });
    },
  );
  return { page, context, ours };
}

/** Waits for a page and returns its text. No hostile text may have had an effect. */
async function read(page: Page): Promise<string> {
  await page.waitForFunction(
    () =>
      document.querySelector('main :is(h1, h2, p)') !== null &&
      document.querySelector('main .mantine-Skeleton-root, main [aria-busy=true]') === null,
  );
  const { made, hit, text } = await page.evaluate(() => ({
    made: [...document.querySelectorAll('[hit], body script, main iframe:not([src$="mail-frame"])')].map(
      ({ outerHTML }) => outerHTML,
    ),
    hit: '__hit' in window,
    text: [
      document.body.textContent,
      ...[...document.querySelectorAll('input, textarea')].map((field) => Reflect.get(field, 'value')),
    ].join('\n'),
  }));
  expect([page.url(), made, hit]).toEqual([page.url(), [], false]);
  return plain(text);
}

/** The text of all pages of a table. */
async function readTable(page: Page, path: string): Promise<string> {
  await page.goto(`${dashboard.url}/${path}`);
  let text = await read(page);
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const first = page.locator('main :is(tbody tr, ul > li)').first();
  while (await next.isVisible()) {
    await first.evaluate((row) => row.setAttribute('data-read', ''));
    await next.click();
    await page.locator('[data-read]').waitFor({ state: 'detached' });
    text += await read(page);
  }
  return text;
}

test('every table shows hostile names as plain text', async () => {
  const { page, context, ours } = await openWatched();
  for (const { table, ids } of team.named) {
    expect([table, ids.size > 10]).toEqual([table, true]);
    const text = await readTable(page, table);
    expect([table, [...ids.keys()].filter((name) => !text.includes(plain(name)))]).toEqual([table, []]);
  }
  expect(ours).toEqual([]);
  await context.close();
});

test('people, tags and activity with hostile strings are shown as plain text', async () => {
  const { page, context, ours } = await openWatched();
  // An e-mail subject renders Liquid instead of showing it.
  const subjects = [...team.mails.keys()].filter((text) => !/\{[{%]/.test(text));
  expect(subjects.length).toBeGreaterThan(600);
  for (const [path, names] of [
    [`people?list=${team.list}`, HOSTILE_STRINGS],
    ['lists/tags', HOSTILE_STRINGS],
    ['transactional', subjects],
  ] as const) {
    const text = await readTable(page, path);
    const missing = names.filter((name) => !text.includes(plain(name.slice(0, 100))));
    expect([path, missing.slice(0, 9)]).toEqual([path, []]);
  }
  await page.goto(`${dashboard.url}/events`);
  await page.getByRole('button', { name: 'visit' }).first().waitFor();
  const rows = await page.getByRole('button', { name: 'visit' }).all();
  for (const row of rows) await row.click();
  const unfolded = await read(page);
  expect(HOSTILE_STRINGS.filter((text) => unfolded.includes(plain(text.slice(0, 100)))).length).toBeGreaterThan(40);
  await page.goto(`${dashboard.url}/lists/imports/new?list=${team.list}`);
  const columns = HOSTILE_STRINGS.slice(0, 20).map((text) => `"${text.replaceAll('"', '""')}"`);
  const file = {
    name: `${HOSTILE_STRINGS[0]}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`email,${columns}\nx,${columns}\n`),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByLabel(`Field for column ${HOSTILE_STRINGS[0]}`).waitFor();
  await read(page);
  expect(ours).toEqual([]);
  await context.close();
});

/** Objects with their own address, and each of their parts. */
const PARTS: Record<string, string[]> = {
  lists: [''],
  segments: [''],
  templates: ['', '?view=text'],
  campaigns: ['?step=who', '?step=what', '?step=check', '?step=test', '?step=when'],
  automations: ['', '?view=list&step=mail', '?part=trigger', '/runs'],
  'settings/webhooks': [''],
  forms: [''],
};

test('a mail server’s refusal is shown as plain text', async () => {
  const { page, context, ours } = await openWatched();
  const text = await readTable(page, `campaigns/${team.campaign}?tab=recipients`);
  expect(SPEAKABLE.filter((reason) => !text.includes(plain(reason)))).toEqual([]);
  for (const tab of ['overview', 'links', 'content']) {
    await page.goto(`${dashboard.url}/campaigns/${team.campaign}?tab=${tab}`);
    await read(page);
  }
  await page.goto(`${dashboard.url}/people/p${HOSTILE_STRINGS.indexOf(SPEAKABLE[0]!)}%40people.test`);
  expect(await read(page)).toContain(plain(SPEAKABLE[0]!));
  expect(ours).toEqual([]);
  await context.close();
});

test('pages of objects with hostile names, and everything beside them, are shown as plain text', async () => {
  const { page, context, ours } = await openWatched();
  for (const { table, ids } of team.named) {
    const kind = table.split('?')[0]!;
    const some = [...ids].filter((_, index) => index % (kind === 'templates' ? 16 : 40) === 7);
    for (const [name, id] of some)
      for (const part of PARTS[kind] ?? []) {
        await show(page, dashboard.url, `${kind}/${id}${part}`);
        await expect
          .poll(async () => (await read(page)).includes(plain(name)), { message: `${name} at ${page.url()}` })
          .toBe(true);
      }
  }
  const [mail] = [...team.mails.values()].slice(-40);
  for (const path of [
    ...['', 'people/p1%40people.test', 'people/p170%40people.test', 'lists/imports', `lists/imports/${team.imported}`],
    ...[`lists/${team.list}`, `segments/new?list=${team.list}`, 'campaigns/new', 'templates/new', 'transactional/send'],
    ...['settings/audit', 'settings/team', 'settings/members', 'settings/usage', `lists/imports/new?list=${team.list}`],
    ...['content', 'text', 'facts'].map((view) => `transactional/${mail}?view=${view}`),
  ]) {
    await show(page, dashboard.url, path);
    await read(page);
  }
  for (const text of HOSTILE_STRINGS.filter((_, index) => index % 150 === 0)) {
    const asked = encodeURIComponent(text);
    for (const path of [
      `people?list=${asked}&search=${asked}&status=${asked}&tag=${asked}&after=${asked}`,
      `events/revenue?currency=${asked}&by=${asked}&from=${asked}`,
      `templates/${asked}?language=${asked}&view=${asked}&as=${asked}`,
      `automations/${asked}?step=${asked}&part=${asked}&view=${asked}`,
    ]) {
      await page.goto(`${dashboard.url}/${path}`);
      await read(page);
    }
  }
  expect(ours.filter((one) => !/^400/.test(one))).toEqual([]);
  await context.close();
});

test('an e-mail made of a hostile string reaches nothing outside its frame', async () => {
  const { page, context, ours } = await openWatched();
  const [id] = [...(team.named.find(({ table }) => table === 'templates')?.ids.values() ?? [])];
  await page.goto(`${dashboard.url}/templates/${id}`);
  const frame = page.frameLocator('main iframe');
  await frame.locator('[hit]').first().waitFor();
  for (const text of HOSTILE_STRINGS) {
    await page.evaluate((html) => {
      document.querySelector('iframe')?.contentWindow?.postMessage(`<body id=shown>${html}`, '*');
    }, text);
  }
  await page.evaluate(() => {
    document.querySelector('iframe')?.contentWindow?.postMessage('<p>The last one</p>', '*');
  });
  await frame.getByText('The last one').waitFor();
  await read(page);
  expect(ours).toEqual([]);
  await context.close();
});
