import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, untilEnded } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('PATCH', '/team', { postal_address: 'The Bakery\nMain Street 1' });
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

let count = 0;
const TEMPLATE = { editor: 'html', subject: 'S', content: '<p>HTML for {{ subscriber.first_name }}</p>' };

async function makeTemplate(input: object = {}): Promise<{ id: string; name: string }> {
  const { status, body } = await api.rest('POST', '/templates', { ...TEMPLATE, name: `Own ${++count}`, ...input });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}

const textTo = async (email: string): Promise<string> => (await inbox.mailTo(email)).at(-1)!.mail.text!;

async function makeDraft(template: string, input: object = {}, row: object = {}) {
  const email = `reader${++count}@people.test`;
  const list = await makeList(api);
  await subscribe(api, list, [{ email, first_name: 'Ada', ...row }]);
  return { email, id: await makeCampaign(api, list, { template, ...input }) };
}

/** Sends a campaign with this template to one person; returns the received text part. */
async function sent(template: string, input: object = {}, row: object = {}): Promise<string> {
  const { email, id } = await makeDraft(template, input, row);
  const { status, body } = await api.rest('POST', `/campaigns/${id}/send`);
  expect(status, JSON.stringify(body)).toBe(200);
  await untilEnded(api, id);
  return textTo(email);
}

test('a template has a text part in REST and GraphQL, which can be changed and cleared', async () => {
  const { id } = await makeTemplate({ text: 'Text for {{ subscriber.first_name }}' });
  const shown = async () => (await api.rest('GET', `/templates/${id}`)).body.data.text;
  expect(await shown()).toBe('Text for {{ subscriber.first_name }}');
  await api.rest('PUT', `/templates/${id}`, { subject: 'T' });
  expect(await shown()).toBe('Text for {{ subscriber.first_name }}');
  const update = 'mutation ($input: UpdateTemplateInput!) { updateTemplate(input: $input) { template { text } } }';
  expect(await ask(api, update, { input: { id, text: 'New' } })).toEqual({
    updateTemplate: { template: { text: 'New' } },
  });
  expect(await ask(api, update, { input: { id, text: null } })).toEqual({
    updateTemplate: { template: { text: null } },
  });
  expect(await shown()).toBeNull();
  expect((await makeTemplate()) as object).toMatchObject({ text: null });
});

test.each([
  [{ text: '{{ unclosed' }, 'text', /does not parse on line 1/],
  [{ text: 7 }, 'text', /must be a string/],
  [{ text: 'x'.repeat(500_001) }, 'text', /500,000|500000/],
  [{ locale_variants: { de: { text: '{% if x %}' } } }, 'locale_variants.de.text', /does not parse/],
])('an invalid text part is refused by its name: %j', async (input, path, problem) => {
  const refused = await api.rest('POST', '/templates', { ...TEMPLATE, name: `Bad ${++count}`, ...input });
  expect([refused.status, refused.body.errors]).toEqual([422, { [path]: [expect.stringMatching(problem)] }]);
});

test('the preview of a template, its test and its mails have its text part', async () => {
  const text = 'Dear {{ name | escape }},\n\n{{ name }} & <co>';
  const preview = await api.rest('POST', '/templates/preview', { ...TEMPLATE, text, variables: { name: "O'Neil" } });
  expect(preview.body.data.text).toBe("Dear O'Neil,\n\nO'Neil & <co>");
  const refused = await api.rest('POST', '/templates/preview', { ...TEMPLATE, text: '{{ x' });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['text']]);
  const { id, name } = await makeTemplate({ text });
  const variables = { name: 'Ann' };
  expect((await api.rest('POST', `/templates/${id}/render`, { variables })).body.data.text).toBe(
    'Dear Ann,\n\nAnn & <co>',
  );
  await api.rest('POST', `/templates/${id}/test`, { to: ['t@people.test'], from: 'a@shop.test', variables });
  expect(await textTo('t@people.test')).toBe('Dear Ann,\n\nAnn & <co>');
  const mail = { template: name, to: ['m@people.test'], from: 'a@shop.test', variables };
  expect((await api.rest('POST', '/transactional-mails', mail)).status).toBe(201);
  expect(await textTo('m@people.test')).toBe('Dear Ann,\n\nAnn & <co>');
});

test('a variable used only in the text part is a warning if it has no value', async () => {
  const { body } = await api.rest('POST', '/templates/preview', { ...TEMPLATE, text: 'Your code: {{ kode }}' });
  expect(body.data.warnings.join(' ')).toContain('kode');
});

