import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
});

const TRANSACTIONAL = ['order-confirmation', 'receipt', 'shipping', 'invoice', 'password-reset', 'sign-in-code'];
const KEYS = [
  ...['welcome', 'newsletter', 'newsletter-magazine', 'newsletter-products', 'announcement', 'event-invitation'],
  ...['birthday', 'survey', 'referral', 're-engagement', 'win-back', 'browse', 'abandoned-cart-1', 'abandoned-cart-2'],
  ...['review', ...TRANSACTIONAL],
];
/** Templates with placeholder texts exist in English only. */
const TRANSLATED = [...['browse', 'abandoned-cart-1', 'abandoned-cart-2', 'review'], ...TRANSACTIONAL];
/** Gmail clips messages of 102 kB. */
const MAX_BYTES = 60_000;

const all = async () => (await api.rest('GET', '/ready-made-templates?per_page=100')).body.data;
const find = async (key: string) => (await all()).find((one: { key: string }) => one.key === key);

test('REST and GraphQL list the same templates, in the same order and in pages', async () => {
  const { status, body } = await api.rest('GET', '/ready-made-templates?per_page=3&page=2');
  expect([status, body.meta.total, body.data.map(({ key }: { key: string }) => key)]).toEqual([
    200,
    KEYS.length,
    KEYS.slice(3, 6),
  ]);
  expect((await all()).map(({ key }: { key: string }) => key)).toEqual(KEYS);
  const fields = '{ key name description subject editor content locale_variants: localeVariants variables }';
  const query = `query ($after: String) { readyMadeTemplates(first: 15, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } nodes ${fields} } }`;
  const { readyMadeTemplates: first } = await ask(api, query);
  const { readyMadeTemplates: rest } = await ask(api, query, { after: first.pageInfo.endCursor });
  expect([first.totalCount, first.pageInfo.hasNextPage, rest.pageInfo.hasNextPage]).toEqual([KEYS.length, true, false]);
  const shown = [...first.nodes, ...rest.nodes];
  expect(shown).toEqual((await all()).map((one: object) => ({ ...one, editor: 'BLOCKS' })));
  const { readyMadeTemplates: last } = await ask(api, '{ readyMadeTemplates(last: 2) { nodes { key } } }');
  expect(last.nodes).toEqual(KEYS.slice(-2).map((key) => ({ key })));
});

