import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
let template: string;

beforeAll(async () => {
  api = await openTestApp();
  const body = {
    name: 'Greeting',
    editor: 'html',
    subject: 'Hi {{ name }}',
    content: '<p>Hello <b>{{ name }}</b></p>',
  };
  template = (await api.rest('POST', '/templates', body)).body.data.id;
});
afterAll(async () => {
  await api.close();
  await closeRendering();
});

test('a template is rendered with variables, escaped in HTML only', async () => {
  const { status, body } = await api.rest('POST', `/templates/${template}/render`, { variables: { name: 'A & B' } });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    subject: 'Hi A & B',
    html: '<p>Hello <b>A &amp; B</b></p>',
    text: 'Hello A & B',
    warnings: [],
  });
  const query =
    'query ($input: RenderTemplateInput!) { renderTemplate(input: $input) { subject html text warnings { message } } }';
  const rendered = await api.graphql(query, { input: { id: template, variables: { name: 'A & B' } } });
  expect(rendered.body.data.renderTemplate).toEqual(body.data); // neither has warnings
});

test('rendering without a body uses no variables', async () => {
  const { status, body } = await api.rest('POST', `/templates/${template}/render`);
  expect([status, body.data.subject]).toEqual([200, 'Hi']);
});

test('a template over its limits is 422, and the process stays alive', async () => {
  const endless = { name: 'Endless', editor: 'html', content: '{% for i in (1..1000000000) %}x{% endfor %}' };
  const { body } = await api.rest('POST', '/templates', endless);
  const rendered = await api.rest('POST', `/templates/${body.data.id}/render`, {});
  expect(rendered.status).toBe(422);
  expect(rendered.body.errors.template[0]).toMatch(/The template cannot be rendered/);
  expect((await api.rest('GET', '/lists')).status).toBe(200);
});

test('a template that timed out, perhaps on a busy machine, is rendered again', async () => {
  const content =
    "{% assign now = 'now' | date: '%s' | plus: 0 %}{% if now <= busy_until %}{% for i in (1..50000) %}{% for j in (1..50000) %}{% endfor %}{% endfor %}{% endif %}Done";
  const { body } = await api.rest('POST', '/templates', { name: 'Busy', editor: 'html', content });
  await api.rest('POST', `/templates/${body.data.id}/render`, {}); // the thread has started
  await vi.waitUntil(() => Date.now() % 1_000 >= 800, { interval: 1 }); // no template may run until the next second
  const variables = { busy_until: Math.floor(Date.now() / 1_000) };
  const rendered = await api.rest('POST', `/templates/${body.data.id}/render`, { variables });
  expect([rendered.status, rendered.body.data?.text]).toEqual([200, 'Done']);
});

test('a mail is previewed for its recipient, until its template is deleted', async () => {
  const mail = { template: 'Greeting', to: ['a@x.test'], from: 'b@x.test', variables: { name: 'Ann' } };
  const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
  const preview = await api.rest('GET', `/transactional-mails/${id}/preview`);
  expect(preview.body.data).toEqual({ subject: 'Hi Ann', html: '<p>Hello <b>Ann</b></p>', text: 'Hello Ann' });
  expect((await api.rest('DELETE', `/templates/${template}`)).status).toBe(204);
  expect((await api.rest('GET', `/templates/${template}`)).status).toBe(404);
  expect((await api.rest('GET', `/transactional-mails/${id}/preview`)).status).toBe(422);
  expect((await api.rest('GET', `/transactional-mails/${id}`)).status).toBe(200);
});

test.each([{ variables: [1] }, { locale: 'xx_YY_ZZ' }, { email: 'no' }])('%j is refused', async (body) => {
  const { body: made } = await api.rest('POST', '/templates', {
    name: JSON.stringify(body),
    editor: 'html',
    content: 'x',
  });
  expect((await api.rest('POST', `/templates/${made.data.id}/render`, body)).status).toBe(422);
});
