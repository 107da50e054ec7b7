import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, sql } from '../../../src/database/connect.ts';
import { isDistributed } from '../../../src/database/layout.ts';
import { indexField } from '../../../src/domain/audience/field-index.ts';
import { newId, personKey } from '../../../src/ids.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { CAMPAIGNS, samplePeople, TEMPLATES } from '../../support/arbitrary-people.ts';
import { naming, sampleGroups } from '../../support/arbitrary-segments.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { addMailings } from '../../support/mailings.ts';
import { type Circumstances, matches } from '../../support/naive-segments/matches.ts';
import type { Person } from '../../support/naive-segments/person.ts';
import { declareFields, type Group, makeSegment } from '../../support/segments.ts';

/** SEGMENT_SEED and SEGMENT_ROUNDS make it another run, or a longer one. */
const SEED = Number(process.env.SEGMENT_SEED ?? 20_261_121);
const ROUNDS = Number(process.env.SEGMENT_ROUNDS ?? 50);
const PEOPLE = 1000;
const DAY = 86_400_000;
/** The team's, in turn: far ahead and far behind, off by a half and three quarters of an hour, and with midnights that are skipped or repeated. */
const ZONES = [
  ...[
    'UTC',
    'America/Los_Angeles',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
    'Europe/Berlin',
    'Pacific/Chatham',
    'Africa/Cairo',
  ],
  ...['America/Havana', 'Etc/GMT+12', 'Atlantic/Azores', 'America/Sao_Paulo'],
];

let api: TestApp;
let list: string;
const now = Date.now();
const at = (daysAgo: number) => new Date(now - daysAgo * DAY);
const people: Person[] = samplePeople(PEOPLE, SEED);
const ids = new Map<string, string>();

beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await declareFields(api, { age: 'number', city: 'text', born: 'date', due: 'date', paid: 'boolean' });
  // A half of them do something before they join, and the others after.
  const half = PEOPLE / 2;
  await recordAll(people.slice(0, half));
  for (let first = 0; first < PEOPLE; first += 100) {
    const rows = people
      .slice(first, first + 100)
      .map(({ email, locale, first_name, last_name, timezone, tags, attributes }) => ({
        ...{ email, locale, first_name, last_name, timezone, tags, attributes },
      }));
    for (const row of (await subscribe(api, list, rows)).data) {
      expect([row.email, row.errors]).toEqual([row.email, undefined]);
      ids.set(row.email, row.id);
    }
  }
  await recordAll(people.slice(half));
  await api.db.$executeRaw`
    update subscribers s set subscribed_at = given.at, status = given.status
    from jsonb_to_recordset(${JSON.stringify(
      people.map(({ email, subscribed, subscribedDaysAgo }) => ({
        email,
        status: subscribed ? 'subscribed' : 'unsubscribed',
        at: subscribedDaysAgo === null ? null : at(subscribedDaysAgo),
      })),
    )}::jsonb) as given(email text, status "SubscriberStatus", at timestamptz) where s.email = given.email`;
  await api.db.$executeRaw`analyze`;
});
afterAll(() => api.close());

