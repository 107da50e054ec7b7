import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { addressesIn, all, any, languageRule, makeSegment, type Rule } from '../../support/segments.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const SEGMENT = 'id name listId conditions subscribersCount createdAt updatedAt';
const NOT_FOUND = { message: 'Not found.', errors: {} };
const inSegment = (value: string, operator = 'in'): Rule => ({ type: 'segment', operator, value });
const tagged = (...value: string[]): Rule => ({ type: 'tags', operator: 'has_any', value });

test('REST creates, reads, changes, lists and deletes a segment, and GraphQL shows the same', async () => {
  const list = await makeList(api);
  await subscribe(api, list, [
    { email: 'ann@people.test', locale: 'en-GB' },
    { email: 'bob@people.test', locale: 'de' },
  ]);
  const conditions = all(languageRule('en'));
  const created = await makeSegment(api, list, conditions, ' English ');
  expect(created).toEqual({
    ...{ id: expect.any(String), name: 'English', list, conditions, subscribers_count: 1 },
    ...{ created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) },
  });
  expect((await api.rest('GET', `/segments/${created.id}`)).body).toEqual({ data: created });
  const { segment } = await ask(api, `query ($id: ID!) { segment(id: $id) { ${SEGMENT} list { name } } }`, {
    id: created.id,
  });
  expect(segment).toEqual({
    ...{ id: created.id, name: 'English', listId: list, list: { name: 'News' }, conditions, subscribersCount: 1 },
    ...{ createdAt: created.created_at, updatedAt: created.updated_at },
  });

  const renamed = await api.rest('PUT', `/segments/${created.id}`, { name: 'B' });
  expect(renamed.body.data).toMatchObject({ name: 'B', conditions, created_at: created.created_at });
  const changed = await api.rest('PUT', `/segments/${created.id}`, {
    conditions: any(languageRule('en'), languageRule('de')),
  });
  expect([changed.status, changed.body.data]).toMatchObject([200, { name: 'B', subscribers_count: 2 }]);
  const page = await api.rest('GET', `/lists/${list}/segments`);
  expect(page.body).toMatchObject({ data: [changed.body.data], meta: { total: 1 } });

  expect((await api.rest('DELETE', `/segments/${created.id}`)).status).toBe(204);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { name: 'C' } : undefined;
    expect((await api.rest(method, `/segments/${created.id}`, body)).status).toBe(404);
  }
});

test('with an Idempotency-Key a segment is saved once, counted in the same transaction, and deleted once', async () => {
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'ann@people.test', locale: 'en', tags: ['vip'] }]);
  const body = { name: 'Once', conditions: all(languageRule('en'), tagged('vip')) };
  const call = (method: string, path: string, key: string, sent?: object) =>
    api.rest(method, path, sent, { headers: { 'idempotency-key': `${key} ${list}` } });
  const first = await call('POST', `/lists/${list}/segments`, 'create', body);
  expect([first.status, first.body.data.subscribers_count]).toEqual([201, 1]);
  const second = await call('POST', `/lists/${list}/segments`, 'create', body);
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect((await api.rest('GET', `/lists/${list}/segments`)).body.meta.total).toBe(1);
  const preview = await call('POST', `/lists/${list}/segments/preview`, 'preview', { conditions: body.conditions });
  expect([preview.status, preview.body.data.subscribers_count]).toEqual([200, 1]);
  const path = `/segments/${first.body.data.id}`;
  const changed = await call('PUT', path, 'change', { conditions: all(languageRule('de')) });
  expect([changed.status, changed.body.data.subscribers_count]).toEqual([200, 0]);
  for (let round = 0; round < 2; round += 1) expect((await call('DELETE', path, 'delete')).status).toBe(204);
});