describe.each(KEYS)('%s', (key) => {
  test('is copied by sending it as read, and renders its sample without warnings', async () => {
    const given = await find(key);
    const copied = await api.rest('POST', '/templates', given);
    const { name, subject, editor, content } = given;
    expect([copied.status, copied.body.data]).toMatchObject([201, { name, subject, editor, content }]);
    const path = `/templates/${copied.body.data.id}/render`;
    // On a busy machine a render may time out.
    const body = await until(async () => {
      const answer = await api.rest('POST', path, { variables: given.variables, email: 'ann@example.test' });
      return answer.status === 200 && answer.body;
    });
    expect(body.data.warnings).toEqual([]);
    expect(body.data.subject).not.toMatch(/^$|[{}]/);
    const { html, text } = body.data;
    expect(html + text).not.toMatch(/\{\{|\{%|undefined|\[object/);
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
    for (const said of textsOf(given.variables).flatMap((text) => text.split('\n'))) {
      expect(html).toContain(said);
      if (!said.endsWith('.png')) expect(text).toContain(said);
    }
    await expect(`${outlineOf(html)}\n\n${text}\n`).toMatchFileSnapshot(`../../fixtures/ready-made/${key}.txt`);
  });

  test('arrives as text and as HTML, without lines over 998 octets', async () => {
    const given = await find(key);
    const mail = { template: given.name, from: 'shop@shop.example', to: [`${key}@x.test`], variables: given.variables };
    expect((await api.rest('POST', '/transactional-mails', mail)).status).toBe(201);
    const [{ raw, mail: parsed } = { raw: '', mail: undefined }] = await inbox.mailTo(mail.to[0]!);
    expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
    expect(raw).toContain('multipart/alternative');
    expect(parsed?.text?.length).toBeGreaterThan(150);
    expect(parsed?.html).toContain('</html>');
  });
});

test('bulk templates show the sender and an unsubscribe link', async () => {
  await api.rest('PATCH', '/team', { name: 'The Bakery' });
  for (const given of (await all()).filter(({ key }: { key: string }) => !TRANSACTIONAL.includes(key))) {
    const { body } = await api.rest('POST', '/templates', { ...given, name: `Bulk ${given.key}` });
    const { variables } = given;
    const rendered = await api.rest('POST', `/templates/${body.data.id}/render`, { variables });
    const { html, text } = rendered.body.data;
    expect(html).toContain(`href="${variables.unsubscribe_url}"`);
    expect(text).toContain(`Unsubscribe (${variables.unsubscribe_url})`);
    expect(text).toContain('The Bakery');
  }
});

describe.each(TRANSLATED)('%s', (key) => {
  test.each(['de', 'fr', 'es', 'nl'])('is complete in %s, with the same parts', async (language) => {
    const given = await find(key);
    const { subject, content } = given.locale_variants[language];
    expect(shapeOf(JSON.parse(content))).toEqual(shapeOf(JSON.parse(given.content)));
    const [own, theirs] = [given, { subject, content }].map((one) => [
      one.subject,
      ...wordsOf(JSON.parse(one.content)),
    ]);
    const left = own!.filter((words, index) => words === theirs![index] && !SAME_WORDS.includes(words));
    expect(left).toEqual([]);
    const { body } = await api.rest('POST', '/templates', { ...given, name: `${key} ${language}` });
    const filled = { variables: given.variables, locale: language };
    const rendered = await api.rest('POST', `/templates/${body.data.id}/render`, filled);
    expect(rendered.body.data.html).toContain(`lang="${language}"`);
    expect(rendered.body.data.warnings).toEqual([]);
    expect(rendered.body.data.text).not.toMatch(/\b(Unsubscribe|You receive|order|Answer this)\b/);
  });
});

/** Words with the same spelling in two languages. */
const SAME_WORDS = ['Total', 'Subtotal'];

/** The visible texts in a document of blocks, without data. */
function wordsOf(value: unknown, name = ''): string[] {
  const isRead = ['text', 'label', 'note', 'alt', 'preheader', 'unsubscribe', 'preferences'].includes(name);
  if (typeof value === 'string') return isRead && !/^(\*\*)?\{\{[^{}]*\}\}(\*\*)?$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const own =
    'type' in value && value.type === 'footer' ? { unsubscribe: 'Unsubscribe', preferences: 'Preferences' } : {};
  return Object.entries({ ...value, ...own, ...value }).flatMap(([key, one]) => wordsOf(one, key));
}

/** The types of the blocks, with their contents. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return value.map(shapeOf);
  const inside = Object.entries(value).filter(([, one]) => typeof one === 'object');
  return [(value as { type?: string }).type, ...inside.map(([key, one]) => [key, shapeOf(one)])];
}

/** The parts of a message in reading order, which a change of the compiler must not alter. */
function outlineOf(html: string): string {
  const body = html.slice(html.indexOf('<body')).replace(/<!--[\s\S]*?-->/g, '');
  const parts =
    /<(h[1-3]|img|blockquote|ol|ul|li)\b([^>]*)>|<table class="(aligned)"|bgcolor="[^"]*" (role="presentation")|2px (dashed)/g;
  return [...body.matchAll(parts)]
    .map(([, tag, rest = '', table, button]) => {
      if (tag === 'img') return `picture: ${/alt="([^"]*)"/.exec(rest)?.[1] ?? 'without words'}`;
      return tag ?? (table ? 'table of goods' : button ? 'button' : 'coupon');
    })
    .join('\n');
}

/** Every text in a sample. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