/** Events by the API; touches and e-mails, which no API creates, into the database. */
async function recordAll(people: Person[]): Promise<void> {
  const events = people.flatMap(({ email, events }) =>
    events.map(({ daysAgo, ...event }) => ({ email, ...event, occurred_at: at(daysAgo).toISOString() })),
  );
  for (let first = 0; first < events.length; first += 1000) {
    const { body } = await api.rest('POST', '/events', { events: events.slice(first, first + 1000) });
    expect(body.failed).toBe(0);
  }
  const { teamId } = api;
  const key = (email: string) => personKey(teamId, email);
  await api.db.person.createMany({
    data: people.map(({ email }) => ({ teamId, key: key(email), email })),
    skipDuplicates: true,
  });
  const templateId = newId();
  const mails = people.flatMap(({ email, mails }) => mails.map((mail) => ({ ...mail, email, id: newId() })));
  await api.db.transactionalMail.createMany({
    data: mails.map(({ id, email, template, sent, daysAgo }) => ({
      ...{ teamId, id, template, templateId, fromEmail: 'shop@shop.test', createdAt: at(daysAgo) },
      ...{ to: [email], recipients: [email], status: sent ? ('sent' as const) : ('failed' as const) },
      ...(sent && { sentAt: at(daysAgo) }),
    })),
  });
  const campaigns = people.flatMap(({ email, campaigns }) =>
    Object.entries(campaigns).map(([campaignId, mail]) => ({ ...mail, email, campaignId })),
  );
  await api.db.campaign.createMany({
    data: CAMPAIGNS.map((id) => ({ teamId, id, listId: list, name: 'C', templateId, status: 'sent' as const })),
    skipDuplicates: true,
  });
  await addMailings(api.db);
  await api.db.message.createMany({
    data: campaigns.map(({ campaignId, email, sent, daysAgo }) => ({
      ...{ teamId, id: newId(), kind: 'campaign' as const, campaignId, personKey: key(email) },
      ...(sent ? { state: 'sent' as const, sentAt: at(daysAgo) } : { state: 'withheld' as const }),
    })),
  });
  const ofCampaigns = campaigns.flatMap(({ email, campaignId, opened, clicked }) => [
    ...(opened === undefined ? [] : [{ email, kind: 'open' as const, senderId: campaignId, at: at(opened) }]),
    ...(clicked === undefined ? [] : [{ email, kind: 'click' as const, senderId: campaignId, at: at(clicked) }]),
  ]);
  const ofMails = mails.flatMap(({ id, email, opened, clicked }) => [
    ...(opened === undefined ? [] : [{ email, kind: 'open' as const, senderId: id, at: at(opened) }]),
    ...(clicked === undefined ? [] : [{ email, kind: 'click' as const, senderId: id, at: at(clicked) }]),
  ]);
  const others = people.flatMap(({ email, touches }) =>
    touches.map(({ daysAgo }) => ({ email, kind: 'open' as const, senderId: templateId, at: at(daysAgo) })),
  );
  const touches = [
    ...ofMails.map(({ email, ...touch }) => ({
      teamId,
      personKey: key(email),
      sender: 'transactional' as const,
      ...touch,
    })),
    ...[...ofCampaigns, ...others].map(({ email, ...touch }) => ({
      teamId,
      personKey: key(email),
      sender: 'campaign' as const,
      ...touch,
    })),
  ];
  await api.db.feedback.createMany({
    data: people.flatMap(({ email, bounces }) =>
      bounces.map(({ daysAgo, ...bounce }) => ({
        teamId,
        personKey: key(email),
        key: new Uint8Array(Buffer.from(newId())),
        at: at(daysAgo),
        ...bounce,
      })),
    ),
  });
  await api.db.touch.createMany({ data: touches });
  if (isDistributed(api.db)) {
    const [persons, times] = [touches.map(({ personKey }) => personKey), touches.map(({ at }) => at)];
    await run(api.db, sql`select engage_people(${teamId}::int, ${persons}::uuid[], ${times}::timestamptz[])::text`); // no trigger has
  }
  await api.db.template.createMany({
    data: TEMPLATES.map((name) => ({
      teamId,
      id: newId(),
      name,
      editor: 'html',
      subject: 'S',
      content: 'C',
      html: 'C',
    })),
    skipDuplicates: true,
  });
}

/** The touches that a mail's opens and clicks are, beside the others. */
const whole = (person: Person): Person => ({
  ...person,
  touches: [
    ...person.touches,
    ...[...person.mails, ...Object.values(person.campaigns)].flatMap(({ opened, clicked }) =>
      [opened, clicked].filter((daysAgo) => daysAgo !== undefined).map((daysAgo) => ({ daysAgo })),
    ),
  ],
});

const PAGE = `query ($id: ID!, $after: String) { segment(id: $id) { subscribers(first: 100, after: $after) {
  totalCount nodes { email } pageInfo { hasNextPage endCursor } } } }`;

