import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import {
  addManySubscribers,
  countScoreTypes,
  MANY,
  NOT_NUMBERS,
  waitingChunks,
} from '../../support/many-subscribers.ts';
import { all, makeSegment } from '../../support/segments.ts';
import { follow } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

let testApp: TestApp;
let api: TestApp;
let list: string;
let workers: RunningJobs[];
beforeAll(async () => {
  testApp = await openTestApp({ databasePool: 12 });
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  workers = [];
  api = await openTeam(testApp);
  list = await makeList(api);
  await addManySubscribers(api, list);
  const template = {
    name: 'score',
    editor: 'html',
    subject: 'Score',
    content: '[{{ subscriber.attributes.score | json }}]',
  };
  await api.rest('POST', '/templates', template);
});
afterEach(() => Promise.all(workers.map((worker) => worker.stop())));

const work = (count = 1) => {
  for (let index = 0; index < count; index++) workers.push(startJobs(api.installation));
};

const change = (type: string) => api.rest('PATCH', '/fields/score', { type });
const conversion = async () => (await api.rest('GET', '/fields/score/conversion')).body.data;
const completed = () => until(async () => (await conversion()).status === 'completed');
const underWay = () => api.db.fieldChange.count({ where: { teamId: api.teamId, finishedAt: null } });
/** The last person that the worker converts. */
const LAST = `p${MANY - 1}@many.test`;
const LAST_SCORE = (MANY - 1) % 100;
const patch = async (email: string, attributes: object) => {
  const { id } = await readSubscriber(api, list, email);
  return api.rest('PATCH', `/subscribers/${id}`, { attributes });
};

const stored = () => countScoreTypes(api);

/** Shows how each way of reading attributes reports a person's score. */
async function seen(email: string): Promise<Record<string, unknown>> {
  const { id, attributes } = await readSubscriber(api, list, email);
  const one = await api.rest('GET', `/subscribers/${id}`);
  const person = await api.rest('GET', `/people/export?email=${email}`);
  const query = '{ person(email: $email) { subscriptions { nodes { attributes } } } }';
  const graph = await api.graphql(`query ($email: EmailAddress!) ${query}`, { email });
  const file = await api.app.inject({
    ...{ method: 'POST', url: `/v1/lists/${list}/exports`, payload: { format: 'ndjson' } },
    headers: { authorization: `Bearer ${api.token}` },
  });
  const mail = { template: 'score', from: 'shop@shop.example', to: [email] };
  const { body: sent } = await api.rest('POST', '/transactional-mails', mail);
  const { html } = (await api.rest('GET', `/transactional-mails/${sent.data.id}/preview`)).body.data;
  const [, mailed] = /\[(.*)\]/.exec(html.replaceAll('&#34;', '"').replaceAll('&quot;', '"'))!;
  const exported = file.payload.split('\n').find((line) => line.includes(`"${email}"`));
  return {
    listed: attributes.score,
    read: one.body.data.attributes.score,
    person: person.body.data.subscriptions[0].attributes.score,
    graphql: graph.body.data.person.subscriptions.nodes[0].attributes.score,
    exported: JSON.parse(exported!)['attributes.score'] ?? undefined,
    mailed: mailed ? JSON.parse(mailed) : undefined,
  };
}

const everywhere = (score: unknown) => ({
  ...{ listed: score, read: score, person: score, graphql: score, exported: score, mailed: score },
});

const countOf = async (operator: string, value?: unknown): Promise<number> => {
  const rule = { type: 'attribute', field: 'score', operator, ...(value !== undefined && { value }) };
  return (await makeSegment(api, list, all(rule))).subscribers_count;
};

