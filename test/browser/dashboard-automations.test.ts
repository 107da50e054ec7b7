import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, subscribe } from '../support/audience.ts';
import { changeStatus, insertRuns, makeAutomation, readAutomation } from '../support/automations.ts';
import { TEMPLATE } from '../support/campaigns.ts';
import { checkScreenAt, LANGUAGES } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { tabTo } from '../support/keyboard.ts';
import { runAutomations } from '../support/run-automations.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let list: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  list = await makeList(dashboard.api, { name: 'News' });
  await dashboard.api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const box = (page: Page, name: RegExp) => page.locator('main').getByRole('button', { name });
const panel = (page: Page) => page.getByRole('complementary');
const types = (steps: { type: string }[]) => steps.map(({ type }) => type);

const VIP = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] };
const FORK = [
  { id: 'hour', type: 'wait', for: 'PT1H' },
  {
    ...{ id: 'vip', type: 'condition', if: VIP },
    then: [{ id: 'mail', type: 'send', template: 'Issue' }],
    else: [
      {
        ...{ id: 'half', type: 'split' },
        branches: [
          { name: 'Voucher', percent: 50, steps: [{ id: 'tag', type: 'add_tags', tags: ['voucher'] }] },
          { name: 'Nothing', percent: 50, steps: [] },
        ],
      },
    ],
  },
  { id: 'day', type: 'wait', for: 'P1D' },
];