test('GraphQL creates, changes, previews, explains and deletes', async () => {
  const list = await makeList(api);
  const { data } = await subscribe(api, list, [
    { email: 'ann@people.test', locale: 'en', tags: ['vip'] },
    { email: 'bob@people.test' },
  ]);
  const conditions = all(languageRule('en'), any(tagged('vip'), tagged('other')));
  const create = `mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { segment { ${SEGMENT} } } }`;
  const {
    createSegment: { segment: createSegment },
  } = await ask(api, create, { input: { listId: list, name: 'A', conditions } });
  expect(createSegment).toMatchObject({ name: 'A', listId: list, conditions, subscribersCount: 1 });
  const { id } = createSegment;
  const update = `mutation ($input: UpdateSegmentInput!) { updateSegment(input: $input) { segment { ${SEGMENT} } } }`;
  const {
    updateSegment: { segment: updateSegment },
  } = await ask(api, update, { input: { id, name: 'B' } });
  expect(updateSegment).toMatchObject({ id, name: 'B', conditions, subscribersCount: 1 });

  const paths = ['conditions.rules.0', 'conditions.rules.1.rules.0', 'conditions.rules.1.rules.1'];
  const preview = `query ($list: ID!, $conditions: JSONObject!) {
    previewSegment(listId: $list, conditions: $conditions) { subscribersCount rules { path subscribersCount } } }`;
  expect((await ask(api, preview, { list, conditions }, { token: api.readToken })).previewSegment).toEqual({
    subscribersCount: 1,
    rules: [1, 1, 0].map((subscribersCount, index) => ({ path: paths[index], subscribersCount })),
  });
  const explain = `query ($id: ID!, $subscriber: ID!) {
    explainSegment(id: $id, subscriberId: $subscriber) { matches rules { path matches } } }`;
  const outcomes = async (row: number) =>
    (await ask(api, explain, { id, subscriber: data[row].id }, { token: api.readToken })).explainSegment;
  const rulesOf = (...held: boolean[]) => held.map((matches, index) => ({ path: paths[index], matches }));
  expect(await outcomes(0)).toEqual({ matches: true, rules: rulesOf(true, true, false) });
  expect(await outcomes(1)).toEqual({ matches: false, rules: rulesOf(false, false, false) });

  const remove = 'mutation ($id: ID!) { deleteSegment(id: $id) { deletedId } }';
  expect(await ask(api, remove, { id })).toEqual({ deleteSegment: { deletedId: id } });
  expect((await fail(api, remove, { id })).extensions.code).toBe('NOT_FOUND');
});

test.each([
  [undefined, 'is required.'],
  [null, 'is required.'],
  ['', 'is required.'],
  [7, 'must be a string.'],
  ['x'.repeat(256), 'must not be greater than 255 characters.'],
  ['a\u0000', 'must not contain NUL or broken characters.'],
])('the name %j is refused on create, and on change unless it is absent', async (name, problem) => {
  const list = await makeList(api);
  const message = `The name field ${problem}`;
  const refusal = [422, { message, errors: { name: [message] } }];
  const created = await api.rest('POST', `/lists/${list}/segments`, { name, conditions: all(languageRule('en')) });
  expect([created.status, created.body]).toEqual(refusal);
  const { id } = await makeSegment(api, list, all(languageRule('en')));
  const changed = await api.rest('PUT', `/segments/${id}`, { name });
  if (name === undefined) expect(changed.status).toBe(200);
  else expect([changed.status, changed.body]).toEqual(refusal);
});

test.each(['x', 'x'.repeat(254), 'x'.repeat(255), '🎉'.repeat(255)])(
  'a name of up to 255 characters is accepted',
  async (name) => {
    expect((await makeSegment(api, await makeList(api), all(languageRule('en')), name)).name).toBe(name);
  },
);

test('a change validates conditions like creation, and a refused change keeps the old ones', async () => {
  const { id, conditions } = await makeSegment(api, await makeList(api), all(languageRule('en')));
  for (const [sent, path] of [
    [null, 'conditions'],
    [all(), 'conditions.rules'],
    [all(languageRule('!')), 'conditions.rules.0.value'],
  ] as const) {
    const { status, body } = await api.rest('PUT', `/segments/${id}`, { name: 'New', conditions: sent });
    expect([status, Object.keys(body.errors)]).toEqual([422, [path]]);
  }
  expect((await api.rest('GET', `/segments/${id}`)).body.data).toMatchObject({ name: 'Some', conditions });
});