describe('a new type of a field with many values', () => {
  test('is visible at once everywhere, and a worker converts the values and reports its progress', async () => {
    const { status, body } = await change('number');
    expect([status, body.data.type]).toEqual([202, 'number']);
    expect(body.meta.conversion).toMatchObject({ status: 'processing', total: MANY, finished_at: null });
    expect(body.meta.conversion.processed).toBeLessThan(MANY);
    expect(body.meta.converted + body.meta.unconverted).toBe(body.meta.conversion.processed);
    expect((await api.rest('GET', '/fields/score/conversion')).body).toEqual({ data: body.meta.conversion });
    expect((await stored()).string).toBeGreaterThan(NOT_NUMBERS);
    await expectNumbers();
    work();
    await completed();
    expect(await stored()).toEqual({ number: MANY - NOT_NUMBERS, string: NOT_NUMBERS });
    expect(await conversion()).toMatchObject({
      ...{ status: 'completed', total: MANY, processed: MANY, converted: MANY - NOT_NUMBERS, unconverted: NOT_NUMBERS },
      finished_at: expect.any(String),
    });
    await expectNumbers();

    async function expectNumbers() {
      for (const score of [1, LAST_SCORE]) {
        expect(await seen(score === 1 ? 'p1@many.test' : LAST)).toEqual(everywhere(score));
      }
      expect((await readSubscriber(api, list, `p${MANY}@many.test`)).attributes.score).toBe('many');
      expect(await countOf('gte', 50)).toBe(MANY / 2);
      expect(await countOf('not_equals', 7)).toBe(MANY - NOT_NUMBERS);
      expect(await countOf('is_set')).toBe(MANY);
    }
  });

  test('validates values written during the conversion, and leaves them unchanged', async () => {
    expect((await change('number')).status).toBe(202);
    expect((await patch(LAST, { score: 'twelve' })).status).toBe(422);
    expect((await patch(LAST, { score: '1200' })).body.data.attributes).toEqual({ city: 'Porto', score: 1200 });
    await subscribe(api, list, [
      { email: `p${MANY - 2}@many.test`, attributes: { city: 'Lyon' } },
      { email: `p${MANY - 3}@many.test`, attributes: { score: 1300 } },
      { email: 'new@many.test', attributes: { score: 1400 } },
    ]);
    expect(await countOf('gt', 1000)).toBe(3);
    work();
    await completed();
    expect(await countOf('gt', 1000)).toBe(3);
    const { attributes } = await readSubscriber(api, list, `p${MANY - 2}@many.test`);
    expect(attributes).toEqual({ city: 'Lyon', score: LAST_SCORE - 1 });
    expect(await stored()).toEqual({ number: MANY - NOT_NUMBERS + 1, string: NOT_NUMBERS });
  });

  test('replaces a conversion that is still in progress', async () => {
    expect((await change('number')).status).toBe(202);
    const first = await conversion();
    expect((await change('text')).status).toBe(202);
    expect((await conversion()).started_at >= first.started_at).toBe(true);
    expect((await readSubscriber(api, list, 'p7@many.test')).attributes.score).toBe('7');
    expect(await countOf('equals', String(LAST_SCORE))).toBe(MANY / 100);
    work();
    await completed();
    expect(await stored()).toEqual({ string: MANY });
    expect(await conversion()).toMatchObject({ processed: MANY, converted: MANY, unconverted: 0 });
  });

  test('is converted once by any number of workers', async () => {
    expect((await change('number')).status).toBe(202);
    for (const { number } of await api.db.fieldChange.findMany({ where: { teamId: api.teamId } })) {
      for (const key of ['a', 'b', 'c']) {
        await api.db.$executeRaw`select graphile_worker.add_job('change-field',
          json_build_object('change', ${number}::int, 'teamId', ${api.teamId}::int), job_key => ${key})::text`;
      }
    }
    work(3);
    await completed();
    expect(await conversion()).toMatchObject({
      processed: MANY,
      converted: MANY - NOT_NUMBERS,
      unconverted: NOT_NUMBERS,
    });
  });

  test('streams the progress of the conversion to its end', async () => {
    const query = `mutation { updateContactField(input: { key: "score", type: NUMBER }) {
      converted conversion { status processed } } }`;
    const { data } = (await api.graphql(query)).body;
    expect(data.updateContactField.conversion).toEqual({
      ...{ status: 'PROCESSING', processed: expect.any(Number) },
    });
    const progress = await follow<{ status: string; processed: number }>(
      `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`,
      api.token,
      'subscription { contactFieldConversionProgressed(key: "score") { status processed } }',
    );
    work();
    await until(() => progress.seen.at(-1)?.status === 'COMPLETED');
    expect(progress.seen[0]).toEqual(data.updateContactField.conversion);
    expect(progress.seen.map(({ processed }) => processed)).toEqual(
      progress.seen.map(({ processed }) => processed).toSorted((a, b) => a - b),
    );
    expect(progress.errors).toEqual([]);
    const fields = '{ contactFields(first: 10) { nodes { key conversion { status processed } } } }';
    expect((await api.graphql(fields)).body.data.contactFields.nodes).toEqual([
      { key: 'city', conversion: null },
      { key: 'score', conversion: { status: 'COMPLETED', processed: MANY } },
    ]);
  });

  test('with an Idempotency-Key is answered the same twice', async () => {
    const headers = { 'idempotency-key': 'once' };
    const answers = [];
    for (let call = 0; call < 2; call++) {
      answers.push(await api.rest('PATCH', '/fields/score', { type: 'number' }, { headers }));
    }
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    work();
    await completed();
    expect(await stored()).toEqual({ number: MANY - NOT_NUMBERS, string: NOT_NUMBERS });
  });

  test('is deleted with the team', async () => {
    expect((await change('number')).status).toBe(202);
    await api.db.team.delete({ where: { id: api.teamId } });
    expect(await underWay()).toBe(0);
    work();
    await until(async () => {
      const jobs = await api.db.$queryRaw<
        object[]
      >`select from graphile_worker.jobs where task_identifier = 'change-field'`;
      return jobs.length === 0;
    });
  });
});

