import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { until } from '../../support/until.ts';

const PEOPLE = 20_000;
const VARIANTS = [
  { name: 'A', subject: 'A' },
  { name: 'B', subject: 'B' },
  { name: 'C', subject: 'C' },
];

let api: TestApp;
beforeAll(async () => {
  api = await openTestAppWithJobs();
  await api.rest('POST', '/templates', TEMPLATE);
  await api.db.$executeRaw`insert into people (team_id, key, email)
    select ${api.teamId}::int, gen_random_uuid(), 'n' || n || '@people.test' from generate_series(1, ${PEOPLE}::int) n`;
});
afterAll(() => api.close());

/** A campaign in progress, to a new list of the given size. */
async function sendTo(people: number, list: string): Promise<string> {
  await api.db.$executeRaw`insert into subscribers (team_id, id, list_id, person_key, email, status)
    select team_id, gen_random_uuid(), ${list}::uuid, key, email, 'subscribed' from people
    where team_id = ${api.teamId}::int order by key limit ${people} on conflict do nothing`;
  const test = { variants: VARIANTS, sample_percent: 10, decide_after: 'PT1H', by: 'opens' };
  const id = await makeCampaign(api, list, { test });
  await api.rest('POST', `/campaigns/${id}/send`);
  return id;
}

/** The variant of each person, once the campaign is queued. */
async function splitOf(id: string, people: number): Promise<Map<string, number | null>> {
  await until(async () => (await readCampaign(api, id)).recipients_count === people);
  const rows = await api.db.message.findMany({ where: { campaignId: id }, select: { personKey: true, variant: true } });
  return new Map(rows.map(({ personKey, variant }) => [personKey!, variant]));
}

const sharesOf = (split: Map<string, number | null>) => {
  const all = [...split.values()];
  return [1, 2, 3, null].map((variant) => all.filter((one) => one === variant).length);
};

test('10 % of 20,000 people are split evenly among three variants, and the same way each time', async () => {
  const id = await sendTo(PEOPLE, await makeList(api));
  const split = await splitOf(id, PEOPLE);
  expect([split.size, ...sharesOf(split)]).toEqual([PEOPLE, 667, 667, 666, 18_000]);

  const hash = (key: string) => createHash('md5').update(`${id}${key}`).digest('hex');
  const hashes = new Map([...split.keys()].map((key) => [key, hash(key)]));
  const ranked = [...split.keys()].sort((a, b) => (hashes.get(a)! < hashes.get(b)! ? -1 : 1));
  const differing = ranked.filter((key, rank) => split.get(key) !== (rank < PEOPLE / 10 ? 1 + (rank % 3) : null));
  expect(differing).toEqual([]);

  // As a process leaves it that dies before it commits.
  await api.db.message.deleteMany({ where: { campaignId: id } });
  await api.db.campaign.updateMany({ where: { id }, data: { enqueuedAt: null, recipientsCount: null } });
  const again = await splitOf(id, PEOPLE);
  expect([...again].filter(([key, variant]) => split.get(key) !== variant)).toEqual([]);
  expect(again.size).toBe(PEOPLE);
});

test('another campaign to the same people has another sample', async () => {
  const list = await makeList(api);
  const samples: string[][] = [];
  for (const _ of [1, 2]) {
    const split = await splitOf(await sendTo(2_000, list), 2_000);
    expect(sharesOf(split)).toEqual([67, 67, 66, 1_800]);
    samples.push([...split].flatMap(([key, variant]) => (variant === null ? [] : [key])));
  }
  const [one, other] = samples as [string[], string[]];
  expect(one.filter((key) => other.includes(key)).length).toBeLessThan(80); // 20 are expected
});