test('only subscribed people of its list match, and the count updates at once', async () => {
  const [list, other] = [await makeList(api), await makeList(api)];
  const pending = await makeList(api, { requires_confirmation: true });
  const rows = ['ann', 'bob', 'cy'].map((name) => ({ email: `${name}@people.test`, locale: 'en' }));
  const { data } = await subscribe(api, list, rows);
  await subscribe(api, other, rows.slice(0, 1));
  await subscribe(api, pending, rows);
  const counts = async () => (await api.rest('GET', `/segments/${segment.id}`)).body.data.subscribers_count;
  const segment = await makeSegment(api, list, all(languageRule('en')));
  expect(segment.subscribers_count).toBe(3);
  expect((await makeSegment(api, pending, all(languageRule('en')))).subscribers_count).toBe(0);
  await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`);
  expect(await counts()).toBe(2);
  for (const status of ['bounced', 'complained'] as const) {
    await api.db.subscriber.updateMany({ where: { id: data[1].id }, data: { status } });
    expect(await counts()).toBe(1);
  }
  const explained = await api.rest('GET', `/segments/${segment.id}/explain?subscriber=${data[0].id}`);
  expect(explained.body.data).toEqual({ matches: false, rules: [{ path: 'conditions.rules.0', matches: true }] });
});

test('a segment lists subscribers in the usual form, newest first', async () => {
  const list = await makeList(api);
  await subscribe(
    api,
    list,
    rowsOf(17).map((row) => ({ ...row, locale: 'en', tags: ['x'] })),
  );
  await subscribe(api, list, rowsOf(3, 'q'));
  const { id } = await makeSegment(api, list, all(languageRule('en')));
  const { body } = await api.rest('GET', `/segments/${id}/subscribers?page=2`);
  expect(body.meta).toMatchObject({ current_page: 2, from: 16, to: 17, per_page: 15, total: 17, last_page: 2 });
  expect(body.links.prev).toContain(`/v1/segments/${id}/subscribers?page=1`);
  const plain = await api.rest('GET', `/lists/${list}/subscribers?tag=x&page=2`);
  expect(body.data).toEqual(plain.body.data);
  for (const query of ['per_page=0', 'per_page=101', 'page=x']) {
    expect((await api.rest('GET', `/segments/${id}/subscribers?${query}`)).status).toBe(422);
  }
  const walk = `query ($id: ID!, $after: String, $before: String, $first: Int, $last: Int) { segment(id: $id) {
    subscribers(first: $first, after: $after, last: $last, before: $before) {
      totalCount pageInfo { hasNextPage hasPreviousPage endCursor startCursor } nodes { email tags list { id } } } } }`;
  const first = (await ask(api, walk, { id, first: 10 })).segment.subscribers;
  const second = (await ask(api, walk, { id, first: 10, after: first.pageInfo.endCursor })).segment.subscribers;
  expect([first.nodes.length, second.nodes.length, first.totalCount]).toEqual([10, 7, 17]);
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
  const back = (await ask(api, walk, { id, last: 10, before: second.pageInfo.startCursor })).segment.subscribers;
  expect(back.nodes).toEqual(first.nodes);
});

test('the listing of a list combines a segment with its other filters', async () => {
  const list = await makeList(api);
  const { data } = await subscribe(api, list, [
    { email: 'ann@people.test', locale: 'en', tags: ['vip'] },
    { email: 'bob@people.test', locale: 'en' },
    { email: 'cy@people.test', locale: 'de', tags: ['vip'] },
  ]);
  const { id } = await makeSegment(api, list, all(languageRule('en')));
  const find = (query: string) => addressesIn(api, `/lists/${list}/subscribers?segment=${id}&${query}`);
  expect(await find('')).toEqual(['ann@people.test', 'bob@people.test']);
  expect(await find('tag=VIP')).toEqual(['ann@people.test']);
  expect(await find('tag=unknown')).toEqual([]);
  expect(await find('search=PEOPLE%20bob')).toEqual(['bob@people.test']);
  expect(await find('search=bob%25')).toEqual([]);
  expect(await find('search=cy')).toEqual([]);
  expect(await find('email=BOB@people.test')).toEqual(['bob@people.test']);
  expect(await find('status=subscribed')).toHaveLength(2);
  await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`);
  expect(await find('status=unsubscribed')).toEqual([]);
  const query =
    'query ($list: ID!, $id: ID!) { subscribers(listId: $list, filter: { segmentId: $id }) { nodes { email } totalCount } }';
  const { subscribers } = await ask(api, query, { list, id });
  expect(subscribers).toEqual({ nodes: [{ email: 'bob@people.test' }], totalCount: 1 });
});

