import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeForm, processAllSignUps, sendForm } from '../../support/forms.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

test('the imports of a page of subscribers are read in one statement, and a removed one is null', async () => {
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(12));
  const people = await api.db.subscriber.findMany({ where: { listId: list }, orderBy: { email: 'asc' } });
  for (const [n, { id }] of people.entries()) {
    const one = { teamId: api.teamId, id: newId(), listId: list, fileName: `${n}.csv`, total: 1 };
    if (n > 0) await api.db.import.create({ data: one });
    await api.db.subscriber.updateMany({ where: { id }, data: { importId: one.id } });
  }
  const query = `query ($list: ID!, $first: Int!) {
    subscribers(listId: $list, first: $first, orderBy: { field: EMAIL, direction: ASC }) { nodes { import { fileName } } } }`;
  const read = async (first: number) => {
    let names: (string | undefined)[] = [];
    const sent = await api.statements(async () => {
      const { nodes } = (await ask(api, query, { list, first })).subscribers;
      names = nodes.map((node: { import: { fileName: string } | null }) => node.import?.fileName);
    });
    return { names, statements: sent.length };
  };
  const [few, many] = [await read(2), await read(12)];
  expect(few.names).toEqual([undefined, '1.csv']);
  expect(many.names).toEqual([undefined, ...Array.from({ length: 11 }, (_, n) => `${n + 1}.csv`)]);
  expect(many.statements).toBe(few.statements);
});

test('the forms of a person’s sign-ups are read in one statement', async () => {
  const list = await makeList(api);
  for (const name of ['Footer', 'Checkout', 'Pop-up']) {
    const { id } = await makeForm(api, list, { name });
    await sendForm(api, id, { email: 'vi@forms.test' });
  }
  await processAllSignUps(api);
  const query = `query ($first: Int!) {
    person(email: "vi@forms.test") { signUps(first: $first) { nodes { formId form { id name } } } } }`;
  const read = async (first: number) => {
    let forms: { formId: string; form: { id: string; name: string } | null }[] = [];
    const sent = await api.statements(async () => {
      forms = (await ask(api, query, { first })).person.signUps.nodes;
    });
    expect(forms.map(({ form }) => form?.id)).toEqual(forms.map(({ formId }) => formId));
    return { names: forms.map(({ form }) => form?.name), statements: sent.length };
  };
  const [one, all] = [await read(1), await read(3)];
  expect(all.names.sort()).toEqual(['Checkout', 'Footer', 'Pop-up']);
  expect(all.statements).toBe(one.statements);
});
