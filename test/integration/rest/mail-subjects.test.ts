import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  const template = (name: string, subject: string | null, localeVariants = {}) =>
    api.rest('POST', '/templates', { name, editor: 'html', subject, content: 'Hi', locale_variants: localeVariants });
  await template('Order', 'Order {{ order }} of {{ variables.who }}', { de: { subject: 'Bestellung {{ order }}' } });
  await template('Plain', 'Hello');
  await template('None', null);
  await template('Person', '{{ subscriber.first_name | upcase }} of {{ list.name }}');
  await subscribe(api, await makeList(api), [{ email: 'ann@people.test', first_name: 'Ann' }]);
});
afterAll(async () => {
  await api.close();
  await closeRendering();
});

const send = async (input: object) => {
  const mail = { from: 'shop@shop.test', to: ['ann@people.test'], ...input };
  const { status, body } = await api.rest('POST', '/transactional-mails', mail);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
};

test.each([
  ['is that of its template', { template: 'Plain' }, 'Hello'],
  ['shows the variables', { template: 'Order', variables: { order: 7, who: 'A & B' } }, 'Order 7 of A & B'],
  ['leaves out what is missing', { template: 'Order' }, 'Order  of'],
  ['is that of the language', { template: 'Order', locale: 'de-AT', variables: { order: 8 } }, 'Bestellung 8'],
  ['is its own', { template: 'Order', subject: 'Own {{ n }}', variables: { n: 1 } }, 'Own 1'],
  [
    'may have filters and tags',
    { template: 'Plain', subject: '{% if n %}{{ n | plus: 1 }}{% endif %}', variables: { n: 1 } },
    '2',
  ],
  [
    'is on one line',
    { template: 'Plain', subject: 'Hi {{ n }}', variables: { n: 'x\r\nBcc: evil@x.test' } },
    'Hi x Bcc: evil@x.test',
  ],
  ['is empty without one', { template: 'None' }, ''],
  ['speaks of the subscriber', { template: 'Person' }, 'ANN of News'],
  ['speaks of nobody to a stranger', { template: 'Person', to: ['stranger@people.test'] }, 'of'],
])('from the first answer on, the subject %s', async (_, input, subject) => {
  const mail = await send(input);
  expect(mail).toMatchObject({ status: 'pending', subject });
  expect((await api.rest('GET', `/transactional-mails/${mail.id}`)).body.data.subject).toBe(subject);
});

test('an unrenderable subject is shown as its source, because the mail fails when it is sent', async () => {
  for (const subject of ['{{ n | divided_by: "x" | date: n }}{{ n | where: 1 }}', `{{ ${'n'} }}`]) {
    const mail = await send({ template: 'Plain', subject, variables: { n: 'x'.repeat(2_000) } });
    expect(typeof mail.subject).toBe('string');
    expect(mail.subject).not.toContain('xxx');
  }
});

test("a resent mail has its template's current subject", async () => {
  const { data: template } = (
    await api.rest('POST', '/templates', {
      ...{ name: 'Changing', editor: 'html', subject: 'One {{ n }}', content: 'Hi' },
    })
  ).body;
  const { id } = await send({ template: 'Changing', variables: { n: 1 } });
  await api.rest('PUT', `/templates/${template.id}`, { subject: 'Two {{ n }}' });
  const again = () => api.rest('POST', `/transactional-mails/${id}/resend`);
  expect((await again()).body.data.subject).toBe('Two 1');
  await api.rest('DELETE', `/templates/${template.id}`);
  expect((await again()).body.data.subject).toBe('One 1');
});

test("a test mail has its template's current subject", async () => {
  const { body } = await api.rest('GET', '/templates');
  const { id } = body.data.find(({ name }: { name: string }) => name === 'Person');
  const mail = { to: ['ann@people.test'], from: 'shop@shop.test' };
  const { body: tested } = await api.rest('POST', `/templates/${id}/test`, mail);
  expect(tested.data.subject).toBe('[Test] ANN of News');
});

test('in GraphQL, the subject is never null', async () => {
  const { __type } = await ask(api, '{ __type(name: "TransactionalMail") { fields { name type { kind } } } }');
  expect(__type.fields.find(({ name }: { name: string }) => name === 'subject').type.kind).toBe('NON_NULL');
});

test("accepting a mail costs no statement for a subject with variables, and one for a subscriber's data", async () => {
  const count = async (template: string) =>
    (await api.statements(() => send({ template, variables: { order: 1 } }))).length;
  const plain = await count('Plain');
  expect(await count('Order')).toBe(plain);
  expect(await count('Person')).toBe(plain + 1);
});