test('unknown segments and lists are not found', async () => {
  const [list, other] = [await makeList(api), await makeList(api)];
  const { id } = await makeSegment(api, list, all(languageRule('en')));
  const { data } = await subscribe(api, other, [{ email: 'ann@people.test' }]);
  for (const path of [
    ...[UNKNOWN_ID, 'x', 'a%00b'].flatMap((unknown) => [
      `/segments/${unknown}`,
      `/segments/${unknown}/subscribers`,
      `/segments/${unknown}/explain?subscriber=${data[0].id}`,
      `/segments/${id}/explain?subscriber=${unknown}`,
      `/lists/${unknown}/segments`,
      `/lists/${list}/subscribers?segment=${unknown}`,
    ]),
    `/segments/${id}/explain?subscriber=${data[0].id}`,
    `/lists/${other}/subscribers?segment=${id}`,
  ]) {
    const answer = await api.rest('GET', path);
    expect([path, answer.status, answer.body]).toEqual([path, 404, NOT_FOUND]);
  }
  const missing = await api.rest('GET', `/segments/${id}/explain`);
  expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ['subscriber']]);
  const invalid = { name: 7, conditions: 7 };
  for (const unknown of [UNKNOWN_ID, 'x']) {
    expect((await api.rest('POST', `/lists/${unknown}/segments`, invalid)).status).toBe(404);
    expect((await api.rest('POST', `/lists/${unknown}/segments/preview`, invalid)).status).toBe(404);
    expect((await api.rest('PUT', `/segments/${unknown}`, invalid)).status).toBe(404);
  }
});

test("another team's segments are not found and cannot be named", async () => {
  const list = await makeList(api);
  const { id } = await makeSegment(api, list, all(languageRule('en')));
  const token = api.otherToken;
  const theirs = await api.rest('POST', '/lists', { name: 'B', from_email: 'b@shop.test' }, { token });
  const subscribers = `/lists/${theirs.body.data.id}/subscribers`;
  expect((await api.rest('GET', `${subscribers}?segment=${id}`, undefined, { token })).status).toBe(404);
  const body = { name: 'x', conditions: all(inSegment(id)) };
  const { body: refusal } = await api.rest('POST', `/lists/${theirs.body.data.id}/segments`, body, { token });
  expect(Object.keys(refusal.errors)).toEqual(['conditions.rules.0.value']);
  for (const [method, path, sent] of [
    ['GET', `/segments/${id}`],
    ['PUT', `/segments/${id}`, { name: 'Taken' }],
    ['DELETE', `/segments/${id}`],
    ['POST', `/lists/${list}/segments`, body],
    ['POST', `/lists/${list}/segments/preview`, body],
  ] as const) {
    expect((await api.rest(method, path, sent, { token })).status).toBe(404);
  }
  const events = [{ email: 'ann@people.test', name: 'order', value: 1, currency: 'EUR' }];
  await api.rest('POST', '/events', { events }, { token });
  await subscribe(api, list, [{ email: 'ann@people.test', tags: ['ours'] }]);
  const active = await makeSegment(api, list, all({ type: 'event', operator: 'performed', value: { name: 'order' } }));
  expect(active.subscribers_count).toBe(0);
  expect((await api.rest('GET', `/segments/${id}`)).body.data.name).toBe('Some');
});

test('a read token can read and explain segments, but not save or preview by POST', async () => {
  const list = await makeList(api);
  const { id } = await makeSegment(api, list, all(languageRule('en')));
  const { data } = await subscribe(api, list, [{ email: 'ann@people.test' }]);
  const token = api.readToken;
  for (const path of [
    `/segments/${id}`,
    `/segments/${id}/subscribers`,
    `/segments/${id}/explain?subscriber=${data[0].id}`,
  ]) {
    expect((await api.rest('GET', path, undefined, { token })).status).toBe(200);
  }
  const body = { name: 'x', conditions: all(languageRule('en')) };
  for (const [method, path] of [
    ['POST', `/lists/${list}/segments`],
    ['POST', `/lists/${list}/segments/preview`],
    ['PUT', `/segments/${id}`],
    ['DELETE', `/segments/${id}`],
  ] as const) {
    const answer = await api.rest(method, path, body, { token });
    expect([answer.status, Object.keys(answer.body)]).toEqual([403, ['message']]);
  }
  const create = 'mutation ($id: ID!) { deleteSegment(id: $id) { deletedId } }';
  expect((await fail(api, create, { id }, { token })).extensions.code).toBe('FORBIDDEN');
});

test('deleting a list deletes its segments', async () => {
  const list = await makeList(api);
  const inner = await makeSegment(api, list, all(languageRule('en')));
  const outer = await makeSegment(api, list, all(inSegment(inner.id)));
  expect((await api.rest('DELETE', `/lists/${list}`)).status).toBe(204);
  for (const { id } of [inner, outer]) expect((await api.rest('GET', `/segments/${id}`)).status).toBe(404);
  expect((await api.rest('GET', `/lists/${list}/segments`)).status).toBe(404);
  expect(
    (await api.rest('POST', `/lists/${list}/segments`, { name: 'x', conditions: all(languageRule('en')) })).status,
  ).toBe(404);
});

