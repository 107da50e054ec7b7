import { tracingChannel } from 'node:diagnostics_channel';
import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../../src/database/connect.ts';
import type { Claim } from '../../../src/domain/ledger/claim.ts';
import { extendLeases } from '../../../src/domain/ledger/claim-messages.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { addMailings } from '../../support/mailings.ts';
import { until } from '../../support/until.ts';

const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';
const TARGET = 'https://shop.test/offer';

let api: TestApp;
let other: pg.Client;
beforeAll(async () => {
  api = await openTestApp();
  other = new pg.Client({ connectionString: api.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await api.close();
});

let list: string;
beforeEach(async () => {
  list = await makeList(api);
});

interface SentMessage {
  campaign: string;
  message: string;
  person: string;
  link: string;
}

let number = 0;

/** A message of a campaign of its own, sent a minute ago. */
async function sendMessage(team = api, toList = list): Promise<SentMessage> {
  const { teamId } = team;
  await subscribe(team, toList, rowsOf(1, `p${++number}-`));
  const { personKey: person } = await api.db.subscriber.findFirstOrThrow({
    where: { teamId, listId: toList },
    orderBy: { id: 'desc' },
  });
  const [campaign, message] = [crypto.randomUUID(), crypto.randomUUID()];
  const ids = { teamId, listId: toList, templateId: crypto.randomUUID() };
  await api.db.campaign.create({ data: { ...ids, id: campaign, name: 'May', status: 'sent' } });
  const sent = { state: 'sent', sentAt: new Date(Date.now() - 60_000) } as const;
  await addMailings(api.db);
  await api.db.message.create({
    data: { ...sent, teamId, id: message, kind: 'campaign', campaignId: campaign, personKey: person },
  });
  const link = new URL(api.installation.links.url('click', { teamId, id: message }, TARGET)).pathname;
  return { campaign, message, person, link };
}

const click = ({ link }: SentMessage) => api.app.inject({ url: link, headers: { 'user-agent': BROWSER } });

test('a click during the erasure of its person redirects and records no touch', async () => {
  const sent = await sendMessage();
  await other.query('begin');
  await other.query(`select from people where team_id = ${api.teamId} and key = '${sent.person}' for update`);
  await other.query(`update people set email = null where team_id = ${api.teamId} and key = '${sent.person}'`);
  const clicked = click(sent);
  await until(async () => (await lockWaits(other)) > 0);
  await other.query('commit');
  expect((await clicked).headers.location).toBe(TARGET);
  expect(await api.db.touch.count({ where: { personKey: sent.person } })).toBe(0);
  expect(await api.db.reaction.count({ where: { messageId: sent.message } })).toBe(1);
});

test('a click during the deletion of its campaign redirects at once, and does not affect other clicks', async () => {
  const [gone, stays] = [await sendMessage(), await sendMessage()];
  await other.query('begin');
  await other.query(`delete from campaigns where team_id = ${api.teamId} and id = '${gone.campaign}'`);
  const clicked = Promise.all([click(gone), click(stays)]);
  const answers = await clicked;
  await other.query('commit');
  expect(answers.map(({ headers }) => headers.location)).toEqual([TARGET, TARGET]);
  expect(await api.db.reaction.count({ where: { messageId: stays.message } })).toBe(1);
  expect(await api.db.touch.count({ where: { senderId: stays.campaign } })).toBe(1);
  expect((await click(gone)).headers.location).toBe(TARGET);
  expect(await api.db.touch.count({ where: { senderId: gone.campaign } })).toBe(0);
});

test('a click on a message locked by a worker counts', async () => {
  const sent = await sendMessage();
  const which = { teamId: api.teamId, id: sent.message };
  const held = { state: 'claimed', fence: 7, leaseUntil: new Date(Date.now() + 60_000) } as const;
  await api.db.message.update({ where: { teamId_id: which }, data: held });
  await inTransaction(api.installation.connection.db, async (db) => {
    const claims = [{ ...which, fence: held.fence }] as Claim[];
    expect(await extendLeases(db, claims, 60)).toHaveLength(1);
    expect((await click(sent)).headers.location).toBe(TARGET);
  });
  expect(await api.db.reaction.count({ where: { messageId: sent.message } })).toBe(1);
});

/** Notes the paths of the requests that reach their handlers while `work` runs. */
async function noteHandled(work: (handled: ReadonlySet<string>) => Promise<void>): Promise<void> {
  const handled = new Set<string>();
  const note = (message: unknown) => void handled.add((message as { request: FastifyRequest }).request.url);
  const { start } = tracingChannel('fastify.request.handler');
  start.subscribe(note);
  await work(handled).finally(() => start.unsubscribe(note));
}

const isRecording = (statement: string): boolean => statement.includes('record_reactions');

test.skipIf(process.env.CITUS_URL)('a click takes one statement', async () => {
  const sent = await sendMessage();
  // The counting of clicks, twice a second, may fall into the same moment.
  await until(async () => (await api.statements(() => click(sent))).length === 1);
});

// On a cluster it takes several in one transaction.
test.skipIf(process.env.CITUS_URL)('clicks of a team that arrive during a recording share one statement', async () => {
  const messages = [
    await sendMessage(),
    await sendMessage(),
    await sendMessage(),
    await sendMessage(),
    await sendMessage(),
  ];
  const clickAll = async (handled: ReadonlySet<string>) => {
    await other.query('begin; lock table reactions in access exclusive mode');
    const clicks: Promise<unknown>[] = [];
    try {
      for (const one of messages) {
        clicks.push(click(one));
        const waits = until(async () => handled.has(one.link) && (await lockWaits(other)) >= 1);
        expect(await Promise.race([waits, ...clicks]), 'answered while the table was locked').toBe(true);
      }
    } finally {
      await other.query('commit');
    }
    await Promise.all(clicks);
  };
  const sent = await api.statements(() => noteHandled(clickAll));
  expect(sent.filter(isRecording)).toHaveLength(2);
  const messageId = { in: messages.map(({ message }) => message) };
  expect(await api.db.reaction.count({ where: { messageId } })).toBe(5);
});

test('simultaneous clicks of two teams are recorded by one statement per team', async () => {
  const team = await openTeam(api);
  const [mine, theirs] = [await sendMessage(), await sendMessage(team, await makeList(team))];
  const sent = await api.statements(() => Promise.all([mine, theirs, mine, theirs].map(click)));
  if (!process.env.CITUS_URL) expect(sent.filter(isRecording)).toHaveLength(2);
  for (const { teamId, message, person } of [
    { teamId: api.teamId, ...mine },
    { teamId: team.teamId, ...theirs },
  ]) {
    expect(await api.db.reaction.count({ where: { teamId, messageId: message } })).toBe(2);
    expect(await api.db.touch.count({ where: { teamId, personKey: person } })).toBe(2);
  }
});

test("a suspended team's links redirect and count", async () => {
  const team = await openTeam(api);
  const sent = await sendMessage(team, await makeList(team));
  await api.db.team.update({ where: { id: team.teamId }, data: { status: 'suspended' } });
  expect((await click(sent)).headers.location).toBe(TARGET);
  expect(await api.db.touch.count({ where: { teamId: team.teamId } })).toBe(1);
});
