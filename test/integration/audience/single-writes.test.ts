import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { personKey } from '../../../src/ids.ts';
import { type Answer, openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { follow } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

let testApp: TestApp;
let api: TestApp;
let list: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
  list = await makeList(api);
});

const signUp = (row: object) => api.rest('POST', `/lists/${list}/subscribers`, row);
const change = (id: string, input: object) => api.rest('PATCH', `/subscribers/${id}`, input);
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);
const begins = (statements: string[]) => statements.filter((text) => text === 'BEGIN').length;

/** Makes all calls at once; returns the answers and the statements. */
async function atOnce(calls: (() => Promise<Answer>)[]) {
  let answers: Answer[] = [];
  const statements = await api.statements(async () => {
    answers = await Promise.all(calls.map((call) => call()));
  });
  return { answers, statements };
}

test('a hundred simultaneous sign-ups share transactions, and each gets its own answer once its row is committed', async () => {
  const rows = rowsOf(100).map((row, index) => ({
    ...row,
    first_name: `Name ${index}`,
    tags: ['all', `tag ${index % 7}`],
    attributes: { number: index },
  }));
  const { answers, statements } = await atOnce(
    rows.map((row) => async () => {
      const answer = await signUp(row);
      const committed = await api.db.subscriber.findFirst({ where: { id: answer.body.data.id } });
      expect(committed).toMatchObject({ email: row.email, firstName: row.first_name });
      return answer;
    }),
  );
  for (const [index, { status, body }] of answers.entries()) {
    const { email, first_name, tags } = rows[index]!;
    const attributes = { number: String(index) };
    expect([status, body.data]).toMatchObject([201, { email, first_name, tags, attributes, status: 'subscribed' }]);
  }
  expect(begins(statements)).toBeLessThan(20);
  expect((await api.rest('GET', `/lists/${list}/subscribers`)).body.meta.total).toBe(100);
  expect((await api.rest('GET', '/tags')).body.meta.total).toBe(8);
});

test('simultaneous calls for one address create one subscriber, and all of them apply, one after the other', async () => {
  const { answers } = await atOnce(
    Array.from({ length: 30 }, (_, index) => () => {
      const row = index % 3 === 0 ? { email: `other${index}@people.test` } : { email: 'Ann@People.test' };
      return signUp({ ...row, tags: [`tag ${index}`], attributes: { [`key_${index}`]: index } });
    }),
  );
  const hers = answers.filter((_, index) => index % 3 !== 0);
  expect(statusesOf(hers).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
  expect(new Set(hers.map(({ body }) => body.data.id)).size).toBe(1);
  const counts = hers.map(({ body }) => body.data.tags.length);
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, before) => before + 1));
  const { body } = await api.rest('GET', `/subscribers/${hers[0]!.body.data.id}`);
  expect(Object.keys(body.data.attributes)).toHaveLength(20);
});

