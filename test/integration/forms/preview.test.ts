import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api, { name: 'News from the shop', locale: 'de', requires_confirmation: true });
  await api.rest('PATCH', '/team', { name: 'The Shoe Shop', brand: { color: '#8a1538' } });
});
afterAll(() => api.close());

const preview = async (input: object) => {
  const { status, body } = await api.rest('POST', '/forms/preview', input);
  expect([status, Object.keys(body.data ?? body.errors)]).toEqual([200, ['html']]);
  return body.data.html as string;
};

test.each([
  ['inline', '<section class="tidings-'],
  ['popup', '<dialog class="popup"'],
  ['slide_in', '<div role="dialog" class="slide_in"'],
  ['bar', '<div role="dialog" class="bar"'],
  ['page', '<div class="sheet"><header>The Shoe Shop</header>'],
])('unsaved values are shown as %s, in both interfaces', async (kind, part) => {
  const input = { kind, list, text: 'Once a month.', fields: [{ field: 'first_name' }], design: 'bold' };
  const html = await preview(input);
  for (const text of [part, 'News from the shop', 'Once a month.', 'name="first_name"', 'lang="de"', '#8a1538'])
    expect(html).toContain(text);
  expect(html).not.toContain('<script');
  const query = 'query ($input: PreviewFormInput!) { previewForm(input: $input) { html } }';
  const { list: listId, ...others } = input;
  const same = { ...others, listId, kind: kind.toUpperCase(), design: 'BOLD' };
  expect((await api.graphql(query, { input: same })).body.data.previewForm.html).toBe(html);
});

test.each(['inline', 'popup', 'page'])('the message after a sign-up is shown as %s', async (kind) => {
  const usual = await preview({ kind, list, sent: true });
  expect(usual).toContain('Bitte prüfen Sie Ihr Postfach');
  expect(usual).not.toContain('<form');
  const own = await preview({ kind, list, sent: true, success_title: 'Hurra', success_text: 'Bis <bald>.' });
  for (const text of ['Hurra', 'Bis &lt;bald&gt;.']) expect(own).toContain(text);
});

test('every value is optional, and a wrong one is reported by its name', async () => {
  expect(await preview({})).toContain('<h2>Newsletter</h2>');
  for (const [input, key] of [
    [{ kind: 'window' }, 'kind'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ list: UNKNOWN_ID }, 'list'],
  ] as const) {
    const { status, body } = await api.rest('POST', '/forms/preview', input);
    expect([status, Object.keys(body.errors)]).toEqual([422, [key]]);
  }
  expect(await api.db.form.count()).toBe(0);
});
