import { isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import type { PageSize } from '../../../src/schema/sizes.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { rowsOf } from '../../support/audience.ts';
import { makeExampleObjects, makeRowOfEachType } from '../../support/example-rows.ts';
import { ask, fail } from '../../support/graphql.ts';

const ANN = 'ann.of.pages@people.test';

/** Every field with pages, and what the schema says about them. */
const paged = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const size = field.extensions.pageSize as PageSize | undefined;
      const texts = field.args.filter(({ name }) => name === 'first' || name === 'last');
      return size
        ? [{ place: `${type.name}.${field.name}`, type: type.name, name: field.name, args: field.args, size, texts }]
        : [];
    }),
  );

let api: TestApp;
let ids: Record<string, string>;

beforeAll(async () => {
  api = await openTestApp();
  await makeExampleObjects(api);
  ids = await makeRowOfEachType(api);
  const events = Array.from({ length: 60 }, () => ({ email: ANN, name: 'visit' }));
  await api.rest('POST', '/events', { events });
  for (const { email } of rowsOf(20)) await api.rest('POST', '/tags', { name: `of ${email}` });
});
afterAll(() => api.close());

/** An operation that reads a page of a field, which takes `args`. */
function reading({ type, name, args }: (typeof paged)[number], given: string): string {
  const needed: Record<string, string> = { email: `"${ANN}"`, listId: `"${ids.List}"` };
  const required = args
    .filter((arg) => String(arg.type).endsWith('!'))
    .map((arg) => `${arg.name}: ${needed[arg.name]}`);
  const page = `${name}(${[...required, given].join(', ')}) { nodes { __typename } }`;
  if (type === 'Query') return `{ ${page} }`;
  if (type === 'Person') return `{ person(email: "${ANN}") { ${page} } }`;
  if (type === 'Conversion') return `{ conversion(id: "${ids.Conversion}") { ${page} } }`;
  if (type === 'Sale') return `{ node(id: "${ids.Conversion}.sale") { ... on Sale { ${page} } } }`;
  expect(ids).toHaveProperty(type);
  return `{ node(id: "${ids[type]}") { ... on ${type} { ${page} } } }`;
}

test('nearly sixty fields have pages', () => {
  expect(paged.length).toBeGreaterThan(55);
});

describe.each(paged.map((one) => [one.place, one] as const))('%s', (_, field) => {
  const { max, usual } = field.size;

  test.each(['first', 'last'])('refuses more items than the description of `%s` says', async (side) => {
    const { extensions } = await fail(api, reading(field, `${side}: ${max + 1}`));
    const message = `The ${side} field must be an integer between 1 and ${max}.`;
    expect(extensions.issues).toMatchObject([{ path: expect.arrayContaining([side]), message }]);
    await ask(api, reading(field, `${side}: ${max}`));
    const texts = Object.fromEntries(field.texts.map(({ name, description }) => [name, description]));
    expect(texts[side]).toContain(`from 1 to ${max}.`);
    expect(texts.first).toContain(`Default: ${usual},`);
  });
});

test.each([
  ['tags', 15],
  ['events', 50],
])('%s has the declared number of items by default', async (name, usual) => {
  const made = { tags: 20, events: 60 }[name] as number;
  const page = (await ask(api, `{ ${name} { nodes { __typename } } }`))[name];
  expect(page.nodes).toHaveLength(Math.min(made, usual));
});
