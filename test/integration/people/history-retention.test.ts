import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { personKey } from '../../../src/ids.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { removeOlder } from '../../support/kept.ts';
import { all } from '../../support/segments.ts';
import { statement } from '../../support/statement.ts';

const ANN = 'ann@people.test';
const BOB = 'bob@people.test';

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
  await subscribe(api, list, [{ email: ANN }, { email: BOB }]);
});

const sql = (text: string) => statement(api.databaseUrl, text);
const ago = (days: number) => `now() - interval '${days} days'`;
const keyOf = (email: string) => personKey(api.teamId, email);
const count = async (type: string, operator: string, value?: unknown) => {
  const conditions = all({ type, operator, ...(value !== undefined && { value }) });
  const { status, body } = await api.rest('POST', `/lists/${list}/segments/preview`, { conditions });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.subscribers_count;
};

describe('opens and clicks of people', () => {
  let campaign: string;
  beforeEach(async () => {
    await api.rest('POST', '/templates', TEMPLATE);
    campaign = await makeCampaign(api, list);
  });
  const touch = (email: string, days: number, kind = 'open') =>
    sql(`insert into touches (team_id, person_key, kind, sender, sender_id, at)
      values (${api.teamId}, '${keyOf(email)}', '${kind}', 'campaign', '${campaign}', ${ago(days)})`);
  const left = async (email: string) =>
    (
      await sql(`select round(extract(epoch from now() - at) / 86400)::int as days from touches
        where person_key = '${keyOf(email)}' order by at`)
    ).map(({ days }) => days);

  test('are deleted when expired, except the newest of a person', async () => {
    for (const days of [900, 850, 800]) await touch(ANN, days);
    for (const days of [900, 850, 10]) await touch(BOB, days);
    await removeOlder(api, { touches: 730 });
    expect([await left(ANN), await left(BOB)]).toEqual([[800], [10]]);
  });

  test('delete the kept one once a newer one is old too, even after empty rounds', async () => {
    for (const days of [900, 850]) await touch(ANN, days);
    for (let round = 0; round < 2; round++) await removeOlder(api, { touches: 730 });
    await touch(ANN, 100);
    await removeOlder(api, { touches: 730 });
    expect(await left(ANN)).toEqual([850, 100]);
    await removeOlder(api, { touches: 90 });
    expect(await left(ANN)).toEqual([100]);
  });

  test('are found behind younger ones recorded earlier, across chunks', async () => {
    await touch(BOB, 5);
    await sql(`insert into touches (team_id, person_key, kind, sender, sender_id, at)
      select ${api.teamId}, '${keyOf(ANN)}', 'open', 'campaign', '${campaign}', ${ago(800)} - n * interval '1 minute'
      from generate_series(1, 4500) n`);
    await removeOlder(api, { touches: 730 });
    expect([await left(ANN), await left(BOB)]).toEqual([[800], [5]]);
  });

  test('are found in the numbers of each machine that recorded them, and looked through once', async () => {
    // On a cluster each machine numbers rows upwards from its own number.
    const touchOn = (machine: number, number: number, email: string, days: number) =>
      sql(`insert into touches (team_id, id, person_key, kind, sender, sender_id, at)
        values (${api.teamId}, (${machine}::bigint << 48) + ${number}, '${keyOf(email)}', 'open', 'campaign', '${campaign}', ${ago(days)})`);
    await touch(BOB, 5);
    for (const [number, days] of [900, 850].entries()) await touchOn(1, number + 1, ANN, days);
    await touchOn(3, 1, ANN, 800);
    await touchOn(3, 2, BOB, 10);
    await removeOlder(api, { touches: 730 });
    expect([await left(ANN), await left(BOB)]).toEqual([[800], [10, 5]]);
    const [team] = await sql(`select removed_to from teams where id = ${api.teamId}`);
    expect(team!.removed_to).toEqual({ 'touches.1': 2 ** 48 + 2, 'touches.3': 3 * 2 ** 48 + 1 });
    await touch(ANN, 100);
    await removeOlder(api, { touches: 90 });
    expect([await left(ANN), await left(BOB)]).toEqual([[100], [10, 5]]);
  });

  test('keep last engagement times and activity counts when deleted', async () => {
    await touch(ANN, 900);
    await touch(ANN, 800, 'click');
    // On a cluster no trigger has recorded it.
    await sql(`update subscribers set engaged_at = ${ago(800)} where person_key = '${keyOf(ANN)}'`);
    await api.rest('POST', '/events', { email: ANN, name: 'login', occurred_at: '2020-01-01T00:00:00Z' });
    // Summed up, though the event itself is no longer kept.
    await sql(`update person_events set count = 7 where person_key = '${keyOf(ANN)}'`);
    const seen = async () => [
      (await readSubscriber(api, list, ANN)).id,
      (await sql(`select engaged_at from subscribers where person_key = '${keyOf(ANN)}'`))[0],
      (await api.rest('GET', `/people?email=${ANN}`)).body.data,
      await count('engagement', 'never_active'),
      await count('engagement', 'active_within_days', 810),
      await count('engagement', 'inactive_for_days', 700),
    ];
    const before = await seen();
    expect(before.slice(3)).toEqual([1, 1, 2]);
    await removeOlder(api, { touches: 730 });
    expect(await left(ANN)).toEqual([800]);
    expect(await seen()).toEqual(before);
  });

  test('keep sums of removed events, even when a touch is removed for another reason', async () => {
    await api.rest('POST', '/events', { email: ANN, name: 'login' });
    await sql(`update person_events set count = 7 where person_key = '${keyOf(ANN)}'`);
    await touch(ANN, 3);
    await sql(`delete from touches where person_key = '${keyOf(ANN)}'`);
    expect((await api.rest('GET', `/people?email=${ANN}`)).body.data.event_counts).toMatchObject([{ count: 7 }]);
  });

  test('match segment rules while they are kept, and sales stay credited to them', async () => {
    await touch(ANN, 800);
    await touch(BOB, 800);
    await touch(BOB, 700);
    await touch(BOB, 2, 'click');
    await api.rest('POST', '/events', { email: BOB, name: 'order', value: 40, currency: 'EUR' });
    const revenue = async () => (await api.rest('GET', '/revenue?group_by=campaign')).body.data;
    const before = await revenue();
    expect(before).toMatchObject([{ revenue: 40 }]);
    await removeOlder(api, { touches: 730 });
    expect(await left(BOB)).toEqual([700, 2]);
    expect(await revenue()).toEqual(before);
    expect(await count('campaign', 'opened', { campaign })).toBe(2);
  });

  test('are kept forever without a setting', async () => {
    await touch(ANN, 3_000);
    await touch(ANN, 2_900);
    await removeOlder(api, {});
    expect(await left(ANN)).toEqual([3_000, 2_900]);
  });
});

