import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', { name: 'order', editor: 'html', subject: 'Order {{ order }}', content: 'x' });
  await api.rest('POST', '/people/erase', { email: 'erased@people.test' });
});
afterAll(() => api.close());

const send = (input: object) =>
  api.rest('POST', '/transactional-mails', { template: 'order', from: 'shop@shop.test', ...input });

test('a hundred simultaneous mails share transactions, and each has its own answer after the commit', async () => {
  const good = Array.from({ length: 100 }, (_, order) => ({
    to: [`p${order % 40}@people.test`],
    variables: { order },
  }));
  const bad = [
    { to: ['ann@people.test'], template: 'unknown' },
    { to: ['ann'], variables: {} },
    { to: ['ann@people.test'], cc: ['erased@people.test'] },
  ];
  const file = { filename: 'a.txt', content: 'YQ==' };
  const large = { to: ['file@people.test'], variables: { order: 'with a file' }, attachments: [file] };
  let answers: Awaited<ReturnType<typeof send>>[] = [];
  const statements = await api.statements(async () => {
    answers = await Promise.all(
      [...good, ...bad, large].map(async (input) => {
        const answer = await send(input);
        const where = { id: answer.body.data?.id ?? '00000000-0000-4000-8000-000000000000' };
        expect(await api.db.message.count({ where })).toBe(answer.status === 201 ? 1 : 0);
        return answer;
      }),
    );
  });
  for (const [order, { status, body }] of answers.slice(0, 100).entries()) {
    const data = { subject: `Order ${order}`, to: good[order]!.to, status: 'pending' };
    expect([status, body.data]).toMatchObject([201, data]);
  }
  expect(answers.slice(100).map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
    [422, ['template']],
    [422, ['to.0']],
    [422, ['cc.0']],
    [201, []],
  ]);
  expect(new Set(answers.flatMap(({ body }) => body.data?.id ?? [])).size).toBe(101);
  expect(await api.db.transactionalMail.count()).toBe(101);
  expect(statements.filter((text) => text === 'BEGIN').length).toBeLessThan(20);
});

test('only the mail that PostgreSQL refuses fails', async () => {
  await api.db.$executeRawUnsafe(
    `alter table transactional_mails add constraint no_bad_mails check (subject <> 'Order bad') not valid`,
  );
  try {
    const orders = Array.from({ length: 40 }, (_, index) => (index === 11 ? 'bad' : index));
    const answers = await Promise.all(
      orders.map((order) =>
        api.graphql(
          'mutation ($input: SendTransactionalMailInput!) { sendTransactionalMail(input: $input) { transactionalMail { id } } }',
          {
            input: { template: 'order', from: 'shop@shop.test', to: ['ann@people.test'], variables: { order } },
          },
        ),
      ),
    );
    const codes = answers.map(({ body }) => body.errors?.[0].extensions.code);
    expect(codes).toEqual(orders.map((order) => (order === 'bad' ? 'INTERNAL' : undefined)));
  } finally {
    await api.db.$executeRawUnsafe('alter table transactional_mails drop constraint no_bad_mails');
  }
});