describe('segments naming segments', () => {
  test('match like the named one, even after it changes', async () => {
    const list = await makeList(api);
    await subscribe(api, list, [
      { email: 'ann@people.test', locale: 'en', tags: ['vip'] },
      { email: 'bob@people.test', locale: 'en' },
      { email: 'cy@people.test' },
    ]);
    const english = await makeSegment(api, list, all(languageRule('en')));
    const both = await makeSegment(api, list, all(inSegment(english.id.toUpperCase()), tagged('vip')));
    const others = await makeSegment(api, list, all(inSegment(both.id, 'not_in')));
    const of = (id: string) => addressesIn(api, `/segments/${id}/subscribers`);
    expect(both.conditions.rules[0].value).toBe(english.id);
    expect([await of(both.id), await of(others.id)]).toEqual([
      ['ann@people.test'],
      ['bob@people.test', 'cy@people.test'],
    ]);
    await api.rest('PUT', `/segments/${english.id}`, { conditions: all(languageRule('de')) });
    expect([(await of(both.id)).length, (await of(others.id)).length]).toEqual([0, 3]);
  });

  test('cannot form a circle, in any number of steps', async () => {
    const list = await makeList(api);
    const a = await makeSegment(api, list, all(languageRule('en')));
    const b = await makeSegment(api, list, all(languageRule('en'), inSegment(a.id)));
    const c = await makeSegment(api, list, any(inSegment(b.id, 'not_in')));
    for (const named of [a, b, c]) {
      const conditions = all(languageRule('en'), any(inSegment(named.id)));
      const { status, body } = await api.rest('PUT', `/segments/${a.id}`, { conditions });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['conditions.rules.1.rules.0.value']]);
    }
    expect((await api.rest('PUT', `/segments/${c.id}`, { conditions: all(inSegment(a.id)) })).status).toBe(200);
  });

  test('cannot form a circle by two changes at once', async () => {
    const list = await makeList(api);
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [
        await makeSegment(api, list, all(languageRule('en'))),
        await makeSegment(api, list, all(languageRule('en'))),
      ];
      const answers = await Promise.all([
        api.rest('PUT', `/segments/${a.id}`, { conditions: all(inSegment(b.id)) }),
        api.rest('PUT', `/segments/${b.id}`, { conditions: all(inSegment(a.id)) }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  test('belong to the same list', async () => {
    const { id } = await makeSegment(api, await makeList(api), all(languageRule('en')));
    const body = { name: 'x', conditions: all(inSegment(id)) };
    const answer = await api.rest('POST', `/lists/${await makeList(api)}/segments`, body);
    expect(Object.keys(answer.body.errors)).toEqual(['conditions.rules.0.value']);
  });

  test('keep the named one from being deleted', async () => {
    const list = await makeList(api);
    const inner = await makeSegment(api, list, all(languageRule('en')));
    const outer = await makeSegment(api, list, all(inSegment(inner.id)), 'Outer');
    const { status, body } = await api.rest('DELETE', `/segments/${inner.id}`);
    expect([status, body]).toEqual([409, { message: 'The segment is used by the segment "Outer".', errors: {} }]);
    const remove = 'mutation ($id: ID!) { deleteSegment(id: $id) { deletedId } }';
    expect((await fail(api, remove, { id: inner.id })).extensions).toEqual({ code: 'CONFLICT', reason: 'IN_USE' });
    for (const { id } of [outer, inner]) expect((await api.rest('DELETE', `/segments/${id}`)).status).toBe(204);
  });

  test('have at most 500 rules in all, counted each time they are named', async () => {
    const list = await makeList(api);
    const fifty = all(...Array.from({ length: 50 }, () => languageRule('en')));
    const fortyNine = all(...fifty.rules.slice(1));
    const base = await makeSegment(api, list, fifty);
    const wide = await makeSegment(api, list, all(...Array.from({ length: 9 }, () => inSegment(base.id))));
    expect(wide.subscribers_count).toBe(0);
    const over = all(inSegment(wide.id), ...fortyNine.rules);
    const refused = await api.rest('POST', `/lists/${list}/segments`, { name: 'x', conditions: over });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['conditions']]);
    const max = await makeSegment(api, list, all(inSegment(wide.id), ...fortyNine.rules.slice(0, 40)));
    expect(max.subscribers_count).toBe(0);
    // 41 + 9 + 9 × 50 = 500: one more rule in a named segment exceeds the limit of the segments above it.
    const grown = await api.rest('PUT', `/segments/${wide.id}`, {
      conditions: all(...wide.conditions.rules, languageRule('en')),
    });
    expect([grown.status, Object.keys(grown.body.errors)]).toEqual([422, ['conditions']]);
  });
});

test('a rule on a deleted or retyped field matches nobody, without errors', async () => {
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'ann@people.test', attributes: { size: '7' } }, { email: 'bob@people.test' }]);
  const rule = (operator: string): Rule => ({ type: 'attribute', field: 'size', operator, value: '7' });
  const { id } = await makeSegment(api, list, any(rule('equals'), rule('not_equals')));
  const count = async () => (await api.rest('GET', `/segments/${id}`)).body.data.subscribers_count;
  expect(await count()).toBe(2);
  expect((await api.rest('PATCH', '/fields/size', { type: 'number' })).status).toBe(200);
  expect(await count()).toBe(0);
  expect((await api.rest('DELETE', '/fields/size')).status).toBe(204);
  expect(await count()).toBe(0);
  expect((await api.rest('GET', `/segments/${id}/subscribers`)).body.data).toEqual([]);
});