async function listed(id: string): Promise<string[]> {
  const addresses: string[] = [];
  let after: string | null = null;
  let total: number;
  do {
    const { subscribers } = (await ask(api, PAGE, { id, after })).segment as { subscribers: Page };
    addresses.push(...subscribers.nodes.map(({ email }) => email));
    after = subscribers.pageInfo.hasNextPage ? subscribers.pageInfo.endCursor : null;
    total = subscribers.totalCount;
  } while (after);
  expect(addresses).toHaveLength(total);
  return addresses.sort();
}

interface Page {
  totalCount: number;
  nodes: { email: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

const EXPLAIN = (subscribers: string[]) =>
  `query ($id: ID!) { ${subscribers
    .map((id, index) => `s${index}: explainSegment(id: $id, subscriberId: "${id}") { matches rules { path matches } }`)
    .join(' ')} }`;

/** The rules of a group with the paths that the contract gives them. */
const rulesOf = (group: Group, path = 'conditions'): { path: string; rule: Group['rules'][number] }[] =>
  group.rules.flatMap((part, index) => {
    const at = `${path}.rules.${index}`;
    return 'rules' in part ? rulesOf(part, at) : [{ path: at, rule: part }];
  });

const AGREE = 'count, listing, preview and explain agree with a naive reading';

test.each([
  ['', []],
  ['with an index for each field, ', ['age', 'city', 'born', 'due']],
])(
  `%s${ROUNDS} random segments over ${PEOPLE} random people (seed ${SEED}): ${AGREE}`,
  async (_, indexed) => {
    for (const key of indexed) await indexField(createScope(api.db, { id: api.teamId }, WORKER), key);
    const world: Circumstances = { now, zone: 'UTC', teamId: api.teamId, segments: {} };
    const everybody = people.map(whole);
    const subscribed = everybody.filter((person) => person.subscribed);
    const sizes = new Set<number>();
    let named: string | undefined;
    for (const [round, sampled] of sampleGroups(ROUNDS, SEED).entries()) {
      const group = named === undefined ? sampled : naming(sampled, named);
      world.now = Date.now(); // the day may have turned
      world.zone = ZONES[round % ZONES.length]!;
      await api.rest('PATCH', '/team', { timezone: world.zone });
      const context = `${world.zone} ${JSON.stringify(group)}`;
      const { id, subscribers_count: count } = await makeSegment(api, list, group, `G${round}`);
      world.segments[id] = group;
      // A segment that names one that names one: few, as each brings all of its rules along.
      if (named === undefined || round % 20 === 0) named = id;
      const matching = subscribed.filter((person) => matches(group, person, world)).map(({ email }) => email);
      expect([context, await listed(id)]).toEqual([context, matching.sort()]);
      expect([context, count]).toEqual([context, matching.length]);
      sizes.add(matching.length);

      const rules = rulesOf(group);
      const preview = await api.rest('POST', `/lists/${list}/segments/preview`, { conditions: group });
      expect([context, preview.body.data]).toEqual([
        context,
        {
          subscribers_count: matching.length,
          rules: rules.map(({ path, rule }) => ({
            path,
            subscribers_count: subscribed.filter((person) => matches(rule, person, world)).length,
          })),
        },
      ]);

      const asked = everybody.filter((_, index) => index % 200 === round % 200);
      const answers = await ask(api, EXPLAIN(asked.map(({ email }) => ids.get(email)!)), { id });
      for (const [index, person] of asked.entries()) {
        expect([context, person.email, answers[`s${index}`]]).toEqual([
          context,
          person.email,
          {
            matches: person.subscribed && matches(group, person, world),
            rules: rules.map(({ path, rule }) => ({ path, matches: matches(rule, person, world) })),
          },
        ]);
      }
    }
    // The segments must distinguish people, or agreement would prove nothing.
    expect(sizes.size).toBeGreaterThan(ROUNDS / 3);
  },
  3_600_000,
);