test('a language has its own text part, one made from its own content, or the template’s', async () => {
  const { id } = await makeTemplate({
    text: 'English text',
    locale_variants: {
      de: { subject: 'Betreff', content: '<p>Deutsch</p>', text: 'Deutscher Text' },
      fr: { content: '<p>Français</p>' },
      es: { subject: 'Asunto' },
    },
  });
  const textIn = async (locale: string) =>
    (await api.rest('POST', `/templates/${id}/render`, { locale })).body.data.text;
  expect(await Promise.all(['en', 'de-AT', 'fr', 'es'].map(textIn))).toEqual([
    ...['English text', 'Deutscher Text', 'Français', 'English text'],
  ]);
});

test('a campaign sends its template’s text part, with the unsubscribe link and the postal address', async () => {
  const { name } = await makeTemplate({ text: 'Text for {{ subscriber.first_name }}: https://shop.test/a' });
  const text = await sent(name, { utm: { source: 'n' } });
  expect(text).toMatch(
    /^Text for Ada: https:\/\/shop\.test\/a\?utm_source=n\n\nThe Bakery\nMain Street 1\n\nUnsubscribe: http:\S+\/unsubscribe\/\S+\n$/,
  );
});

test('a text part with its own unsubscribe link and address gets no others, and each language uses its words', async () => {
  const own = await makeTemplate({ text: 'Go: {{ unsubscribe_url }}\n{{ team.postal_address }}' });
  expect(await sent(own.name)).toMatch(/^Go: http:\S+\nThe Bakery\nMain Street 1$/);
  const german = await makeTemplate({ text: 'Text', locale_variants: { de: { text: 'Auf Deutsch' } } });
  expect(await sent(german.name, {}, { locale: 'de' })).toMatch(/^Auf Deutsch\n\n[\s\S]*\n\nAbmelden: http/);
});

test('a campaign’s text part replaces its template’s, in its preview, test, copy and messages', async () => {
  const { name } = await makeTemplate({ text: 'Of the template' });
  const { email, id } = await makeDraft(name, { text: 'Of the campaign, {{ subscriber.first_name }}' });
  expect((await readCampaign(api, id)).text).toBe('Of the campaign, {{ subscriber.first_name }}');
  const preview = await api.rest('GET', `/campaigns/${id}/preview`);
  expect(preview.body.data.text).toMatch(/^Of the campaign, \w+\n/);
  await api.rest('POST', `/campaigns/${id}/test`, { to: [email] });
  expect(await textTo(email)).toMatch(/^Of the campaign, Ada\n/);
  const copy = await api.rest('POST', `/campaigns/${id}/duplicate`);
  expect(copy.body.data.text).toBe('Of the campaign, {{ subscriber.first_name }}');
  await api.rest('PUT', `/campaigns/${id}`, { text: null });
  expect((await ask(api, `{ campaign(id: "${id}") { text } }`)).campaign).toEqual({ text: null });
  expect(await sent(name, { text: 'Of the campaign' })).toMatch(/^Of the campaign\n/);
  expect(await sent(name)).toMatch(/^Of the template\n/);
});

test('an invalid or unrenderable text part of a campaign is a problem of its own field', async () => {
  const { name } = await makeTemplate();
  const { id } = await makeDraft(name);
  const refused = await api.rest('PUT', `/campaigns/${id}`, { text: '{% for %}' });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['text']]);
  await api.rest('PUT', `/campaigns/${id}`, { text: '{% for a in (1..100000000) %}{{ a }}{% endfor %}' });
  const { body } = await api.rest('POST', `/campaigns/${id}/check`);
  expect(body.data.problems.map(({ path }: { path: string | string[] }) => String(path))).toContain('text');
});

test('an automation e-mail has its template’s text part', async () => {
  const { name } = await makeTemplate({ text: 'Welcome, {{ subscriber.first_name }}' });
  const list = await makeList(api);
  const made = await api.rest('POST', '/automations', {
    name: 'Welcome',
    list,
    trigger: { type: 'subscribed' },
    steps: [{ type: 'send', template: name }],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect((await api.rest('POST', `/automations/${made.body.data.id}/activate`)).status).toBe(200);
  await subscribe(api, list, [{ email: 'auto@people.test', first_name: 'Ada' }]);
  expect(await textTo('auto@people.test')).toMatch(/^Welcome, Ada\n/);
});
