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
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('PATCH', '/team', { postal_address: 'Main Street 1' });
  list = await makeList(api);
  await subscribe(
    api,
    list,
    Array.from({ length: 6 }, (_, index) => ({ email: `v${index}@people.test`, first_name: `Name${index}` })),
  );
  for (const [name, content, text] of [
    ['Bread', '<p>Bread in HTML</p>', undefined],
    ['Cake', '<p>Cake in HTML</p>', undefined],
    ['Tart', '<p>Tart in HTML</p>', 'Tart of the template'],
  ])
    await api.rest('POST', '/templates', { name, editor: 'html', subject: 'S', content, text });
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

const testOf = (...variants: object[]) => ({ variants, sample_percent: 100, by: 'manual' });

async function draft(test: object, input: object = {}): Promise<string> {
  return makeCampaign(api, list, { template: 'Bread', test, ...input });
}

/** The first line of the text part of each variant. */
async function shown(id: string, variants = 2): Promise<string[]> {
  const previews = await Promise.all(
    Array.from({ length: variants }, (_, index) => api.rest('GET', `/campaigns/${id}/preview?variant=${index + 1}`)),
  );
  return previews.map(({ body }) => body.data.text.split('\n')[0]);
}

test('a variant has its own text, in REST and GraphQL, which a copy keeps and null clears', async () => {
  const test = testOf({ name: 'A' }, { name: 'B', text: 'Bread, {{ subscriber.first_name }}' });
  const id = await draft(test);
  expect((await readCampaign(api, id)).test.variants.map(({ text }: { text: string }) => text)).toEqual([
    null,
    'Bread, {{ subscriber.first_name }}',
  ]);
  const asked = await ask(api, `{ campaign(id: "${id}") { abTest { variants { text } } } }`);
  expect(asked.campaign.abTest.variants).toEqual([{ text: null }, { text: 'Bread, {{ subscriber.first_name }}' }]);
  const copy = await api.rest('POST', `/campaigns/${id}/duplicate`);
  expect(copy.body.data.test.variants[1].text).toBe('Bread, {{ subscriber.first_name }}');
  const cleared = testOf({ name: 'A' }, { name: 'B', subject: 'Other', text: null });
  const put = await api.rest('PUT', `/campaigns/${id}`, { test: cleared });
  expect(put.body.data.test.variants[1].text).toBeNull();
});

test.each([
  ['nothing', {}, { subject: 'T' }, ['Bread in HTML', 'Bread in HTML']],
  ['a text in the variant', {}, { text: 'Own' }, ['Bread in HTML', 'Own']],
  ['a text in the campaign', { text: 'All' }, { subject: 'T' }, ['All', 'All']],
  ['a text in both', { text: 'All' }, { text: 'Own' }, ['All', 'Own']],
  ['another template', { text: 'All' }, { template: 'Cake' }, ['All', 'Cake in HTML']],
  ['another template with a text', { text: 'All' }, { template: 'Tart' }, ['All', 'Tart of the template']],
  ['another template and a text', { text: 'All' }, { template: 'Tart', text: 'Own' }, ['All', 'Own']],
  ['the template of the campaign', { text: 'All' }, { template: 'Bread', subject: 'T' }, ['All', 'All']],
])('with %s, each variant shows the text that matches its content', async (_, input, variant, texts) => {
  expect(await shown(await draft(testOf({ name: 'A' }, { name: 'B', ...variant }), input))).toEqual(texts);
});

test('each person gets their variant’s text, rendered, with the unsubscribe link', async () => {
  const test = testOf({ name: 'A', template: 'Cake' }, { name: 'B', text: 'Own for {{ subscriber.first_name }}' });
  const id = await draft(test, { text: 'All' });
  expect((await api.rest('POST', `/campaigns/${id}/send`)).status).toBe(200);
  await untilEnded(api, id);
  const mails = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => (await inbox.mailTo(`v${index}@people.test`)).at(-1)!.mail),
  );
  const first = mails.map(({ text, html }) => [
    text!.split('\n')[0]!.replace(/\d/, ''),
    /(Cake|Bread) in/.exec(String(html))![1],
  ]);
  expect(first.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => ['Cake in HTML', 'Cake']),
    ...Array.from({ length: 3 }, () => ['Own for Name', 'Bread']),
  ]);
  expect(mails.every(({ text }) => text!.includes('/unsubscribe/'))).toBe(true);
  const resent = await api.rest('POST', `/campaigns/${id}/resend-to`, { who: 'not_opened' });
  expect([resent.status, resent.body.data.text]).toEqual([201, null]);
});

test('variants with different texts are different, and equal ones are refused', async () => {
  await draft(testOf({ name: 'A', text: 'One' }, { name: 'B', text: 'Two' }));
  const { status, body } = await api.rest('POST', '/campaigns', {
    ...{ name: 'Equal', list, template: 'Bread', text: 'All' },
    test: testOf({ name: 'A' }, { name: 'B', text: 'All' }),
  });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['test.variants.1']]);
});

test.each([
  ['{{ unclosed', /does not parse/],
  ['{% for %}', /does not parse/],
  [7, /string/],
])('an invalid text of a variant is refused with its path: %j', async (text, problem) => {
  const { status, body } = await api.rest('POST', '/campaigns', {
    ...{ name: 'Wrong', list, template: 'Bread' },
    test: testOf({ name: 'A' }, { name: 'B', text }),
  });
  expect([status, body.errors]).toEqual([422, { 'test.variants.1.text': [expect.stringMatching(problem)] }]);
});

test('errors in a variant’s text are reported for that variant, including an unknown name', async () => {
  const id = await draft(
    testOf(
      { name: 'A', text: '{% for a in (1..100000000) %}{{ a }}{% endfor %}' },
      { name: 'B', text: 'Hi {{ subscriber.firstname }}' },
    ),
  );
  const { body } = await api.rest('POST', `/campaigns/${id}/check`);
  const paths = (issues: { path: unknown }[]) => issues.map(({ path }) => String(path).replaceAll(',', '.'));
  expect(paths(body.data.problems)).toContain('test.variants.0.text');
  expect(paths(body.data.warnings)).toContain('test.variants.1.text');
});

test('a name used only in the campaign’s own text is a warning of its check and preview', async () => {
  const id = await makeCampaign(api, list, { template: 'Bread', text: 'Hi {{ subscriber.frist_name }}' });
  const { body } = await api.rest('POST', `/campaigns/${id}/check`);
  expect(body.data.warnings).toContainEqual({
    path: 'text',
    message: expect.stringContaining('subscriber.frist_name'),
  });
  const preview = await api.rest('GET', `/campaigns/${id}/preview`);
  expect(preview.body.data.warnings.join()).toContain('Did you mean first_name?');
});
