import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { makeForm } from '../../support/forms.ts';

const BASE = 'https://mail.shop.test';
let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({ publicUrl: BASE });
  list = await makeList(api, { name: 'News from the shop' });
  const brand = { color: '#8a1538', background_color: '#fdf0d5', logo_url: 'https://shop.test/logo.png' };
  await api.rest('PATCH', '/team', { name: 'The Shoe Shop', brand });
});
afterAll(() => api.close());

const overlayOf = async (id: string) => {
  const answer = await api.app.inject({ url: `/f/${id}/overlay` });
  expect(answer.statusCode).toBe(200);
  return { data: answer.json().data, headers: answer.headers };
};

test('a kind, a design and an opening are stored and read in both interfaces', async () => {
  const opening = { open_after_seconds: 0, open_after_percent: 60, open_on_leave: true, repeat_after_days: 0 };
  const form = await makeForm(api, list, { kind: 'slide_in', design: 'bold', ...opening });
  expect(form).toMatchObject({ kind: 'slide_in', design: 'bold', ...opening });
  const query = `query ($id: ID!) { form(id: $id) { kind design openAfterSeconds openAfterPercent openOnLeave repeatAfterDays } }`;
  expect((await api.graphql(query, { id: form.id })).body.data.form).toEqual({
    ...{ kind: 'SLIDE_IN', design: 'BOLD', openAfterSeconds: 0, openAfterPercent: 60 },
    ...{ openOnLeave: true, repeatAfterDays: 0 },
  });
  const change = `mutation ($id: ID!) { updateForm(input: { id: $id, kind: BAR, openAfterPercent: null, repeatAfterDays: null }) {
    form { kind design openAfterSeconds openAfterPercent repeatAfterDays } } }`;
  expect((await api.graphql(change, { id: form.id })).body.data.updateForm.form).toEqual({
    ...{ kind: 'BAR', design: 'BOLD', openAfterSeconds: 0, openAfterPercent: null, repeatAfterDays: 30 },
  });
  const reset = { kind: null, design: null, open_after_seconds: null, open_on_leave: null };
  expect((await api.rest('PATCH', `/forms/${form.id}`, reset)).body.data).toMatchObject({
    ...{ kind: 'inline', design: 'clean', open_after_seconds: null, open_on_leave: false },
  });
});

test.each([
  ['kind', 'window'],
  ['design', 'loud'],
  ['open_after_seconds', -1],
  ['open_after_seconds', 3_601],
  ['open_after_percent', 0],
  ['open_after_percent', 101],
  ['open_on_leave', 'yes'],
  ['repeat_after_days', 366],
])('%s cannot be %j', async (key, value) => {
  const { status, body } = await api.rest('POST', '/forms', { list, name: 'Bad', [key]: value });
  expect([status, Object.keys(body.errors)]).toEqual([422, [key]]);
});

test.each([
  ["kind = 'window'", 'forms_kind_check'],
  ["design = 'loud'", 'forms_design_check'],
  ['open_after_percent = 0', 'forms_opening_check'],
])('the database refuses %s as well', async (change, constraint) => {
  await makeForm(api, list);
  await expect(api.db.$executeRawUnsafe(`update forms set ${change}`)).rejects.toThrow(constraint);
});

test('the heading of a form without one is the name of its list, not the internal name', async () => {
  const form = await makeForm(api, list, { name: 'Footer, B variant' });
  expect(form.title).toBe('News from the shop');
  const page = (await api.app.inject({ url: `/f/${form.id}` })).payload;
  expect(page).toContain('<h1>News from the shop</h1>');
  for (const shown of [page, form.html]) expect(shown).not.toContain('Footer, B variant');
  const own = await makeForm(api, list, { title: 'Join us' });
  expect((await api.rest('PATCH', `/forms/${own.id}`, { name: 'Other' })).body.data.title).toBe('Join us');
});

test('the code for a site follows the kind', async () => {
  const code = async (kind: string) => {
    const { id, html } = await makeForm(api, list, { kind, title: 'News & more', text: 'Once a month.' });
    return { id, html };
  };
  const page = await code('page');
  expect(page.html).toBe(`<a href="${BASE}/f/${page.id}">News &amp; more</a>\n`);
  for (const kind of ['popup', 'slide_in', 'bar']) {
    const { id, html } = await code(kind);
    expect(html).toBe(`<script src="${BASE}/f/form.js" data-tidings="${id}" async></script>\n`);
  }
  const { id, html } = await code('inline');
  for (const part of [
    ...['<style>', '<h2>News &amp; more</h2><p>Once a month.</p>', `<form action="${BASE}/f/${id}"`, 'name="email"'],
    ...[`<script src="${BASE}/f/form.js" async></script>`, '#8a1538'],
  ])
    expect(html).toContain(part);
});

test('the script reads how and when a form opens, and nothing for kinds that open nowhere', async () => {
  const form = await makeForm(api, list, { kind: 'popup', design: 'tinted', title: 'News <now>' });
  const { data, headers } = await overlayOf(form.id);
  expect(data).toEqual({
    ...{ seconds: 5, percent: null, leave: false, days: 30 },
    html: expect.stringContaining('<dialog class="popup" lang="en" aria-label="News &lt;now&gt;">'),
    css: expect.stringContaining('background:#fdf0d5'),
  });
  expect(data.html).toContain('<img src="https://shop.test/logo.png" alt="The Shoe Shop"');
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=60' });
  await api.rest('PATCH', `/forms/${form.id}`, { open_after_percent: 40 });
  expect((await overlayOf(form.id)).data).toMatchObject({ seconds: null, percent: 40, leave: false });
  await api.rest('PATCH', `/forms/${form.id}`, { open_after_seconds: 0, open_on_leave: true, repeat_after_days: 7 });
  expect((await overlayOf(form.id)).data).toMatchObject({ seconds: 0, percent: 40, leave: true, days: 7 });
  for (const kind of ['inline', 'page']) {
    await api.rest('PATCH', `/forms/${form.id}`, { kind });
    expect((await overlayOf(form.id)).data).toBe(null);
  }
  expect((await api.rest('GET', `/forms/${form.id}`)).body.data.views).toBe(0);
  await api.rest('DELETE', `/forms/${form.id}`);
  expect((await api.app.inject({ url: `/f/${form.id}/overlay` })).statusCode).toBe(404);
  expect((await api.app.inject({ method: 'POST', url: `/f/${form.id}/overlay` })).statusCode).toBe(405);
});

test.each(['popup', 'slide_in', 'bar'])('hostile texts stay text in a form of the kind %s', async (kind) => {
  const evil = `"'><script>alert(1)</script>`;
  const form = await makeForm(api, list, { ...{ kind, title: evil, text: evil, button: evil, consent_text: evil } });
  expect((await overlayOf(form.id)).data.html).not.toMatch(/<script>|"'>/);
});

test('each design has its own page in the colours of the brand', async () => {
  const form = await makeForm(api, list);
  const styleOf = async (design: string) => {
    await api.rest('PATCH', `/forms/${form.id}`, { design });
    const { payload, headers } = await api.app.inject({ url: `/f/${form.id}` });
    expect(headers['content-security-policy']).toContain("style-src 'sha256-");
    return /<style>(.*?)<\/style>/s.exec(payload)?.[1];
  };
  const [clean, tinted, bold] = [await styleOf('clean'), await styleOf('tinted'), await styleOf('bold')];
  expect(new Set([clean, tinted, bold]).size).toBe(3);
  expect(tinted).toContain('--paper: #fdf0d5');
  expect(bold).toContain('background: #8a1538');
});
