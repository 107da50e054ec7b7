import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { holds, type Person } from '../../support/naive-segments.ts';
import { dice, randomGroup, randomPerson } from '../../support/random-segments.ts';
import { daysAgo, declareFields, type Group, listed, makeSegment } from '../../support/segments.ts';

const SEED = 20_261_121;
const GROUPS = 200;

let api: TestApp;
let list: string;
const random = dice(SEED);
const people: Person[] = Array.from({ length: 60 }, (_, number) => randomPerson(random, number));
const ids = new Map<string, string>();

beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await declareFields(api, { age: 'number', city: 'text', paid: 'boolean' });
  const rows = people.map(({ events, subscribed, ...row }) => row);
  for (const { id, email } of (await subscribe(api, list, rows)).data) ids.set(email, id);
  const events = people.flatMap(({ email, events }) =>
    events.map(({ name, daysAgo: days, n, value }) => ({
      ...{ email, name, occurred_at: daysAgo(days), properties: { n } },
      ...(value && { value, currency: 'EUR' }),
    })),
  );
  expect((await api.rest('POST', '/events', { events })).body.failed).toBe(0);
  for (const { email, subscribed } of people) {
    if (!subscribed) await api.rest('POST', `/subscribers/${ids.get(email)}/unsubscribe`);
  }
});
afterAll(() => api.close());

const EXPLAIN = (subscribers: string[]) =>
  `query ($id: UUID!) { ${subscribers
    .map((id, index) => `s${index}: explainSegment(id: $id, subscriberId: "${id}") { matches rules { path matches } }`)
    .join(' ')} }`;

/** The rules of a group with the paths that the contract gives them. */
const rulesOf = (group: Group, path = 'conditions'): { path: string; rule: Group['rules'][number] }[] =>
  group.rules.flatMap((part, index) => {
    const at = `${path}.rules.${index}`;
    return 'rules' in part ? rulesOf(part, at) : [{ path: at, rule: part }];
  });

test(`${GROUPS} random groups: count, listing, preview, explain and each person's segments agree with a naive reading`, async () => {
  const segments: Record<string, Group> = {};
  const named: string[] = [];
  const expected = new Map<string, string[]>();
  const sizes = new Set<number>();
  for (let round = 0; round < GROUPS; round += 1) {
    const group = randomGroup(random, named);
    const { id, subscribers_count: count } = await makeSegment(api, list, group, `G${round}`);
    segments[id] = group;
    if (round % 40 === 0) named.push(id);
    const subscribed = people.filter((person) => person.subscribed);
    const matching = subscribed.filter((person) => holds(group, person, segments)).map(({ email }) => email);
    const context = JSON.stringify(group);
    expect([context, await listed(api, `/segments/${id}/subscribers`)]).toEqual([context, matching.sort()]);
    expect(count).toBe(matching.length);
    expected.set(id, matching);
    sizes.add(matching.length);

    const rules = rulesOf(group);
    const preview = await api.rest('POST', `/lists/${list}/segments/preview`, { conditions: group });
    expect([context, preview.body.data]).toEqual([
      context,
      {
        subscribers_count: matching.length,
        rules: rules.map(({ path, rule }) => ({
          path,
          subscribers_count: subscribed.filter((person) => holds(rule, person, segments)).length,
        })),
      },
    ]);

    const asked = people.filter((_, index) => index % 10 === round % 10);
    const answers = await ask(api, EXPLAIN(asked.map(({ email }) => ids.get(email)!)), { id });
    for (const [index, person] of asked.entries()) {
      expect([context, answers[`s${index}`]]).toEqual([
        context,
        {
          matches: matching.includes(person.email),
          rules: rules.map(({ path, rule }) => ({ path, matches: holds(rule, person, segments) })),
        },
      ]);
    }
  }
  // The groups must tell people apart, or agreeing would mean nothing.
  expect(sizes.size).toBeGreaterThan(20);

  const query = 'query ($list: UUID!) { subscribers(listId: $list, first: 100) { nodes { email segments { id } } } }';
  const { subscribers } = await ask(api, query, { list });
  expect(subscribers.nodes).toHaveLength(people.length);
  for (const { email, segments } of subscribers.nodes) {
    const within = [...expected].filter(([, emails]) => emails.includes(email)).map(([id]) => id);
    expect([email, segments.map(({ id }: { id: string }) => id).sort()]).toEqual([email, within.sort()]);
  }
  const counts =
    'query ($list: UUID!, $after: String) { segments(listId: $list, first: 100, after: $after) { nodes { id subscribersCount } } }';
  const { segments: page } = await ask(api, counts, { list });
  for (const { id, subscribersCount } of page.nodes) expect(subscribersCount).toBe(expected.get(id)?.length);
}, 120_000);
