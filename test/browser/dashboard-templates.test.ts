import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, subscribe } from '../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../support/campaigns.ts';
import { checkScreen, checkScreenAt, LANGUAGES } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';
import { tabTo } from '../support/keyboard.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let inbox: Inbox;
let browser: Browser;
let news: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  inbox = await openInbox(dashboard.api.installation);
  browser = await openBrowser();
  news = await makeList(dashboard.api, { name: 'News' });
  await subscribe(dashboard.api, news, [{ email: 'zoe@people.test', first_name: 'Zoë' }]);
  await dashboard.api.rest('PATCH', '/team', { from_email: 'news@shop.test', postal_address: 'Harbour Road 1, Porto' });
});
afterAll(async () => {
  await browser.close();
  await inbox.stop();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) =>
  openSignedIn(browser, dashboard, { viewport: { width: 1440, height: 900 }, ...options });

const make = async (input: object): Promise<string> => {
  const { status, body } = await dashboard.api.rest('POST', '/templates', { ...TEMPLATE, ...input });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
};
const saved = async (id: string) => (await dashboard.api.rest('GET', `/templates/${id}`)).body.data;
const blocksOf = async (id: string): Promise<{ type: string; [key: string]: unknown }[]> =>
  JSON.parse((await saved(id)).content).blocks;

const BLOCKS = {
  editor: 'blocks',
  subject: 'Hello',
  content: JSON.stringify({
    blocks: [
      { type: 'heading', text: 'First' },
      { type: 'text', text: 'Second' },
      { type: 'section', background: 'page', blocks: [{ type: 'text', text: 'Third' }] },
      { type: 'footer' },
    ],
  }),
};

const mail = (page: Page) => page.frameLocator('iframe[title="E-mail"]');
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
};