test('a field that is missing, or whose type never changed, has no conversion', async () => {
  for (const key of ['city', 'nobody']) {
    expect((await api.rest('GET', `/fields/${key}/conversion`)).status).toBe(404);
  }
});

describe('deleting a field with many values', () => {
  const gone = everywhere(undefined);

  test('hides it from everybody at once, and a worker removes the values', async () => {
    const segment = await makeSegment(api, list, all({ type: 'attribute', field: 'score', operator: 'is_set' }));
    expect((await api.rest('DELETE', '/fields/score')).status).toBe(204);
    expect((await stored()).string).toBeGreaterThan(0);
    await expectNoTrace();
    work();
    await until(async () => (await underWay()) === 0);
    expect(await stored()).toEqual({});
    await expectNoTrace();

    async function expectNoTrace() {
      expect(await seen(LAST)).toEqual(gone);
      expect((await readSubscriber(api, list, LAST)).attributes).toEqual({ city: 'Porto' });
      expect((await api.rest('GET', `/segments/${segment.id}`)).body.data.subscribers_count).toBe(0);
      expect((await api.rest('GET', '/fields/score/conversion')).status).toBe(404);
    }
  });

  test('keeps values written afterwards under the same key, and restores no old ones', async () => {
    const rest = (n: number) => `p${MANY - n}@many.test`;
    expect((await api.rest('DELETE', '/fields/score')).status).toBe(204);
    expect((await patch(rest(1), { city: 'Lyon' })).body.data.attributes).toEqual({ city: 'Lyon' });
    expect((await api.rest('POST', '/fields', { key: 'score', type: 'number' })).status).toBe(201);
    expect((await patch(rest(2), { score: 1200 })).body.data.attributes).toEqual({ city: 'Porto', score: 1200 });
    expect((await patch(rest(3), { city: 'Oslo' })).body.data.attributes).toEqual({ city: 'Oslo' });
    const { id } = await readSubscriber(api, list, rest(4));
    expect((await api.rest('POST', `/subscribers/${id}/tags`, { tags: ['vip'] })).body.data.attributes).toEqual({
      city: 'Porto',
    });
    await subscribe(api, list, [
      { email: rest(5), attributes: { score: 1300 } },
      { email: rest(6), attributes: { city: 'Bonn' } },
      { email: 'new@many.test', attributes: { score: 1400 } },
    ]);
    await patch('new@many.test', { city: 'Kyoto' });
    await patch(rest(5), { more: 'x' });
    await expectOnlyNew();
    work();
    await until(async () => (await underWay()) === 0);
    await expectOnlyNew();
    expect(await stored()).toEqual({ number: 3 });

    async function expectOnlyNew() {
      expect(await countOf('is_set')).toBe(3);
      expect(await countOf('gt', 1000)).toBe(3);
      expect(await countOf('is_not_set')).toBe(MANY - 2);
      expect(await seen(rest(1))).toEqual(gone);
      expect(await seen(rest(2))).toEqual(everywhere(1200));
      const shown = [];
      for (const n of [3, 4, 5, 6]) shown.push((await readSubscriber(api, list, rest(n))).attributes);
      expect(shown).toEqual([
        { city: 'Oslo' },
        { city: 'Porto' },
        { city: 'Porto', score: 1300, more: 'x' },
        { city: 'Bonn' },
      ]);
      expect((await readSubscriber(api, list, 'new@many.test')).attributes).toEqual({ city: 'Kyoto', score: 1400 });
    }
  });

  test('again, and changing its type, during the first deletion ends with the last write', async () => {
    expect((await api.rest('DELETE', '/fields/score')).status).toBe(204);
    await patch(LAST, { score: '1' }); // declares it again
    expect((await change('number')).status).toBe(202);
    expect(await countOf('equals', 1)).toBe(1);
    expect((await api.rest('DELETE', '/fields/score')).status).toBe(204);
    expect(await seen(LAST)).toEqual(gone);
    await patch(`p${MANY - 2}@many.test`, { score: 'late' });
    expect(await underWay()).toBe(2);
    work();
    await until(async () => (await underWay()) === 0);
    expect(await stored()).toEqual({ string: 1 });
    expect(await seen(`p${MANY - 2}@many.test`)).toEqual(everywhere('late'));
  });
});