describe('bounces and complaints', () => {
  const feedback = (email: string, kind: string, days: number, cause = 'mailbox_full') =>
    sql(`insert into feedback (team_id, person_key, kind, cause, key, at)
      values (${api.teamId}, '${keyOf(email)}', '${kind}', '${cause}', sha256(random()::text::bytea), ${ago(days)})`);
  const left = async (email: string) =>
    (
      await sql(`select kind::text || round(extract(epoch from now() - at) / 86400) as it from feedback
        where person_key = '${keyOf(email)}' order by at`)
    ).map(({ it }) => it);

  test("are deleted when expired, except a person's newest hard bounce, soft bounce and complaint", async () => {
    for (const days of [900, 880, 860]) await feedback(ANN, 'soft_bounce', days);
    await feedback(ANN, 'hard_bounce', 870, 'user_unknown');
    await feedback(ANN, 'complaint', 890);
    for (const days of [900, 20]) await feedback(BOB, 'soft_bounce', days);
    await removeOlder(api, { feedback: 730 });
    expect(await left(ANN)).toEqual(['complaint890', 'hard_bounce870', 'soft_bounce860']);
    expect(await left(BOB)).toEqual(['soft_bounce20']);
    expect(await count('bounce', 'bounced', {})).toBe(2);
  });

  test('keep soft bounces that can be lifted, and suppressions', async () => {
    await feedback(ANN, 'soft_bounce', 900);
    await feedback(ANN, 'soft_bounce', 800);
    await api.rest('POST', '/suppressions', { email: BOB });
    await sql(`update subscribers set status = 'bounced' where person_key = '${keyOf(ANN)}'`);
    await removeOlder(api, { feedback: 730 });
    const since = new Date(Date.now() - 810 * 86_400_000).toISOString();
    const { body } = await api.rest('DELETE', `/suppressions?reason=soft_bounce&since=${since}&dry_run=true`);
    expect(body.data).toMatchObject({ subscriptions: 1 });
    expect((await api.rest('GET', '/suppressions')).body.data).toHaveLength(1);
  });
});

