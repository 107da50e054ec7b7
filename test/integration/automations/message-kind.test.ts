import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../../../src/domain/automations/steps/send.ts';
import { markLost } from '../../../src/domain/campaigns/end-campaigns.ts';
import type { Claim } from '../../../src/domain/ledger/claim.ts';
import { claimBulk, claimMails } from '../../../src/domain/ledger/claim-messages.ts';
import { countOutcomes } from '../../../src/domain/ledger/count-outcomes.ts';
import { makeSomeDue } from '../../../src/domain/ledger/make-due.ts';
import { readQueueDepths } from '../../../src/domain/ledger/queue-depth.ts';
import { type Settlement, writeLedger } from '../../../src/domain/ledger/write-ledger.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { type AutomationAtStep, executeStep, insertAutomation, startRuns } from '../../support/at-step.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { until } from '../../support/until.ts';

// No worker sends here: the tests claim messages as workers do.

const SEND = { id: 'first', type: 'send', template: 'Issue' } as const;
const PEOPLE = rowsOf(20).map(({ email }) => email);

describe.each([
  ['on one machine', false],
  ['as on several machines', true],
])('%s', (_, withoutTriggers) => {
  let api: TestApp;
  let jobs: ReturnType<typeof startJobs>;
  let list: string;
  let automation: AutomationAtStep;
  beforeAll(async () => {
    api = await openTestApp({}, { withoutTriggers });
    jobs = startJobs(api.installation);
    await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
    await api.rest('POST', '/templates', TEMPLATE);
    list = await makeList(api);
    await subscribe(
      api,
      list,
      PEOPLE.map((email) => ({ email })),
    );
  });
  afterAll(async () => {
    await jobs.stop();
    await api.close();
  });
  beforeEach(async () => {
    await api.db.message.deleteMany();
    automation = await insertAutomation(api, { listId: list, steps: [SEND] });
  });

  const db = () => api.installation.connection.db;
  const NO_PROCESS = 1; // no living process has this number
  const portion = (limit: number) => ({ limit, leaseSeconds: 600, holder: NO_PROCESS });
  const enqueue = async (people = PEOPLE, to = automation) =>
    executeStep(api, send, to, await startRuns(api, to, people));
  const kinds = (claims: readonly Claim[]) => {
    const count = (kind: string) => claims.filter((claim) => claim.kind === kind).length;
    return { automation: count('automation'), campaign: count('campaign') };
  };
  const settle = async (...settlements: Settlement[]) => {
    const { settled } = await writeLedger(db(), settlements, [], 20);
    await countOutcomes(db(), [api.teamId]);
    return settled.length;
  };
  const begin = (claim: Claim) => writeLedger(db(), [], [{ claim, recipients: [] }], 600);
  const stepOf = async ({ id }: AutomationAtStep) =>
    (await api.rest('GET', `/automations/${id}/report`)).body.data.steps[0];
  const expireLeases = () => api.db.message.updateMany({ data: { leaseUntil: new Date(Date.now() - 60_000) } });

  async function enqueueCampaign(): Promise<string> {
    const id = await makeCampaign(api, list);
    await api.rest('POST', `/campaigns/${id}/send`);
    await until(async () => (await readCampaign(api, id)).recipients_count === PEOPLE.length);
    return id;
  }

  test('a campaign and automation e-mails share what a worker takes, and urgent mail takes none of them', async () => {
    await enqueue();
    await enqueueCampaign();
    expect(await claimMails(db(), portion(100))).toEqual([]);
    expect(kinds(await claimBulk(db(), portion(10)))).toEqual({ automation: 5, campaign: 5 });
    expect(kinds(await claimBulk(db(), portion(30)))).toEqual({ automation: 15, campaign: 15 });
    expect(await claimBulk(db(), portion(30))).toEqual([]);
  });

  test('all automation e-mails of a team take one part, however many automations write', async () => {
    const others = [await insertAutomation(api, { listId: list, steps: [SEND] })];
    for (const one of [automation, ...others]) await enqueue(PEOPLE, one);
    await enqueueCampaign();
    expect(kinds(await claimBulk(db(), portion(10)))).toEqual({ automation: 5, campaign: 5 });
  });

  test('without campaigns they get all, and only what is due', async () => {
    await enqueue();
    const [late] = await api.db.message.findMany({ take: 1 });
    await api.db.message.update({
      where: { teamId_id: { teamId: api.teamId, id: late!.id } },
      data: { dueAt: new Date(Date.now() + 600_000) },
    });
    const claims = await claimBulk(db(), portion(100));
    expect(claims).toHaveLength(PEOPLE.length - 1);
    expect(claims.map(({ id }) => id)).not.toContain(late!.id);
    expect(new Set(claims.map(({ repeats }) => repeats))).toEqual(new Set([false]));
  });

  test('retries go before messages that were never tried', async () => {
    await enqueue();
    const late = await api.db.message.findMany({ take: 3, orderBy: { id: 'desc' } });
    await api.db.message.updateMany({
      where: { id: { in: late.map(({ id }) => id) } },
      data: { state: 'deferred', failures: 1, dueAt: new Date() },
    });
    const ids = (claims: readonly { id: string }[]) => claims.map(({ id }) => id).toSorted();
    expect(ids(await claimBulk(db(), portion(3)))).toEqual(ids(late));
  });

  test('those of a suspended team wait', async () => {
    await enqueue();
    await api.db.team.update({ where: { id: api.teamId }, data: { status: 'suspended' } });
    expect(await claimBulk(db(), portion(100))).toEqual([]);
    await api.db.team.update({ where: { id: api.teamId }, data: { status: 'active' } });
    expect(await claimBulk(db(), portion(100))).toHaveLength(PEOPLE.length);
  });

  test('one claimed by a lost worker is claimed again, and one in transit becomes unknown until its worker knows more', async () => {
    await enqueue(PEOPLE.slice(0, 2));
    const [waiting, started] = (await claimBulk(db(), portion(2))) as [Claim, Claim];
    expect((await begin(started)).started).toHaveLength(1);
    await expireLeases();
    expect((await claimBulk(db(), portion(10))).map(({ id }) => id)).toEqual([waiting.id]);
    expect(await markLost(db())).toBe(1);
    const state = async () => (await api.db.message.findFirstOrThrow({ where: { id: started.id } })).state;
    const unknown = async () =>
      (await api.db.campaignCount.findMany({ where: { campaignId: started.campaignId!, what: 'unknown' } })).map(
        ({ count }) => Number(count),
      );
    expect([await state(), await unknown(), (await stepOf(automation)).sent]).toEqual(['unknown', [1], 0]);
    expect(await settle({ claim: started, state: 'sent' })).toBe(1);
    expect([await state(), await unknown(), (await stepOf(automation)).sent]).toEqual(['sent', [0], 1]);
  });

  test('a late refusal replaces unknown too', async () => {
    await enqueue(PEOPLE.slice(0, 1));
    const [claim] = (await claimBulk(db(), portion(1))) as [Claim];
    expect(await settle({ claim, state: 'unknown', reason: 'No answer.' })).toBe(1);
    expect(await settle({ claim, state: 'failed', reason: '550 no' })).toBe(1);
    const counts = await api.db.campaignCount.findMany({
      where: { campaignId: claim.campaignId!, what: { in: ['unknown', 'failed'] }, detail: '' },
      orderBy: { what: 'asc' },
    });
    expect(counts.map(({ what, count }) => [what, Number(count)])).toEqual([
      ['failed', 1],
      ['unknown', 0],
    ]);
  });

  test('one whose person unsubscribed meanwhile does not start', async () => {
    const gone = 'gone@people.test';
    await subscribe(api, list, [{ email: gone }]);
    await enqueue([gone, PEOPLE[0]!]);
    const claims = await claimBulk(db(), portion(2));
    await api.db.subscriber.updateMany({ where: { email: gone }, data: { status: 'unsubscribed' } });
    const started = await Promise.all(claims.map(begin));
    const people = await api.db.subscriber.findMany({ where: { listId: list, email: gone } });
    const isGone = claims.map(({ personKey }) => personKey === people[0]!.personKey);
    expect(started.map((written) => written.started.length)).toEqual(isGone.map((gone) => (gone ? 0 : 1)));
  });

  test('after a sending pause they are due at once', async () => {
    await enqueue();
    const later = new Date(Date.now() + 3_000_000);
    await api.db.message.updateMany({ data: { dueAt: later, firstTryAt: new Date() } });
    expect(await claimBulk(db(), portion(100))).toEqual([]);
    await makeSomeDue(createScope(db(), { id: api.teamId }, WORKER), {
      until: later.toISOString(),
      domain: 'people.test',
    });
    expect(await claimBulk(db(), portion(100))).toHaveLength(PEOPLE.length);
  });

  test('the backlog, the metrics and usage count them as campaign messages', async () => {
    const usage = async () => (await api.rest('GET', '/usage')).body.data.messages_sent_this_month;
    const inMetrics = async () => (await readQueueDepths(db())).find(({ kind }) => kind === 'campaign')!.waiting;
    const [before, waiting] = [await usage(), await inMetrics()];
    await enqueue();
    const { data } = (await api.rest('GET', '/sending-backlogs')).body;
    expect(data.find(({ kind }: { kind: string }) => kind === 'campaign').oldest_due_at).not.toBeNull();
    expect((await inMetrics()) - waiting).toBe(PEOPLE.length);
    const claims = await claimBulk(db(), portion(100));
    for (const claim of claims) await begin(claim);
    await settle(...claims.map((claim) => ({ claim, state: 'sent' }) as const));
    expect(await usage()).toEqual({
      ...before,
      campaign: before.campaign + PEOPLE.length,
      total: before.total + PEOPLE.length,
    });
  });

  test('an automation cannot be triggered by the e-mail of another, which is no campaign', async () => {
    await enqueue();
    const { id } = await api.db.mailing.findFirstOrThrow({ where: { automationId: automation.id } });
    const { status, body } = await api.rest('POST', '/automations', {
      ...{ name: 'Follow', list, trigger: { type: 'opened', campaign: id } },
      steps: [{ id: 'end', type: 'exit' }],
    });
    expect([status, body.errors]).toEqual([
      422,
      { 'trigger.campaign': [expect.stringContaining('must be the id of a campaign')] },
    ]);
  });
});
