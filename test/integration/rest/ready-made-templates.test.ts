import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';
import { openPostOffice, type PostOffice } from '../../support/post-office.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let office: PostOffice;
beforeAll(async () => {
  api = await openTestApp();
  office = await openPostOffice(api.installation);
});
afterAll(async () => {
  await office.stop();
  await api.close();
});

const KEYS = [
  ...['welcome', 'newsletter', 'announcement', 'order-confirmation'],
  ...['password-reset', 'abandoned-cart-1', 'abandoned-cart-2', 're-engagement'],
];
const TRANSACTIONAL = ['order-confirmation', 'password-reset'];

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
  const fields = '{ key name description subject editor content variables }';
  const query = `query ($after: String) { readyMadeTemplates(first: 5, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } nodes ${fields} } }`;
  const { readyMadeTemplates: first } = await ask(api, query);
  const { readyMadeTemplates: rest } = await ask(api, query, { after: first.pageInfo.endCursor });
  expect([first.totalCount, first.pageInfo.hasNextPage, rest.pageInfo.hasNextPage]).toEqual([8, true, false]);
  const shown = [...first.nodes, ...rest.nodes];
  expect(shown).toEqual((await all()).map((one: object) => ({ ...one, editor: 'BLOCKS' })));
  const { readyMadeTemplates: last } = await ask(api, '{ readyMadeTemplates(last: 2) { nodes { key } } }');
  expect(last.nodes).toEqual(KEYS.slice(-2).map((key) => ({ key })));
});

describe.each(KEYS)('%s', (key) => {
  test('is copied by sending it as it came, and shows all its sample says, without warnings', async () => {
    const given = await find(key);
    const copied = await api.rest('POST', '/templates', given);
    const { name, subject, editor, content } = given;
    expect([copied.status, copied.body.data]).toMatchObject([201, { name, subject, editor, content }]);
    const path = `/templates/${copied.body.data.id}/render`;
    // On a busy machine a render may run out of time.
    const body = await until(async () => {
      const answer = await api.rest('POST', path, { variables: given.variables, email: 'ann@example.test' });
      return answer.status === 200 && answer.body;
    });
    expect(body.data.warnings).toEqual([]);
    expect(body.data.subject).not.toMatch(/^$|[{}]/);
    const { html, text } = body.data;
    expect(html + text).not.toMatch(/\{\{|\{%|undefined|\[object/);
    for (const said of textsOf(given.variables)) {
      expect(html).toContain(said);
      if (!said.endsWith('.jpg')) expect(text).toContain(said);
    }
  });

  test('arrives as text and as HTML, no line of it over 998 octets', async () => {
    const given = await find(key);
    const mail = { template: given.name, from: 'shop@shop.example', to: [`${key}@x.test`], variables: given.variables };
    expect((await api.rest('POST', '/transactional-mails', mail)).status).toBe(201);
    const [{ raw, mail: parsed } = { raw: '', mail: undefined }] = await office.mailTo(mail.to[0]!);
    expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
    expect(raw).toContain('multipart/alternative');
    expect(parsed?.text?.length).toBeGreaterThan(150);
    expect(parsed?.html).toContain('</html>');
  });
});

test('those that go to many people show who writes and the way out', async () => {
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

/** Every text in a sample. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