describe('statements', () => {
  test('a page of segments needs as many statements to count as one segment', async () => {
    const cost = async (count: number) => {
      const list = await makeList(api);
      await subscribe(api, list, [{ email: 'ann@people.test', tags: ['t'], locale: 'en' }]);
      for (let index = 0; index < count; index += 1) await makeSegment(api, list, all(tagged('t', `t${index}`)));
      return (await api.statements(() => api.rest('GET', `/lists/${list}/segments?per_page=100`))).length;
    };
    expect(await cost(12)).toBe(await cost(1));
  });

  test('the segments of a page of subscribers cost the same for one and for a hundred', async () => {
    const cost = async (people: number, segments: number) => {
      const list = await makeList(api);
      await subscribe(
        api,
        list,
        rowsOf(people).map((row) => ({ ...row, tags: ['t'] })),
      );
      for (let index = 0; index < segments; index += 1) await makeSegment(api, list, all(tagged('t')), `S${index}`);
      const query = `query ($list: ID!) { subscribers(listId: $list, first: 100) {
        nodes { segments { name subscribersCount list { name } } } } }`;
      let data: { subscribers: { nodes: { segments: unknown[] }[] } } | undefined;
      const sent = await api.statements(async () => {
        data = await ask(api, query, { list });
      });
      expect(data?.subscribers.nodes).toHaveLength(people);
      for (const node of data?.subscribers.nodes ?? []) expect(node.segments).toHaveLength(segments);
      return sent.length;
    };
    expect(await cost(100, 9)).toBe(await cost(1, 1));
  });

  test('a page of the subscribers of a segment costs the same for one and for a hundred', async () => {
    const cost = async (people: number) => {
      const list = await makeList(api);
      const rows = rowsOf(people).map((row, index) => ({ ...row, tags: ['t', `t${index}`] }));
      await subscribe(api, list, rows);
      const { id } = await makeSegment(api, list, all(tagged('t'), { type: 'engagement', operator: 'never_active' }));
      const query = `query ($id: ID!) { segment(id: $id) { subscribers(first: 100) { totalCount
        nodes { email tags attributes list { name } segments { name } } } } }`;
      const sent = await api.statements(async () => {
        const { body } = await api.rest('GET', `/segments/${id}/subscribers?per_page=100`);
        expect(body.data).toHaveLength(people);
        const { subscribers } = (await ask(api, query, { id })).segment;
        expect(subscribers.nodes).toHaveLength(people);
      });
      return sent.length;
    };
    expect(await cost(100)).toBe(await cost(1));
  });

  test('a list shows its segments', async () => {
    const list = await makeList(api);
    await makeSegment(api, list, all(languageRule('en')), 'A');
    await makeSegment(api, list, all(languageRule('de')), 'B');
    const query =
      'query ($id: ID!) { list(id: $id) { segments(first: 1) { totalCount nodes { name } } } segments(listId: $id) { nodes { name } } }';
    expect(await ask(api, query, { id: list })).toEqual({
      list: { segments: { totalCount: 2, nodes: [{ name: 'B' }] } },
      segments: { nodes: [{ name: 'B' }, { name: 'A' }] },
    });
  });
});