describe.each([
  ['changing its type', () => change('number'), 202],
  ['deleting it', () => api.rest('DELETE', '/fields/score'), 204],
])('while values of a field are locked, %s', (_, begin, status) => {
  test('lets writes to other rows pass while a chunk waits', async () => {
    const client = new pg.Client({ connectionString: api.databaseUrl });
    await client.connect();
    try {
      await client.query('begin');
      const sql = `select from subscribers where team_id = $1 and email = 'p5001@many.test' for update`;
      await client.query(sql, [api.teamId]);
      expect((await begin()).status).toBe(status);
      work();
      const [waiting] = await until(() => waitingChunks(api));
      const after = await patch(LAST, { score: 1200 });
      const before = await patch('p1@many.test', { score: 1300 });
      await subscribe(api, list, [{ email: 'new@many.test', attributes: { score: 1400 } }]);
      const renamed = await api.rest('PATCH', '/fields/city', { label: 'Town', type: 'text' });
      expect([before, after, renamed].map((answer) => answer.status)).toEqual([200, 200, 200]);
      expect(await waitingChunks(api)).toEqual([waiting]);
    } finally {
      await client.query('rollback');
      await client.end();
    }
    await until(async () => (await underWay()) === 0);
    for (const [email, score] of [
      ['p1@many.test', 1300],
      [LAST, 1200],
      ['new@many.test', 1400],
    ] as const) {
      const { attributes } = await readSubscriber(api, list, email);
      expect(attributes.score).toBe(status === 202 ? score : String(score));
    }
  });
});
