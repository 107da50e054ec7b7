import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recountCampaign } from '../../../src/domain/campaigns/recount.ts';
import { personKey } from '../../../src/ids.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Inbox;
let holder: pg.Client;
let watcher: pg.Client;
beforeAll(async () => {
  api = await openTestAppWithJobs();
  await api.rest('POST', '/templates', TEMPLATE);
  [holder, watcher] = [new pg.Client(api.databaseUrl), new pg.Client(api.databaseUrl)];
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(async () => {
  await Promise.all([holder.end(), watcher.end()]);
  await api.close();
});

const later = () => new Date(Date.now() + 3_600_000);

/** A campaign to people who get it, one that the server refuses, and people who leave before it is their turn. */
async function enqueue() {
  const list = await makeList(api);
  const emails = ['first', 'left', 'blocked', 'ok1', 'ok2', 'ok3', 'refused'].map((name) => `p@${name}.${list}.test`);
  await subscribe(
    api,
    list,
    emails.map((email) => ({ email })),
  );
  const id = await makeCampaign(api, list);
  await api.rest('POST', `/campaigns/${id}/send`);
  await until(async () => (await readCampaign(api, id)).recipients_count === emails.length);
  const [first, left, blocked] = emails as [string, string, string];
  for (const email of [first, left]) {
    await api.rest('POST', `/subscribers/${(await readSubscriber(api, list, email)).id}/unsubscribe`);
  }
  await api.rest('POST', '/suppressions', { email: blocked });
  const move = (names: readonly string[], dueAt: Date) =>
    api.db.message.updateMany({
      where: { campaignId: id, personKey: { in: names.map((email) => personKey(api.teamId, email)) } },
      data: { dueAt },
    });
  await move([first, left, blocked], later());
  return { id, first, late: [left, blocked], move };
}

/** Sends a campaign, and holds the count of its first withheld message until all other results wait to be counted together. */
async function sendMixed(): Promise<string> {
  const { id, first, late, move } = await enqueue();
  inbox = await openInbox(api.installation);
  try {
    inbox.server.replies.push('550 no');
    const answer = inbox.server.holdAnswers(() => true);
    await until(() => inbox.server.unanswered === 4);
    await holder.query('begin');
    await holder.query('select from campaigns where team_id = $1 and id = $2 for no key update', [api.teamId, id]);
    await move([first], new Date());
    await until(async () => (await lockWaits(watcher, 'count_outcomes')) > 0);
    await move(late, new Date());
    answer();
    await until(async () => (await api.db.outcome.count()) === 7);
    await holder.query('commit');
    expect(await untilEnded(api, id)).toMatchObject({ status: 'sent' });
    return id;
  } finally {
    await inbox.stop();
  }
}

/** Lets a campaign's messages wait for their time. */
async function enqueueTo(emails: readonly string[], dueAt: Date): Promise<string> {
  const list = await makeList(api);
  await subscribe(
    api,
    list,
    emails.map((email) => ({ email })),
  );
  const id = await makeCampaign(api, list);
  await api.rest('POST', `/campaigns/${id}/send`);
  await until(async () => (await readCampaign(api, id)).recipients_count === emails.length);
  await api.db.message.updateMany({ where: { campaignId: id }, data: { dueAt } });
  return id;
}

test('results of two campaigns that are counted together count for their own campaign', async () => {
  const first = await enqueueTo(['first@both.test'], new Date());
  const two = await enqueueTo(['a@both.test', 'b@both.test'], later());
  const three = await enqueueTo(['c@both.test', 'd@both.test', 'e@both.test'], later());
  await holder.query('begin');
  await holder.query('select from campaigns where team_id = $1 and id = $2 for no key update', [api.teamId, first]);
  inbox = await openInbox(api.installation);
  inbox.server.recipients.set('c@both.test', '550 5.7.1 no');
  try {
    await until(async () => (await lockWaits(watcher, 'count_outcomes')) > 0);
    await api.db.message.updateMany({ where: { campaignId: { in: [two, three] } }, data: { dueAt: new Date() } });
    await until(async () => (await api.db.outcome.count()) === 6);
    await holder.query('commit');
    expect(await untilEnded(api, first)).toMatchObject({ sent_count: 1, failed_count: 0 });
    expect(await untilEnded(api, two)).toMatchObject({ sent_count: 2, failed_count: 0 });
    expect(await untilEnded(api, three)).toMatchObject({ sent_count: 2, failed_count: 1 });
  } finally {
    await inbox.stop();
  }
});

test('results of a campaign that is deleted meanwhile do not keep others from being counted', async () => {
  const first = await enqueueTo(['first@gone.test'], new Date());
  const gone = await enqueueTo(['a@gone.test'], later());
  const kept = await enqueueTo(['b@gone.test'], later());
  await holder.query('begin');
  await holder.query('select from campaigns where team_id = $1 and id = $2 for no key update', [api.teamId, first]);
  inbox = await openInbox(api.installation);
  try {
    await until(async () => (await lockWaits(watcher, 'count_outcomes')) > 0);
    await api.db.message.updateMany({ where: { campaignId: { in: [gone, kept] } }, data: { dueAt: new Date() } });
    await until(async () => (await api.db.outcome.count()) === 3);
    expect((await api.rest('POST', `/campaigns/${gone}/cancel`)).status).toBe(200);
    expect((await api.rest('DELETE', `/campaigns/${gone}`)).status).toBe(204);
    await holder.query('commit');
    expect(await untilEnded(api, kept)).toMatchObject({ status: 'sent', sent_count: 1 });
    expect(await api.db.outcome.count()).toBe(0);
  } finally {
    await inbox.stop();
  }
});

async function figures() {
  const usage = (await api.rest('GET', '/usage')).body.data;
  const minutes = (await api.rest('GET', '/sending-rate?minutes=60')).body.data as Record<string, number>[];
  const sum = (outcome: string) => minutes.reduce((sum, minute) => sum + (minute[outcome] ?? 0), 0);
  return {
    usage: usage.messages_sent_this_month.campaign,
    ...{ sent: sum('sent'), failed: sum('failed'), withheld: sum('withheld') },
  };
}

test('sent, failed and withheld messages that are counted together are counted by their own result', async () => {
  const before = await figures();
  const id = await sendMixed();
  const counts = { sent_count: 3, failed_count: 1, unknown_count: 0, withheld_count: 3, recipients_count: 7 };
  expect(await readCampaign(api, id)).toMatchObject(counts);
  const report = (await api.rest('GET', `/campaigns/${id}/report`)).body.data;
  expect(report).toMatchObject({ recipients: 7, sent: 3, failed: 1, withheld: { unsubscribed: 2, suppressed: 1 } });
  const after = await figures();
  expect(after).toEqual({
    ...{ usage: before.usage + 3, sent: before.sent + 3, failed: before.failed + 1, withheld: before.withheld + 3 },
  });
  for (const state of ['sent', 'failed', 'withheld'] as const) {
    const { meta } = (await api.rest('GET', `/campaigns/${id}/recipients?state=${state}`)).body;
    expect([state, meta.total]).toEqual([state, counts[`${state}_count`]]);
  }
  await recountCampaign(createScope(api.db, { id: api.teamId }, WORKER), id);
  expect(await readCampaign(api, id)).toMatchObject(counts);
  expect((await api.rest('GET', `/campaigns/${id}/report`)).body.data).toEqual(report);
});

test('messages of a cancelled campaign that no worker had are withheld, but not part of the sending rate', async () => {
  const id = await enqueueTo(['never@people.test', 'ever@people.test'], later());
  const before = await figures();
  expect((await api.rest('POST', `/campaigns/${id}/cancel`)).status).toBe(200);
  inbox = await openInbox(api.installation);
  try {
    await until(async () => (await readCampaign(api, id)).withheld_count === 2);
    await until(async () => (await api.db.outcome.count()) === 0);
  } finally {
    await inbox.stop();
  }
  expect(await figures()).toEqual(before);
});
