import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask, fail } from '../../support/graphql.ts';
import { until } from '../../support/until.ts';
import { WRONG_TYPES } from '../../support/values.ts';

let api: TestApp;
let number = 0;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

/** A valid template under an unused name. */
const template = (input: object = {}) => {
  number += 1;
  return { name: `T${number}`, editor: 'html', content: '<p>Hello {{ subscriber.email }}</p>', ...input };
};
const make = async (input: object = {}) => (await api.rest('POST', '/templates', template(input))).body.data;

test('a template is created, read, changed and listed', async () => {
  const input = template({ subject: 'Hi {{ variables.name }}', styles: 'p { color: red }' });
  const created = await api.rest('POST', '/templates', input);
  expect([created.status, created.body]).toEqual([
    201,
    {
      data: {
        ...input,
        text: null,
        strict: false,
        css_warnings: [],
        locale_variants: {},
        id: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    },
  ]);
  const { id } = created.body.data;
  expect((await api.rest('GET', `/templates/${id}`)).body).toEqual(created.body);
  const changed = await api.rest('PUT', `/templates/${id}`, { content: 'new', subject: null });
  expect([changed.status, changed.body.data]).toEqual([
    200,
    { ...created.body.data, content: 'new', subject: null, updated_at: expect.any(String) },
  ]);
  expect(changed.body.data.updated_at >= created.body.data.updated_at).toBe(true);
  expect((await api.rest('GET', '/templates')).body.data[0]).toEqual(changed.body.data);
});

test('GraphQL creates, changes, reads and lists the same templates', async () => {
  const fields = '{ id name editor subject content styles createdAt updatedAt }';
  const create = `mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template ${fields} } }`;
  const {
    createTemplate: { template: createTemplate },
  } = await ask(api, create, { input: template({ editor: 'HTML', styles: 'p {}' }) });
  const change = `mutation ($id: ID!) { updateTemplate(input: { id: $id, styles: null }) { template ${fields} } }`;
  const {
    updateTemplate: { template: updateTemplate },
  } = await ask(api, change, { id: createTemplate.id });
  expect(updateTemplate).toEqual({ ...createTemplate, styles: null, updatedAt: expect.any(String) });
  const read = `query ($id: ID!) { template(id: $id) ${fields} templates(first: 1) { nodes ${fields} } }`;
  const data = await ask(api, read, { id: createTemplate.id });
  expect(data).toEqual({ template: updateTemplate, templates: { nodes: [updateTemplate] } });
  const { extensions } = await fail(api, create, {
    input: { ...template(), editor: 'HTML', name: updateTemplate.name },
  });
  expect(extensions.issues).toMatchObject([{ path: ['name'], message: 'The name field has already been taken.' }]);
});

describe('a name', () => {
  const TAKEN = {
    message: 'The name field has already been taken.',
    errors: { name: ['The name field has already been taken.'] },
  };

  test('is unique in the team, on creation and on change', async () => {
    const [a, b] = [await make(), await make()];
    const again = await api.rest('POST', '/templates', template({ name: ` ${a.name} ` }));
    expect([again.status, again.body]).toEqual([422, TAKEN]);
    const renamed = await api.rest('PUT', `/templates/${b.id}`, { name: a.name });
    expect([renamed.status, renamed.body]).toEqual([422, TAKEN]);
    expect((await api.rest('PUT', `/templates/${a.id}`, { name: a.name })).status).toBe(200);
  });

  test('requested ten times at once is used once', async () => {
    const input = template();
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.rest('POST', '/templates', input)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(422)]);
  });
});

describe('refused templates:', () => {
  test.each([
    [{ name: '' }, 'The name field is required.'],
    [{ name: 'x'.repeat(256) }, 'The name field must not be greater than 255 characters.'],
    [{ name: 'a\u0000' }, 'The name field must not contain NUL or broken characters.'],
    [{ editor: undefined }, 'The editor field is required.'],
    [{ content: undefined }, 'The content field is required.'],
    [{ content: '' }, 'The content field is required.'],
    [{ content: ' \n' }, 'The content field is required.'],
    [{ content: 'a\u0000' }, 'The content field must not contain NUL or broken characters.'],
    [{ content: 'x'.repeat(500_001) }, 'The content field must not be greater than 500000 characters.'],
    [{ styles: 'x'.repeat(500_001) }, 'The styles field must not be greater than 500000 characters.'],
    [{ subject: 'Hello\r\nBcc: x@evil.test' }, 'The subject field must be on one line.'],
    [{ subject: 'x'.repeat(999) }, 'The subject field must not be greater than 998 characters.'],
  ])('%o', async (input, message) => {
    const { status, body } = await api.rest('POST', '/templates', template(input));
    const field = message.split(' ')[1] as string;
    expect([status, body]).toEqual([422, { message, errors: { [field]: [message] } }]);
  });

  test.each(['word', 'HTML', '', 7, null, []])('the editor %j', async (editor) => {
    const { status, body } = await api.rest('POST', '/templates', template({ editor }));
    expect([status, Object.keys(body.errors)]).toEqual([422, ['editor']]);
  });

  test.each(['name', 'content', 'subject', 'styles'])('a %s of the wrong type', async (field) => {
    const { id } = await make();
    for (const value of WRONG_TYPES) {
      for (const [method, path] of [
        ['POST', '/templates'],
        ['PUT', `/templates/${id}`],
      ] as const) {
        const { status, body } = await api.rest(method, path, template({ [field]: value }));
        expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
      }
    }
  });

  test.each([
    [{ content: 'a\nb {% if %}' }, 'content', 'line 2, column 8'],
    [{ content: '{{ x | }' }, 'content', 'line 1, column 1'],
    [{ content: '{% for x in y %}' }, 'content', 'line 1, column 1'],
    [{ subject: 'Hi {% nonsense %}' }, 'subject', 'line 1, column 4'],
    [{ content: '{% include "/etc/passwd" %}' }, 'content', 'line 1, column 1'],
  ])('Liquid that does not parse: %j', async (input, field, place) => {
    const { status, body } = await api.rest('POST', '/templates', template(input));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.message).toContain(`The ${field} field does not parse on ${place}: `);
    const { id } = await make();
    expect((await api.rest('PUT', `/templates/${id}`, input)).status).toBe(422);
  });
});

test('content may have 500,000 characters', async () => {
  const long = template({ content: 'x'.repeat(500_000) });
  await until(async () => (await api.rest('POST', '/templates', long)).status === 201); // on a busy machine it may time out
});

test('concurrent updates of a deleted template cause no server error', async () => {
  for (let round = 0; round < 10; round += 1) {
    const path = `/templates/${(await make()).id}`;
    const calls = [['PUT', { content: 'b' }], ['DELETE'], ['PUT', { content: 'c' }], ['DELETE']] as const;
    const answers = await Promise.all(calls.map(([method, body]) => api.rest(method, path, body)));
    for (const { status } of answers) expect([200, 204, 404]).toContain(status);
  }
});

test('missing languages are an empty object, or an empty array as PHP writes it', async () => {
  const template = { name: 'From PHP', editor: 'html', subject: 'Hi', content: '<p>Hi</p>', locale_variants: [] };
  expect(await api.rest('POST', '/templates', template)).toMatchObject({
    status: 201,
    body: { data: { locale_variants: {} } },
  });
  const refused = await api.rest('POST', '/templates', { ...template, name: 'Other', locale_variants: [1] });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['locale_variants']]);
});