test('an editor starts from a ready-made template, edits blocks, saves, and sends a test', async () => {
  const { page, context, complaints } = await open({ email: 'mia@staff.test' });
  await page.goto(`${dashboard.url}/templates`);
  await page.getByText('No templates yet').waitFor();
  await page.getByRole('link', { name: 'Create template' }).click();
  await page.getByRole('button', { name: 'Newsletter: letter' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Autumn');
  await page.getByRole('button', { name: 'Create template' }).click();
  await arriveAt(page, 'Autumn');
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const before = (await blocksOf(id)).length;

  await page.getByRole('button', { name: 'Add block' }).click();
  await page.getByRole('menuitem', { name: 'Coupon' }).click();
  const values = page.getByRole('region', { name: 'Coupon settings' });
  await values.getByRole('textbox', { name: 'Code' }).fill('AUTUMN20');
  await mail(page).getByText('AUTUMN20').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await mail(page).getByText('WELCOME10').waitFor();
  await page.keyboard.press('Control+Shift+z');
  await mail(page).getByText('AUTUMN20').waitFor();
  await save(page);
  expect((await blocksOf(id)).at(-1)).toEqual({ type: 'coupon', code: 'AUTUMN20' });
  expect((await blocksOf(id)).length).toBe(before + 1);

  await page.getByRole('textbox', { name: 'Subject' }).fill('Leaves ');
  await page.getByRole('button', { name: 'Insert variable: Subject' }).click();
  await page.getByRole('menuitem', { name: 'E-mail address' }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByRole('button', { name: 'Save and send test' }).click();
  await page.getByText('Test sent to mia@staff.test.').waitFor();
  await expect
    .poll(() => inbox.server.received.some(({ envelope }) => String(envelope.to).includes('mia@staff.test')))
    .toBe(true);
  expect((await saved(id)).subject).toBe('Leaves {{ subscriber.email }}');
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(['Blocks', 'MJML', 'HTML', 'Markdown'])(
  'an empty template is created in %s, and its test e-mail leaves',
  async (editor) => {
    const { page, context, complaints } = await open({ email: 'mia@staff.test' });
    await page.goto(`${dashboard.url}/templates/new`);
    await page.getByRole('button', { name: editor, exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`Empty in ${editor}`);
    await page.getByRole('button', { name: 'Create template' }).click();
    await arriveAt(page, `Empty in ${editor}`);
    await page.getByRole('textbox', { name: 'Subject' }).fill('Hello');
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByRole('button', { name: 'Save and send test' }).click();
    await page.getByText('Test sent to mia@staff.test.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('a German reader sees ready-made templates in German, and a new one gets the German name', async () => {
  const { page, context, complaints } = await open({ locale: 'de-DE' });
  await page.goto(`${dashboard.url}/templates/new`);
  await page.getByText('Die erste E-Mail nach der Anmeldung.').waitFor();
  await page.getByRole('button', { name: 'Bestellbestätigung' }).click();
  await page.getByText('Für eine transaktionale E-Mail nach einer Bestellung.').waitFor();
  await page.getByRole('button', { name: 'Vorlage anlegen' }).click();
  await arriveAt(page, 'Bestellbestätigung');
  expect(complaints).toEqual([]);
  await context.close();
});

test('the mouse drags blocks, even into other blocks, and undo reverts it', async () => {
  const id = await make({ ...BLOCKS, name: 'Dragged' });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/templates/${id}`);
  const drag = async (from: string, to: string) => {
    const handle = page.getByRole('button', { name: `Move ${from}` });
    const [start, end] = [
      await handle.boundingBox(),
      await page.getByRole('button', { name: `Move ${to}` }).boundingBox(),
    ];
    await page.mouse.move(start!.x + 8, start!.y + 8);
    await page.mouse.down();
    await page.mouse.move(start!.x + 8, start!.y + 20, { steps: 4 });
    await page.mouse.move(end!.x + 8, end!.y + 10, { steps: 12 });
    await page.mouse.up();
  };
  await mail(page).getByText('First').waitFor();
  await drag('Heading: First', 'Text: Second');
  await page.getByText('Unsaved changes').waitFor();
  await save(page);
  expect((await blocksOf(id)).map(({ type }) => type)).toEqual(['text', 'heading', 'section', 'footer']);
  await drag('Text: Second', 'Text: Third');
  await save(page);
  const [heading, section, footer, ...more] = await blocksOf(id);
  expect([heading?.type, footer?.type, more]).toEqual(['heading', 'footer', []]);
  expect(section?.blocks).toEqual([
    { type: 'text', text: 'Second' },
    { type: 'text', text: 'Third' },
  ]);
  for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Undo' }).click();
  await save(page);
  expect((await blocksOf(id)).map(({ type }) => type)).toEqual(['heading', 'text', 'section', 'footer']);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a keyboard user finds a template, moves and edits a block, and saves', async () => {
  const id = await make({ ...BLOCKS, name: 'By keys' });
  const { page, context, complaints } = await open();
  const { keyboard } = page;
  await page.goto(`${dashboard.url}/templates?search=keys`);
  await page.getByRole('link', { name: 'By keys' }).waitFor();
  await tabTo(page, 'By keys');
  await keyboard.press('Enter');
  await arriveAt(page, 'By keys');
  await page.getByRole('button', { name: 'Move Text: Second' }).waitFor();
  await tabTo(page, 'Move Text: Second');
  await keyboard.press('Space');
  await page.getByText('Picked up Text: Second.').waitFor({ state: 'attached' });
  await keyboard.press('ArrowUp');
  await page.getByText('Text: Second is over Heading: First.').waitFor({ state: 'attached' });
  await keyboard.press('Space');
  await page.getByText('Unsaved changes').waitFor();
  await page.locator('[id="handle blocks.0"]:focus').waitFor();
  await keyboard.press('Alt+ArrowDown');
  await page.locator('[id="handle blocks.1"]:focus').waitFor();
  await keyboard.press('Alt+ArrowDown');
  await page.locator('[id="handle blocks.2"]:focus').waitFor();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await tabTo(page, 'Text');
  await keyboard.press('End');
  await keyboard.type(' and last');
  await keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  expect((await blocksOf(id)).map(({ text, type }) => text ?? type)).toEqual([
    'First',
    'section',
    'Second and last',
    'footer',
  ]);
  await keyboard.press('Control+z');
  await page.getByText('Unsaved changes').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('code errors show at line and column while typing, and the last valid preview stays', async () => {
  const id = await make({ name: 'Faulty', content: '<p>Hello</p>\n<p>World</p>' });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/templates/${id}`);
  await mail(page).getByText('World').waitFor();
  const code = page.getByRole('textbox', { name: 'Content' });
  await code.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' {% if a %}');
  await page.getByText(/^Line 2, column 14: /).waitFor();
  await page.locator('.cm-lint-marker-error').waitFor();
  await page.getByText('Showing the last preview without errors.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/^Line 2, column 14: /).waitFor();
  expect((await saved(id)).content).toBe('<p>Hello</p>\n<p>World</p>');
  await code.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('b{% endif %}');
  await page.getByText(/^Line 2/).waitFor({ state: 'detached' });
  await save(page);
  expect((await saved(id)).content).toBe('<p>Hello</p>\n<p>World</p> {% if a %}b{% endif %}');
  await make({ name: 'Taken' });
  await page.getByLabel('Template name').fill('Taken');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Already in use.').waitFor();
  await context.close();
});

test('a block error shows at the block and at its value', async () => {
  const id = await make({ ...BLOCKS, name: 'Wrong block' });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/templates/${id}`);
  await page.getByRole('button', { name: /^Text Second/ }).click();
  await page.getByRole('region', { name: 'Text settings' }).getByRole('textbox', { name: 'Text' }).fill('Hi {% if %}');
  const values = page.getByRole('region', { name: 'Text settings' });
  await values.getByText(/does not parse \(line 1, column 9\)/).waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await values.getByText(/does not parse/).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('the second of two editors resolves the conflict, and leaving with changes asks first', async () => {
  const id = await make({ name: 'Shared' });
  const [mine, theirs] = [await open(), await open()];
  for (const { page } of [mine, theirs]) {
    await page.goto(`${dashboard.url}/templates/${id}`);
    await mail(page).locator('p').first().waitFor();
  }
  await mine.page.getByRole('textbox', { name: 'Subject' }).fill('Mine');
  await theirs.page.getByRole('textbox', { name: 'Subject' }).fill('Theirs');
  await save(theirs.page);
  await mine.page.getByText('Someone else saved this template while you were editing.').waitFor();
  await mine.page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved(id)).subject).toBe('Theirs');
  await mine.page.getByRole('link', { name: 'All templates' }).click();
  await mine.page.getByRole('button', { name: 'Keep editing' }).click();
  await mine.page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await mine.page.getByText('Saved', { exact: true }).waitFor();
  expect((await saved(id)).subject).toBe('Mine');
  await expect.poll(() => theirs.page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Mine');
  await mine.page.getByRole('textbox', { name: 'Subject' }).fill('Never saved');
  await mine.page.getByRole('link', { name: 'All templates' }).click();
  await mine.page.getByRole('button', { name: 'Leave without saving' }).click();
  await arriveAt(mine.page, 'Templates');
  expect((await saved(id)).subject).toBe('Mine');
  await mine.context.close();
  await theirs.context.close();
});

test('the preview shows a person, phone, dark mode, plain text and all languages', async () => {
  const dark =
    '<style>p { color: rgb(1, 2, 3) } @media (prefers-color-scheme: dark) { p { color: rgb(4, 5, 6) !important } }</style>';
  const content = `<html><head>${dark}</head><body><p>Hello {{ subscriber.first_name }}</p></body></html>`;
  const id = await make({
    name: 'Shown',
    content,
    locale_variants: { de: { subject: 'Neuigkeiten', content: '<p>Hallo</p>' } },
  });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/templates/${id}`);
  const paragraph = mail(page).locator('p');
  const colour = () => paragraph.evaluate((one) => getComputedStyle(one).color);
  await page.getByRole('combobox', { name: 'Preview as' }).fill('zoe@people.test');
  await mail(page).getByText('Hello Zoë').waitFor();
  await page.getByText('News for Zoë').waitFor();
  expect(await colour()).toBe('rgb(1, 2, 3)');
  await page.getByRole('button', { name: 'Dark mode' }).click();
  await expect.poll(colour).toBe('rgb(4, 5, 6)');
  await page.getByText('Phone').click({ force: true });
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width).toBe(390);
  await page.getByText(/^1 of Gmail’s 100 KB limit/).waitFor();
  const { page: other, context: elsewhere } = await open({ role: 'viewer' });
  await other.goto(page.url()); // the URL holds it all
  await expect.poll(() => other.frameLocator('iframe').locator('p').innerText()).toBe('Hello Zoë');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Plain text').click({ force: true });
  await page.getByRole('region', { name: 'Plain text' }).getByText('Hello Zoë').waitFor();
  await page.getByText('All languages').click({ force: true });
  await page.frameLocator('iframe[title="E-mail: German"]').getByText('Hallo').waitFor();
  await page.frameLocator('iframe[title="E-mail: Default"]').getByText('Hello Zoë').waitFor();
  await page.getByRole('tab', { name: 'German' }).click();
  await page.getByRole('textbox', { name: 'Subject' }).fill('Nachrichten');
  await save(page);
  expect((await saved(id)).locale_variants.de.subject).toBe('Nachrichten');
  expect((await saved(id)).subject).toBe(TEMPLATE.subject);
  expect(complaints).toEqual([]);
  await context.close();
  await elsewhere.close();
});

test('an uploaded image shows in its block', async () => {
  const id = await make({ ...BLOCKS, name: 'Picture' });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/templates/${id}`);
  await page.getByRole('button', { name: 'Add block' }).click();
  await page.getByRole('menuitem', { name: 'Image' }).click();
  await page.getByRole('button', { name: 'Image: choose image' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload image' }).click(),
  ]);
  await chooser.setFiles('pictures/hero-table.png');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await mail(page).locator(`img[src^="${dashboard.url}/media/"]`).waitFor();
  await save(page);
  expect((await blocksOf(id)).at(-1)?.src).toMatch(`${dashboard.url}/media/`);
  await page.getByRole('button', { name: 'Image: choose image' }).click();
  await page.getByRole('button', { name: 'hero-table.png' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('a deleted template can be restored, and one in use is deleted only by typing its name', async () => {
  await make({ name: 'Spare' });
  const id = await make({ name: 'Needed' });
  await makeCampaign(dashboard.api, news, { name: 'Spring sale', template: 'Needed' });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/templates?order=name&search=Spare`);
  const act = async (name: string, what: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  await act('Spare', 'Delete');
  await page.getByRole('status').getByText('“Spare” was deleted.').waitFor();
  await page.getByText('No matching templates').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Spare' }).waitFor();
  await act('Spare', 'Duplicate');
  await arriveAt(page, 'Copy of Spare');
  await page.goto(`${dashboard.url}/templates/${id}`);
  await page.getByRole('region', { name: 'Used by' }).getByText('Campaign: Spring sale').waitFor();
  await act('Needed', 'Delete');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Campaign: Spring sale').waitFor();
  expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Type Needed to confirm').fill('Needed');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await arriveAt(page, 'Templates');
  expect((await dashboard.api.rest('GET', `/templates/${id}`)).status).toBe(404);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a viewer sees templates without controls to change them', async () => {
  const blocks = await make({ ...BLOCKS, name: 'Only seen' });
  const html = await make({ name: 'Only read' });
  const { page, context, complaints } = await open({ role: 'viewer' });
  for (const [path, ready] of [
    ['templates', 'Only seen'],
    ['templates/new', 'You can view this, but not change it.'],
    [`templates/${blocks}`, 'Used by'],
    [`templates/${html}`, 'Used by'],
  ] as const) {
    await page.goto(`${dashboard.url}/${path}`);
    await page.getByText(ready, { exact: true }).first().waitFor();
    const acts = page
      .getByRole('main')
      .getByRole('button', { name: /new|save|delete|add|what to do|test|brand|move|create/i });
    expect([path, await acts.allInnerTexts()]).toEqual([path, []]);
  }
  await page.locator('.cm-content[contenteditable]').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)('no page has an axe violation or scrolls sideways: %s', async (language, options) => {
  const blocks = await make({
    ...{ ...BLOCKS, name: `Long ${'x'.repeat(60)} ${language}` },
    locale_variants: { de: { subject: 'Hallo' }, fr: { subject: 'Bonjour' } },
  });
  const html = await make({ name: `Code ${language}` });
  const { page, context, complaints } = await open(options);
  for (const [path, ready] of [
    ['templates', 'main li'],
    ['templates?search=nothing-is-called-so', 'main [role=search]'],
    ['templates/new', 'main iframe'],
    [`templates/${blocks}?view=text`, 'main section'],
    [`templates/${blocks}?view=languages&dark=yes&pane=preview`, 'main iframe'],
    [`templates/${html}?view=phone&as=zoe%40people.test`, '.cm-content'],
    [`templates/${crypto.randomUUID()}`, 'main h1'],
    [`templates/${blocks}`, 'main iframe'],
  ] as const)
    await checkScreenAt(page, dashboard.url, path, ready);
  for (const [block, heading] of [
    ['blocks.0', /Heading|Überschrift/],
    ['blocks.2', /Section|Abschnitt/],
  ] as const) {
    await page.locator(`[data-path="${block}"] button`).nth(1).click();
    await page.locator('main h2', { hasText: heading }).waitFor();
    await checkScreen(page, block);
  }
  await page.goto(`${dashboard.url}/templates/${html}`);
  await page.locator('.cm-content').first().click();
  await page.keyboard.type('{% if %}');
  await page.locator('.cm-lint-marker-error').waitFor();
  await checkScreen(page, 'faulty code');
  expect(complaints).toEqual([]);
  await context.close();
});
