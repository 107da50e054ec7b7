import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { TEMPLATE } from '../../support/campaigns.ts';
import { ask, fail } from '../../support/graphql.ts';

const FROM = 'shop@shop.test';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const tagsNamed = async (search: string): Promise<number> =>
  (await ask(api, 'query ($search: String) { tags(search: $search) { totalCount } }', { search })).tags.totalCount;

const code = (error: { extensions: { code: string } }) => error.extensions.code;

describe('a failed mutation', () => {
  const TWICE = `mutation ($name: String!) {
    first: createTag(input: { name: $name }) { tag { id name } }
    again: createTag(input: { name: $name }) { tag { id } }
    other: deleteTag(id: "none") { deletedId }
  }`;

  test('is null, and the others keep their results', async () => {
    const { data, errors } = (await api.graphql(TWICE, { name: 'twice' })).body;
    expect(data).toEqual({ first: { tag: { id: expect.any(String), name: 'twice' } }, again: null, other: null });
    expect(errors.map(({ path }: { path: string[] }) => path)).toEqual([['again'], ['other']]);
    expect(errors.map(code)).toEqual(['BAD_USER_INPUT', 'NOT_FOUND']);
    expect((await api.rest('GET', `/tags/${data.first.tag.id}`)).status).toBe(200);
  });

  test('with an idempotency key undoes the others, and hides their results', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { data, errors } = (await api.graphql(TWICE, { name: 'undone' }, { headers })).body;
    expect([data, errors.length]).toEqual([null, 2]);
    expect(await tagsNamed('undone')).toBe(0);
  });

  test('that finds nothing is stored under its key together with the undoing', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const call = () =>
      api.graphql(
        `mutation { made: createTag(input: { name: "kept" }) { tag { id } } gone: deleteTag(id: "none") { deletedId } }`,
        {},
        { headers },
      );
    const [first, again] = [await call(), await call()];
    expect([first.body.data, first.body.errors.map(code)]).toEqual([null, ['NOT_FOUND']]);
    expect([again.body, again.headers['idempotent-replay']]).toEqual([first.body, 'true']);
    expect(await tagsNamed('kept')).toBe(0);
  });
});

test('a list in a payload costs as much as all its items', async () => {
  const fields = Array.from({ length: 99 }, (_, index) => `f${index}: id`).join(' ');
  const query = `mutation ($inputs: [RecordEventInput!]!) {
    recordEvents(input: { events: $inputs }) { results { event { person { ${fields} } } } }
  }`;
  const inputs = Array.from({ length: 1_000 }, () => ({ email: 'ann@people.test', name: 'visit' }));
  expect((await fail(api, query, { inputs })).message).toContain('requests too much');
  expect(await api.db.event.count()).toBe(0);
});

test('a query that refuses the caller is null, and the others keep their results', async () => {
  const query = '{ usage { lists } viewer { member { id } } tags { totalCount } }';
  const { data, errors } = (await api.graphql(query)).body;
  expect(data).toEqual({ usage: { lists: 0 }, viewer: null, tags: { totalCount: expect.any(Number) } });
  expect(errors).toMatchObject([{ path: ['viewer'], extensions: { code: 'FORBIDDEN' } }]);
});

test.each([
  ['changes', '(first: 0)', 'nodes { cursor }'],
  ['previewTemplate', '(input: { editor: HTML, subject: "Hi", content: "{{" })', 'html'],
])('a refused argument of %s empties it alone', async (field, given, fields) => {
  const { data, errors } = (await api.graphql(`{ ${field}${given} { ${fields} } tags { totalCount } }`)).body;
  expect(data).toEqual({ [field]: null, tags: { totalCount: expect.any(Number) } });
  expect(errors).toMatchObject([{ path: [field], extensions: { code: 'BAD_USER_INPUT' } }]);
});

describe('warnings', () => {
  const CREATE = `mutation ($input: CreateTemplateInput!) {
    createTemplate(input: $input) { template { warnings { message } } warnings { code message path } }
  }`;
  const template = (name: string, content: string) => ({ ...TEMPLATE, editor: 'HTML', name, content });

  test('of a saved template name its unknown variables', async () => {
    const input = template('Misspelt', '{{ subscriber.firstname }}');
    const { createTemplate } = await ask(api, CREATE, { input });
    const [{ message }] = createTemplate.template.warnings;
    expect(message).toContain('subscriber.firstname');
    expect(createTemplate.warnings).toEqual([{ code: 'UNKNOWN_VARIABLE', message, path: [] }]);
  });

  test('are empty if there are none', async () => {
    const { createTemplate } = await ask(api, CREATE, { input: template('Right', '{{ subscriber.first_name }}') });
    expect(createTemplate.warnings).toEqual([]);
    const tag = 'mutation { createTag(input: { name: "quiet" }) { tag { id } warnings { message } } }';
    const { createTag } = await ask(api, tag);
    expect(createTag.warnings).toEqual([]);
    const gone = `mutation { deleteTag(id: "${createTag.tag.id}") { deletedId warnings { message } } }`;
    expect(await ask(api, gone)).toEqual({ deleteTag: { deletedId: createTag.tag.id, warnings: [] } });
  });

  test('of e-mails name addresses without a variable, in a batch with the position of the e-mail', async () => {
    const mail = { to: ['ann@people.test'], from: FROM, subject: 'Hello' };
    const [right, wrong] = [
      { ...mail, text: 'Hello' },
      { ...mail, text: 'Hello', html: '<a href="{{ url }}">Go</a>' },
    ];
    const one = `mutation ($input: SendTransactionalMailInput!) {
      sendTransactionalMail(input: $input) { warnings { message path } }
    }`;
    const { sendTransactionalMail } = await ask(api, one, { input: wrong });
    expect(sendTransactionalMail.warnings).toEqual([{ message: expect.stringContaining('url'), path: [] }]);
    const many = `mutation ($inputs: [SendTransactionalMailInput!]!) {
      sendTransactionalMails(input: { mails: $inputs }) { results { transactionalMailId } warnings { message path } }
    }`;
    const { sendTransactionalMails } = await ask(api, many, { inputs: [right, wrong] });
    expect(sendTransactionalMails.warnings).toEqual([{ message: expect.stringContaining('url'), path: ['1'] }]);
  });

  test('of an automation have the path to its step', async () => {
    const lost = (await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Lost' })).body.data.id;
    const made = await api.rest('POST', '/automations', {
      name: 'Old',
      trigger: { type: 'event', name: 'cart' },
      steps: [{ id: 'mail', type: 'send', template: 'Lost' }],
    });
    expect((await api.rest('DELETE', `/templates/${lost}`)).status).toBe(204);
    const change = `mutation ($id: ID!) {
      updateAutomation(input: { id: $id, name: "New" }) { automation { name } warnings { path message } }
    }`;
    const { updateAutomation } = await ask(api, change, { id: made.body.data.id });
    expect(updateAutomation.automation).toEqual({ name: 'New' });
    expect(updateAutomation.warnings).toContainEqual({
      path: ['steps', '0', 'template'],
      message: expect.stringContaining('template'),
    });
  });
});