test('refused sign-ups fail alone, each for its own reason', async () => {
  const { data } = await subscribe(api, list, [{ email: 'left@people.test' }]);
  await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`);
  await api.rest('POST', '/suppressions', { email: 'never@people.test' });
  await api.rest('POST', '/suppressions', { domain: 'blocked.test' });
  await api.rest('POST', '/people/erase', { email: 'erased@people.test' });
  await api.rest('POST', '/fields', { key: 'age', label: 'Age', type: 'number' });
  const bad: [object, string][] = [
    [{ email: 'left@people.test' }, 'The person has unsubscribed from this list.'],
    [{ email: 'never@people.test' }, 'The address is blocked: it is suppressed'],
    [{ email: 'ann@blocked.test' }, 'The address is blocked: it is suppressed'],
    [{ email: 'erased@people.test' }, 'The address is blocked: it is suppressed'],
    [{ email: 'ann' }, 'The email field must be a valid email address.'],
    [{ email: 'young@people.test', attributes: { age: 'young' } }, 'The attributes.age field must be a number.'],
  ];
  const good = rowsOf(60).map((row, index) => ({ ...row, attributes: { age: index } }));
  const { answers } = await atOnce([...good, ...bad.map(([row]) => row)].map((row) => () => signUp(row)));
  expect(new Set(statusesOf(answers.slice(0, 60)))).toEqual(new Set([201]));
  for (const [index, [, message]] of bad.entries()) {
    const { status, body } = answers[60 + index]!;
    expect([status, body.message]).toEqual([422, expect.stringContaining(message)]);
  }
  expect((await api.rest('GET', `/lists/${list}/subscribers`)).body.meta.total).toBe(61);
  const key = personKey(api.teamId, 'young@people.test');
  expect(await api.db.person.count({ where: { teamId: api.teamId, key } })).toBe(0);
});

test('a sign-up beyond the limit of contact fields changes nothing, and its neighbours succeed', async () => {
  const fields = Array.from({ length: 500 }, (_, index) => ({ key: `field_${index}`, label: 'Field' }));
  await api.db.contactField.createMany({
    data: fields.map((field) => ({ ...field, teamId: api.teamId, type: 'text' as const })),
  });
  const rows = [...rowsOf(20), { email: 'beyond@people.test', attributes: { one_more: 'x' } }];
  const { answers } = await atOnce(rows.map((row) => () => signUp(row)));
  expect(statusesOf(answers)).toEqual([...Array.from({ length: 20 }, () => 201), 422]);
  const emails = await api.db.person.findMany({ where: { teamId: api.teamId }, select: { email: true } });
  expect(emails.map(({ email }) => email)).not.toContain('beyond@people.test');
});

const isRefused = ({ firstName }: { firstName: string }) => (firstName === 'Bad' ? 'INTERNAL' : undefined);

test('a row that PostgreSQL refuses fails alone', async () => {
  await api.db.$executeRawUnsafe(
    `alter table subscribers add constraint no_bad_names check (first_name <> 'Bad') not valid`,
  );
  try {
    const signUps = rowsOf(40).map((row, index) => ({ ...row, firstName: index === 17 ? 'Bad' : 'Good' }));
    const added = await Promise.all(
      signUps.map((input) =>
        api.graphql(
          'mutation ($input: CreateSubscriberInput!) { done: createSubscriber(input: $input) { subscriber { id } } }',
          { input: { listId: list, ...input } },
        ),
      ),
    );
    expect(added.map(({ body }) => body.errors?.[0].extensions.code)).toEqual(signUps.map(isRefused));
    const ids: string[] = added.flatMap(({ body }) => body.data.done?.subscriber.id ?? []);
    const changes = ids.map((id, index) => ({ input: { id, firstName: index === 5 ? 'Bad' : 'Better' } }));
    const changed = await Promise.all(
      changes.map((given) =>
        api.graphql(
          'mutation ($input: UpdateSubscriberInput!) { updateSubscriber(input: $input) { subscriber { id } } }',
          given,
        ),
      ),
    );
    expect(changed.map(({ body }) => body.errors?.[0].extensions.code)).toEqual(
      changes.map(({ input }) => isRefused(input)),
    );
    const better = await api.db.subscriber.count({ where: { teamId: api.teamId, firstName: 'Better' } });
    expect(better).toBe(38);
  } finally {
    await api.db.$executeRawUnsafe('alter table subscribers drop constraint no_bad_names');
  }
});

test('simultaneous sign-ups go to their own lists, and an unknown list is 404 for its callers alone', async () => {
  const lists = [list, await makeList(api, { requires_confirmation: true }), '00000000-0000-4000-8000-000000000000'];
  const { answers } = await atOnce(
    Array.from({ length: 60 }, (_, index) => () => {
      const row = { email: `p${index % 20}@people.test` };
      return api.rest('POST', `/lists/${lists[index % 3]}/subscribers`, row);
    }),
  );
  for (const [index, { status, body }] of answers.entries()) {
    if (index % 3 === 2) expect(status).toBe(404);
    else expect([status, body.data.list]).toEqual([201, lists[index % 3]]);
  }
  const waiting = await api.rest('GET', `/lists/${lists[1]}/subscribers?status=unconfirmed`);
  expect(waiting.body.meta.total).toBe(20);
});

test('an invalid row to an unknown list is 404, like a valid one', async () => {
  const { status } = await api.rest('POST', '/lists/00000000-0000-4000-8000-000000000000/subscribers', { email: 'x' });
  expect(status).toBe(404);
  expect((await change('00000000-0000-4000-8000-000000000000', { locale: '!' })).status).toBe(404);
});

test('with double opt-in each person gets one confirmation for any number of simultaneous sign-ups', async () => {
  const waiting = await makeList(api, { requires_confirmation: true });
  const rows = Array.from({ length: 60 }, (_, index) => ({ email: `p${index % 20}@people.test` }));
  await atOnce(rows.map((row) => () => api.rest('POST', `/lists/${waiting}/subscribers`, row)));
  const confirmations = await api.db.message.findMany({ where: { teamId: api.teamId, kind: 'confirmation' } });
  expect(new Set(confirmations.map(({ subscriberId }) => subscriberId)).size).toBe(20);
  expect(confirmations).toHaveLength(20);
});

test('live readers get each change of a shared transaction separately', async () => {
  const url = `${await testApp.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
  const query = 'subscription ($listId: ID!) { subscriberChanged(listId: $listId) { email firstName } }';
  const followed = await follow<{ email: string; firstName: string | null }>(url, api.readToken, query, {
    listId: list,
  });
  const { answers } = await atOnce(rowsOf(30).map((row) => () => signUp(row)));
  await until(() => followed.seen.length >= 30);
  await atOnce(
    answers.map(
      ({ body }) =>
        () =>
          change(body.data.id, { first_name: body.data.email }),
    ),
  );
  await until(() => followed.seen.length >= 60);
  await followed.stop();
  expect(followed.seen).toHaveLength(60);
  const renamed = followed.seen.slice(30).map(({ email, firstName }) => [email, firstName]);
  expect(renamed.toSorted()).toEqual(
    rowsOf(30)
      .map(({ email }) => [email, email])
      .toSorted(),
  );
});

test('a hundred simultaneous changes share transactions, and unknown or invalid ones fail alone', async () => {
  await api.rest('POST', '/fields', { key: 'age', label: 'Age', type: 'number' });
  const { data } = await subscribe(
    api,
    list,
    rowsOf(80).map((row) => ({ ...row, last_name: 'Lee', tags: ['old'], attributes: { city: 'Wien', gone: 'x' } })),
  );
  const ids: string[] = data.map(({ id }: { id: string }) => id);
  const good = ids.map((id, index) => () => {
    const attributes = { age: index, gone: null, [`new_${index % 5}`]: 'y' };
    return change(id, { first_name: `Name ${index}`, last_name: null, tags: [`tag ${index % 3}`], attributes });
  });
  const { token: _, ...others } = await openTeam(testApp);
  const theirs = await makeList(others as TestApp);
  const foreign = (await subscribe(others as TestApp, theirs, [{ email: 'ann@people.test' }])).data[0].id;
  const bad = [
    () => change('00000000-0000-4000-8000-000000000000', { first_name: 'X' }),
    () => change('no-id', { first_name: 'X' }),
    () => change(foreign, { first_name: 'X' }),
    () => change(ids[0] as string, { attributes: { age: 'old' } }),
    () => change(ids[1] as string, { locale: '!' }),
  ];
  const { answers, statements } = await atOnce([...good, ...bad]);
  expect(statusesOf(answers)).toEqual([...ids.map(() => 200), 404, 404, 404, 422, 422]);
  for (const [index, { body }] of answers.slice(0, 80).entries()) {
    expect(body.data).toMatchObject({ id: ids[index], first_name: `Name ${index}`, last_name: null });
    expect(body.data).toMatchObject({ tags: [`tag ${index % 3}`], email: `p${index}@people.test` });
    expect(body.data.attributes).toEqual({ city: 'Wien', age: index, [`new_${index % 5}`]: 'y' });
    expect((await api.rest('GET', `/subscribers/${ids[index]}`)).body.data).toEqual(body.data);
  }
  expect(begins(statements)).toBeLessThan(20);
  const noted = await api.db.subscriberChange.groupBy({ by: ['kind'], where: { teamId: api.teamId }, _count: true });
  const counts = Object.fromEntries(noted.map(({ kind, _count }) => [kind, _count]));
  expect(counts).toEqual({ tagged: 80, untagged: 80 });
});

test('simultaneous changes of one person run one after the other', async () => {
  const { data } = await subscribe(api, list, [{ email: 'ann@people.test' }]);
  const changes = Array.from({ length: 20 }, (_, index) => () => {
    return change(data[0].id, { first_name: `Name ${index}`, attributes: { [`key_${index}`]: 'x' } });
  });
  const { answers } = await atOnce(changes);
  const seen = answers.map(({ body }) => Object.keys(body.data.attributes).length);
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, before) => before + 1));
  for (const [index, { body }] of answers.entries()) expect(body.data.first_name).toBe(`Name ${index}`);
  const { body } = await api.rest('GET', `/subscribers/${data[0].id}`);
  expect(Object.keys(body.data.attributes)).toHaveLength(20);
});