describe('changes of subscribers', () => {
  const change = (email: string, kind: string, days: number, more = 'null') =>
    sql(`insert into subscriber_changes (team_id, subscriber_id, kind, reason, at)
      select team_id, id, '${kind}', ${more}, ${ago(days)} from subscribers where person_key = '${keyOf(email)}'`);
  const left = async (email: string) => {
    const { id } = await readSubscriber(api, list, email);
    const { data } = (await api.rest('GET', `/subscribers/${id}/activity`)).body;
    return data.flatMap(({ change }: { change?: { type: string } }) => change?.type ?? []);
  };

  test('are deleted when expired, except the last confirmation, unsubscribe and resubscribe', async () => {
    for (const [kind, days] of Object.entries({ confirmed: 990, unsubscribed: 980, resubscribed: 970, tagged: 960 }))
      await change(ANN, kind, days);
    await change(BOB, 'tagged', 800);
    await change(BOB, 'confirmed', 790);
    await change(BOB, 'tagged', 20);
    await removeOlder(api, { changes: 730 });
    expect(await left(ANN)).toEqual(['subscribed', 'resubscribed']);
    expect((await left(BOB)).toSorted()).toEqual(['confirmed', 'subscribed', 'tagged']);
  });

  test('keep the counts of reasons, round after round', async () => {
    const reasons = async () => (await api.rest('GET', `/lists/${list}/unsubscribe-reasons`)).body.data;
    for (const days of [990, 980, 970]) await change(ANN, 'unsubscribed', days, "'too_often'");
    await change(ANN, 'unsubscribed', 800, "'other'");
    await change(BOB, 'unsubscribed', 900, "'too_often'");
    await change(BOB, 'resubscribed', 890);
    const before = await reasons();
    expect(before).toEqual({ too_often: 4, other: 1 });
    for (const changes of [940, 730, 730]) {
      await removeOlder(api, { changes });
      expect(await reasons()).toEqual(before);
    }
    expect((await left(ANN)).filter((one: string) => one === 'unsubscribed')).toHaveLength(1);
    expect(await left(BOB)).not.toContain('unsubscribed');
  });

  test('a person who unsubscribed long ago may still give a reason', async () => {
    const { id } = await readSubscriber(api, list, ANN);
    await api.rest('POST', `/subscribers/${id}/unsubscribe`);
    await sql(`update subscriber_changes set at = ${ago(900)} where subscriber_id = '${id}'`);
    await removeOlder(api, { changes: 90 });
    await api.rest('POST', `/subscribers/${id}/unsubscribe`, { reason: 'not_needed' });
    expect((await api.rest('GET', `/lists/${list}/unsubscribe-reasons`)).body.data).toEqual({ not_needed: 1 });
  });
});