/** Drops one element in the middle of another. */
async function drag(page: Page, what: Locator, where: Locator): Promise<void> {
  const middle = async (one: Locator) => {
    const { x, y, width, height } = (await one.boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  await page.mouse.move(...(await middle(what)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(where)), { steps: 12 });
  await page.mouse.up();
}

test('an editor creates an automation, inserts and drags steps, simulates and activates it', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/automations`);
  await page.getByRole('button', { name: 'Create automation' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Greeting');
  await page.getByRole('dialog').getByLabel('List').selectOption({ label: 'News' });
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  await arriveAt(page, 'Greeting');
  await box(page, /^Trigger/).click();
  await panel(page).getByLabel('Trigger type').selectOption({ label: 'Person subscribes' });
  await page.getByRole('button', { name: 'Insert step after Wait: 1 day' }).click();
  await page.getByRole('menuitem', { name: 'Send e-mail' }).click();
  await panel(page).getByRole('combobox', { name: 'Template' }).fill('Issue');
  await page.keyboard.press('Escape');
  await drag(page, box(page, /^Send e-mail/), page.getByRole('button', { name: 'Insert step at the start' }));
  await page.getByText('Send e-mail: Issue is now at the start.').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const saved = await readAutomation(dashboard.api, id);
  expect([types(saved.steps), saved.trigger.type, saved.list]).toEqual([['send', 'wait'], 'subscribed', list]);
  await page.getByRole('button', { name: 'Simulate' }).click();
  await panel(page).getByRole('button', { name: 'Run', exact: true }).click();
  await panel(page)
    .getByText(/: completed/)
    .waitFor();
  await box(page, /^Send e-mail.*News/).waitFor();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('dialog').getByText('Sends 1 e-mail:').waitFor();
  await page.getByRole('dialog').getByRole('listitem').getByText('Issue').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  expect((await readAutomation(dashboard.api, id)).status).toBe('active');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a German reader sees ready-made automations in German, and a new one gets the German name', async () => {
  const { page, context, complaints } = await open({ locale: 'de-DE' });
  await page.goto(`${dashboard.url}/automations`);
  await page.getByRole('button', { name: 'Automation anlegen' }).click();
  await page.getByText('Schreibt Kunden, die 60 Tage lang nichts bestellt haben').waitFor();
  await page.getByLabel('Rückgewinnung', { exact: true }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Anlegen', exact: true }).click();
  await arriveAt(page, 'Rückgewinnung');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a keyboard user moves a step through branches, deletes and restores it, and saves', async () => {
  const id = await makeAutomation(dashboard.api, { name: 'By keys', list, steps: FORK });
  const { page, context, complaints } = await open();
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-part'));
  for (const view of ['canvas', 'list']) {
    await page.goto(`${dashboard.url}/automations/${id}?view=${view}`);
    await box(page, /^Wait 1 day/).waitFor();
    for (let tabs = 0; (await focused()) !== 'step day'; tabs++) {
      expect(tabs, `Tab leads to the step (${view})`).toBeLessThan(80);
      await keyboard.press('Tab');
    }
    await keyboard.press('Alt+ArrowUp');
    await page.getByText('Wait: 1 day is now after Split').waitFor({ state: 'attached' });
    expect(await focused()).toBe('step day');
    await keyboard.press('Alt+ArrowDown');
    await keyboard.press('Alt+ArrowDown');
    await keyboard.press('Delete');
    await box(page, /^Wait 1 day/).waitFor({ state: 'detached' });
    await keyboard.press('Control+z');
    await box(page, /^Wait 1 day/).waitFor();
    await keyboard.press('Control+z');
    await keyboard.press('Control+Shift+z');
  }
  await page.goto(`${dashboard.url}/automations/${id}`);
  await box(page, /^Wait 1 day/).focus();
  await keyboard.press('Alt+ArrowUp');
  await keyboard.press('Control+s');
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  const { steps } = await readAutomation(dashboard.api, id);
  expect(types(steps)).toEqual(['wait', 'condition']);
  expect(types(steps[1].else)).toEqual(['split', 'wait']);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a refused value shows its error at the field of its step, at any depth', async () => {
  const id = await makeAutomation(dashboard.api, { name: 'Faulty', list, steps: FORK });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/automations/${id}?step=mail`);
  await panel(page).getByRole('combobox', { name: 'Template' }).fill('Nowhere');
  await page.keyboard.press('Escape');
  await box(page, /^Wait 1 hour/).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await panel(page).getByText('must be the name or id of a template').waitFor();
  expect(await page.getByText(/must be the name or id of a template/i).count()).toBe(1);
  await box(page, /^Send e-mail Error in this step/).waitFor();
  expect((await readAutomation(dashboard.api, id)).steps).toEqual(FORK);
  await page.getByRole('link', { name: 'All automations' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await arriveAt(page, 'Automations');
  await context.close();
});

test('people in progress show live, move to a new version, and can be removed', async () => {
  const id = await makeAutomation(dashboard.api, { name: 'Live', list, steps: FORK });
  const twin = await makeAutomation(dashboard.api, { name: 'Twin', list });
  await changeStatus(dashboard.api, twin, 'activate');
  const mine = await open();
  const theirs = await open({ role: 'viewer' });
  await mine.page.goto(`${dashboard.url}/automations/${id}`);
  await theirs.page.goto(`${dashboard.url}/automations`);
  const row = theirs.page.getByRole('row', { name: /^Live/ });
  await row.getByText('Draft').waitFor();
  await mine.page.getByRole('button', { name: 'Activate' }).click();
  await mine.page.getByRole('dialog').getByText('Also started by this trigger: Twin.').waitFor();
  await mine.page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await row.getByText('Active', { exact: true }).waitFor();
  await changeStatus(dashboard.api, twin, 'archive');
  await theirs.page.getByRole('link', { name: 'Live' }).click();
  await box(theirs.page, /^Wait 1 hour/).waitFor();
  await insertRuns(dashboard.api, list, id, 'hour', 2);
  await dashboard.api.rest('PUT', `/automations/${id}`, { name: 'Live still' });
  for (const { page } of [mine, theirs]) await box(page, /^Wait 1 hour 2 people here/).waitFor();
  const buttons = ['Pause', 'More', 'Save', 'Undo', 'Move up'].map((name) => ({ name, exact: true }));
  for (const button of buttons) expect(await theirs.page.getByRole('button', button).count()).toBe(0);

  await box(mine.page, /^Wait 1 hour/).click();
  await panel(mine.page).getByRole('textbox', { name: 'Duration' }).fill('2');
  await mine.page.getByRole('button', { name: 'Save', exact: true }).click();
  const asked = mine.page.getByRole('dialog', { name: 'Save as version 2' });
  await asked.getByText('Changed: Wait: 1 hour → Wait: 2 hours').waitFor();
  await asked.getByLabel('Move 2 people in progress').check();
  await asked.getByRole('button', { name: 'Save' }).click();
  await box(theirs.page, /^Wait 2 hours/).waitFor();
  await theirs.page.getByText('Version 2').waitFor();
  expect(await dashboard.api.db.automationRun.count({ where: { automationId: id, version: 2 } })).toBe(2);

  await mine.page.getByRole('link', { name: 'People', exact: true }).last().click();
  await mine.page.getByLabel('At step').selectOption({ label: 'Wait: 2 hours' });
  await mine.page.getByRole('link', { name: 'p1@people.test' }).click();
  await arriveAt(mine.page, 'p1@people.test');
  await box(mine.page, /^Wait 2 hours waiting here/).waitFor();
  await mine.page.getByRole('button', { name: 'Remove from automation' }).click();
  await mine.page.getByText('Exited: exit rule matched').waitFor();
  await box(theirs.page, /^Wait 2 hours 1 person here/).waitFor();
  expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
  await mine.context.close();
  await theirs.context.close();
});

test('each version shows its changes, its people in progress and its steps', async () => {
  const id = await makeAutomation(dashboard.api, { name: 'Versions', list, steps: FORK });
  await changeStatus(dashboard.api, id, 'activate');
  await insertRuns(dashboard.api, list, id, 'hour', 2);
  const { page, context, complaints } = await open({ role: 'viewer' });
  await page.goto(`${dashboard.url}/automations/${id}`);
  await page.getByRole('link', { name: 'Versions' }).click();
  const first = page.getByRole('region', { name: 'Version 1' });
  await first.getByText('2 people in progress on this version').waitFor();
  await first.getByText('Used for new people').waitFor();
  const steps = FORK.toSpliced(0, 1, { id: 'hour', type: 'wait', for: 'PT9H' });
  await dashboard.api.rest('PUT', `/automations/${id}`, { steps });
  const second = page.getByRole('region', { name: 'Version 2' });
  await second.getByText('Changed: Wait: 1 hour → Wait: 9 hours').waitFor();
  await second.getByText('0 people in progress on this version').waitFor();
  await first.getByRole('button', { name: 'Show steps' }).click();
  await first.getByRole('button', { name: /^Wait 1 hour/ }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

const rule = (page: Page, number: number) => panel(page).getByRole('group', { name: `Rule ${number}`, exact: true });

test('a newer cart restarts the run, its own order ends it, and e-mails respect sending hours', async () => {
  const id = await makeAutomation(dashboard.api, {
    ...{ name: 'Cart hours', list, exits: [{ type: 'event', name: 'order', goal: true }] },
    steps: [{ id: 'mail', type: 'send', template: 'Issue' }],
  });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/automations/${id}`);
  await box(page, /^Entry rules/).click();
  await panel(page).getByLabel('Re-entry').selectOption('restart');
  await box(page, /^Exit rules/).click();
  await panel(page).getByRole('button', { name: 'Add property' }).click();
  await panel(page).getByLabel('Property', { exact: true }).fill('cart.id');
  await panel(page).getByLabel('Compare as').selectOption('trigger');
  await panel(page).getByLabel('Trigger event property').fill('cart');
  await box(page, /^Sending hours At any time/).click();
  await panel(page).getByLabel('Limit sending hours').check();
  await panel(page).getByLabel('From', { exact: true }).fill('09:30');
  await panel(page).getByLabel('Saturday').press('Space');
  await box(page, /^Send e-mail/).click();
  await panel(page).getByLabel('Sending hours').selectOption('At any time');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect(await readAutomation(dashboard.api, id)).toMatchObject({
    send_window: { from: '09:30', to: '20:00', weekdays: ['saturday'] },
    entry: { again: 'restart' },
    exits: [{ where: [{ property: 'cart.id', operator: 'equals', value: { trigger_property: 'cart' } }] }],
    steps: [{ send_window: null }],
  });
  expect(complaints).toEqual([]);
  await context.close();
});

test('the mouse builds a condition, with live counts, errors at their rule, undo and a code view', async () => {
  await subscribe(dashboard.api, list, [{ email: 'vip@people.test', tags: ['vip'] }]);
  const id = await makeAutomation(dashboard.api, { name: 'Built', list, steps: FORK });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/automations/${id}?step=vip`);
  await rule(page, 1).getByText('Matches 1 person').waitFor();
  await panel(page).getByText('person on News matches').waitFor();
  await panel(page).getByRole('button', { name: 'Add rule' }).click();
  await rule(page, 2).getByLabel('Type').selectOption('event');
  await rule(page, 2).getByText('Incomplete').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await rule(page, 2).getByRole('alert').waitFor();
  await rule(page, 2).getByLabel('Type').selectOption('trigger_event');
  await rule(page, 2).getByRole('alert').waitFor({ state: 'detached' });
  await rule(page, 2).getByLabel('Property', { exact: true }).fill('total');
  await rule(page, 2).getByLabel('Compare as').selectOption('number');
  await rule(page, 2).getByLabel('Operator').selectOption('gt');
  await rule(page, 2).getByLabel('Value').fill('100');
  await panel(page).getByRole('button', { name: 'Remove rule 1' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await rule(page, 2).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  const total = { type: 'trigger_event', property: 'total', operator: 'gt', value: 100 };
  expect((await readAutomation(dashboard.api, id)).steps[1].if).toEqual({
    operator: 'and',
    rules: [VIP.rules[0], total],
  });
  await panel(page).getByText('Code', { exact: true }).click();
  await panel(page).getByText('"trigger_event"').waitFor();
  expect(complaints.filter((one) => !one.includes('BAD_USER_INPUT'))).toEqual([]);
  await context.close();
});

test('a keyboard user builds a condition', async () => {
  const id = await makeAutomation(dashboard.api, { name: 'Keys', list, steps: FORK });
  const { page, context, complaints } = await open();
  const { keyboard } = page;
  await page.goto(`${dashboard.url}/automations/${id}?step=vip`);
  await rule(page, 1).waitFor();
  await tabTo(page, 'Add rule');
  await keyboard.press('Enter');
  await rule(page, 2).getByLabel('Type').focus();
  await keyboard.press('l');
  await rule(page, 2).getByLabel('Value').waitFor();
  await tabTo(page, 'Value');
  await keyboard.type('en');
  await keyboard.press('Control+s');
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  const language = { type: 'language', operator: 'equals', value: 'en' };
  expect((await readAutomation(dashboard.api, id)).steps[1].if.rules).toEqual([VIP.rules[0], language]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('each step shows its number of people, and an e-mail step its sends and opens', async () => {
  const steps = [FORK[0], { id: 'mail', type: 'send', template: 'Issue' }];
  const id = await makeAutomation(dashboard.api, { name: 'Figures', list, steps });
  await changeStatus(dashboard.api, id, 'activate');
  await insertRuns(dashboard.api, list, id, 'hour', 2);
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/automations/${id}?step=mail`);
  await box(page, /^Wait 1 hour 2 people here/).waitFor();
  const figure = { teamId: dashboard.api.teamId, automationId: id, step: 'mail', detail: '', holder: 0 };
  await dashboard.api.db.automationCount.createMany({
    data: [
      { ...figure, what: 'entered', count: 8 },
      { ...figure, what: 'done', count: 8 },
      { ...figure, what: 'sent', count: 8 },
      { ...figure, what: 'opened', count: 4 },
      { ...figure, what: 'clicked', count: 1 },
    ],
  });
  await dashboard.api.rest('PUT', `/automations/${id}`, { name: 'Figures still' });
  await box(page, /^Send e-mail Issue 8 sent 50% opened 13% clicked/).waitFor();
  const soFar = panel(page).getByRole('region', { name: 'Results' });
  expect(await soFar.innerText()).toMatch(/Entered\s+8[\s\S]*Opened\s+4 \(50%\)/);
  const more = { ...figure, holder: 1, count: 9 };
  await dashboard.api.db.automationCount.createMany({
    data: ['opened', 'clicked', 'complained'].map((what) => ({ ...more, what })),
  });
  await dashboard.api.rest('PUT', `/automations/${id}`, { name: 'More than were sent' });
  await box(page, /^Send e-mail Issue 8 sent 100% opened 100% clicked/).waitFor();
  expect(await soFar.innerText()).toMatch(/Opened\s+13 \(100%\)[\s\S]*Clicked\s+10 \(100%\)/);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a save by somebody else shows, and keeps unsaved changes', async () => {
  const id = await makeAutomation(dashboard.api, { name: 'Shared', list, steps: FORK });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/automations/${id}?step=hour`);
  await panel(page).getByRole('textbox', { name: 'Duration' }).fill('3');
  const steps = FORK.toSpliced(0, 1, { id: 'hour', type: 'wait', for: 'PT9H' });
  await dashboard.api.rest('PUT', `/automations/${id}`, { steps });
  await page.getByText('Someone else changed this automation while you were editing.').waitFor();
  await box(page, /^Wait 3 hours/).waitFor();
  await page.getByRole('button', { name: /^Load their version/ }).click();
  await box(page, /^Wait 9 hours/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await box(page, /^Wait 3 hours/).waitFor();
  await context.close();
});

test('a run shows its path through the steps, with each outcome', async () => {
  const steps = [{ id: 'seen', type: 'add_tags', tags: ['seen'] }, ...FORK];
  const id = await makeAutomation(dashboard.api, { name: 'Way', list, trigger: { type: 'api' }, steps });
  await changeStatus(dashboard.api, id, 'activate');
  await subscribe(dashboard.api, list, [{ email: 'wanda@people.test' }]);
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/automations/${id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Add person' }).click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('wanda@people.test');
  await page.getByRole('button', { name: 'Add person', exact: true }).click();
  await page.getByText('wanda@people.test entered the automation.').waitFor();
  await runAutomations(dashboard.api);
  await page.goto(`${dashboard.url}/automations/${id}/runs?email=wanda%40people.test`);
  await page.getByRole('link', { name: 'wanda@people.test' }).click();
  await box(page, /^Wait 1 hour waiting here/).waitFor();
  await page.getByRole('region', { name: 'Steps taken' }).getByText('Add tags: seen').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)('no page has an axe violation or scrolls sideways: %s', async (_, options) => {
  const long = `An automation with a name that is ${'very '.repeat(12)}long`;
  const id = await makeAutomation(dashboard.api, {
    name: long,
    list,
    steps: FORK,
    exits: [{ type: 'event', name: 'order' }],
  });
  await changeStatus(dashboard.api, id, 'activate');
  const [run] = await insertRuns(dashboard.api, list, id, 'hour');
  const { page, context, complaints } = await open(options);
  for (const path of [
    ...['automations', 'automations?status=PAUSED', `automations/${id}`, `automations/${id}?view=list&step=half`],
    ...[`automations/${id}?step=vip`, `automations/${id}?part=trigger`, `automations/${id}?part=exits`],
    `automations/${id}?part=sendWindow`,
    ...[`automations/${id}?part=trial`, `automations/${id}/runs`, `automations/${id}/runs?state=FAILED`],
    `automations/${id}/versions`,
    ...[`automations/${id}/runs/${run}`, 'automations/nowhere'],
  ])
    await checkScreenAt(page, dashboard.url, path, 'main :is(h1, p)');
  expect(complaints).toEqual([]);
  await context.close();
});