test('a set needs as many statements as a single call, which needs few', async () => {
  await signUp({ email: 'first@people.test', tags: ['vip'], attributes: { city: 'Wien' } }); // declares both
  const row = (email: string) => ({ email, first_name: 'Ann', tags: ['vip'], attributes: { city: 'Graz' } });
  const one = await atOnce([() => signUp(row('one@people.test'))]);
  const many = await atOnce(
    rowsOf(100).map(
      ({ email }) =>
        () =>
          signUp(row(email)),
    ),
  );
  const more = process.env.CITUS_URL || process.env.TEST_LAYOUT === 'distributed' ? 5 : 0; // to read, store and announce changes
  expect(one.statements.length).toBeLessThanOrEqual(13 + more);
  expect(many.statements.length).toBeLessThanOrEqual(5 * one.statements.length);
  const ids = many.answers.map(({ body }) => body.data.id);
  const update = { first_name: 'Bea', tags: ['vip'], attributes: { city: 'Linz' } };
  const changed = await atOnce([() => change(ids[0], update)]);
  const manyChanged = await atOnce(ids.map((id) => () => change(id, update)));
  expect(changed.statements.length).toBeLessThanOrEqual(8 + more);
  expect(manyChanged.statements.length).toBeLessThanOrEqual(5 * changed.statements.length);
});
