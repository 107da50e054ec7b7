import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList, rowsOf, subscribeMany } from '../support/audience.ts';
import { expireLeases, makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../support/campaigns.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { endAll, launch, type Process } from '../support/processes.ts';
import { newHome } from '../support/server.ts';
import { until } from '../support/until.ts';

const PEOPLE = 400;
const SAMPLE = 120;
/** The most connections, and so messages in transit. */
const IN_FLIGHT = 5;
/** A worker with a clock two hours ahead does not decide earlier. */
const AHEAD = {
  NODE_OPTIONS: `--import=${new URL('../support/shifted-clock.mjs', import.meta.url).pathname}`,
  CLOCK_AHEAD_MS: String(2 * 3_600_000),
};

/** The statement that decides, also as a cluster's worker shows it. */
const DECIDING = String.raw`^update (public\.)?campaigns.* winner =`;

let smtp: MailServer;
/** It neither queues, nor decides, nor sends. */
let api: TestApp;
/** Blocks the deciding process. */
let blocker: pg.Client;
beforeAll(async () => {
  [smtp, api] = await Promise.all([startMailServer(), openTestApp()]);
  blocker = new pg.Client({ connectionString: api.databaseUrl });
  await blocker.connect();
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await endAll();
  await blocker.end();
  await smtp.close();
  await api.close();
});

const worker = async (env: Record<string, string> = {}): Promise<Process> => {
  const mailUrl = `${smtp.url}?pool=${IN_FLIGHT}`;
  return launch(['work'], { DATABASE_URL: api.databaseUrl, DATA_DIR: await newHome(), MAIL_URL: mailUrl, ...env });
};

/** Starts a worker, and kills it when this many messages have arrived in total and it waits for as many replies as it can. */
async function killAmid(total: number): Promise<void> {
  const answerAll = smtp.holdAnswers(() => smtp.received.length >= total);
  const killed = await worker();
  await until(() => smtp.unanswered === IN_FLIGHT);
  expect(await killed.end('SIGKILL')).toBe(null);
  await expireLeases(api);
  answerAll();
}

test('after kill -9 during sample, decision and rest, every person gets exactly one variant', async () => {
  const list = await makeList(api);
  await subscribeMany(api, list, rowsOf(PEOPLE));
  const variants = ['One', 'Two', 'Three'].map((name) => ({ name, subject: name }));
  const id = await makeCampaign(api, list, {
    test: { variants, sample_percent: 30, decide_after: 'PT1H', by: 'clicks' },
  });
  await api.rest('POST', `/campaigns/${id}/send`);
  await killAmid(40);
  const dealt = await api.db.message.findMany({ where: { campaignId: id, variant: { not: null } } });
  expect(dealt).toHaveLength(SAMPLE);

  const [sender, ahead] = [await worker(), await worker(AHEAD)];
  await until(async () => {
    const { sent_count, unknown_count } = await readCampaign(api, id);
    return sent_count + unknown_count === SAMPLE;
  });
  expect((await readCampaign(api, id)).test.winner).toBe(null);
  for (const one of [sender, ahead]) await one.end('SIGKILL');

  const clicks = { teamId: api.teamId, campaignId: id, what: 'clicked', detail: '', variant: 3, holder: 0, count: 1 };
  await api.db.campaignCount.create({ data: clicks });
  await api.db.campaign.updateMany({ where: { id }, data: { decideAt: new Date(Date.now() - 1_000) } });
  await blocker.query('begin');
  await blocker.query('select from campaigns where team_id = $1 and id = $2 for update', [api.teamId, id]);
  const deciding = await worker();
  const isDeciding = async () => (await lockWaits(blocker, DECIDING)) > 0;
  await until(isDeciding);
  await deciding.end('SIGKILL');
  await blocker.query('rollback');
  await until(async () => !(await isDeciding()));
  expect((await readCampaign(api, id)).test.winner).toBe(null);

  await killAmid(smtp.received.length + 100);
  await Promise.all([worker(), worker(AHEAD)]);
  const { status, recipients_count, sent_count, unknown_count, test } = await untilEnded(api, id);
  expect([status, recipients_count, sent_count + unknown_count]).toEqual(['sent', PEOPLE, PEOPLE]);
  expect(test).toMatchObject({ winner: 3, decided_by: 'rule' });

  const messages = await api.db.message.findMany({ where: { campaignId: id } });
  const first = new Map(dealt.map(({ id, variant }) => [id, variant]));
  expect(messages.filter(({ id, variant }) => variant !== (first.get(id) ?? 3))).toEqual([]);
  expect(unknown_count).toBeLessThanOrEqual(5 * IN_FLIGHT);
  const arrived = new Set(smtp.received.map(({ envelope }) => envelope.to[0]));
  expect(smtp.received).toHaveLength(arrived.size);
  expect(PEOPLE - arrived.size).toBeLessThanOrEqual(unknown_count);
  const variantOf = new Map(messages.map(({ id, variant }) => [id, variant]));
  const subjects = smtp.received.map(({ mail }) => [mail.subject, variantOf.get(mail.messageId!.slice(1, 37))]);
  expect(subjects.filter(([subject, variant]) => subject !== ['One', 'Two', 'Three'][(variant as number) - 1])).toEqual(
    [],
  );
});
