import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Routes } from '../../../src/delivery/gate/routes.ts';
import { startScheduledCampaigns } from '../../../src/domain/campaigns/start-scheduled.ts';
import { recordFeedback } from '../../../src/domain/sending/record-feedback.ts';
import type { SendOutcome } from '../../../src/domain/transports/record-outcomes.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe, subscribeMany } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { notifiedOf } from '../../support/notified.ts';
import { runAutomations } from '../../support/run-automations.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';
import { kindsDeliveredTo, makeWebhook } from '../../support/webhooks.ts';

describe.each([
  ['on one machine', false],
  ['on several machines', true],
])('%s', (_, withoutTriggers) => {
  let api: TestApp;
  let dns: DnsServer;
  let list: string;
  let webhook: string;
  beforeAll(async () => {
    dns = await startDnsServer();
    const config = { databasePool: 20, dnsServers: [dns.address] };
    api = await openTestApp(config, { simulatedClock: true, withoutTriggers });
    await api.rest('PATCH', '/team', { postal_address: '1 Market Street' });
    await api.rest('POST', '/templates', TEMPLATE);
  });
  afterAll(async () => {
    await api.close();
    await dns.close();
  });
  beforeEach(async () => {
    await api.db.webhook.deleteMany();
    await api.db.webhookNotification.deleteMany();
    list = await makeList(api);
    webhook = (await makeWebhook(api)).id;
  });

  const notified = async (kind: string, thing: string) =>
    (await notifiedOf(api, webhook, kind)).map(({ data }) => data[thing]);

  const shown = async (path: string) => (await api.rest('GET', path)).body.data;

  const feedback = (kind: 'complaint' | 'hard_bounce', messageId: string, email: string) =>
    recordFeedback(api.db, [{ kind, teamId: api.teamId, messageId, named: [email], reason: 'no' }]);

  const later = () => clockOf(api).set(new Date(Date.now() + 90 * 60_000));

  describe('a campaign', () => {
    test('that a person pauses and cancels notifies of each', async () => {
      await subscribe(api, list, [{ email: 'cam@people.test' }]);
      const campaign = await makeCampaign(api, list);
      for (const action of ['send', 'pause']) await api.rest('POST', `/campaigns/${campaign}/${action}`);
      expect(await notified('campaign.paused', 'campaign')).toMatchObject([{ id: campaign, status: 'paused' }]);
      await api.rest('POST', `/campaigns/${campaign}/cancel`);
      expect(await notified('campaign.cancelled', 'campaign')).toMatchObject([{ id: campaign, status: 'cancelled' }]);
      await api.rest('POST', `/campaigns/${campaign}/cancel`); // refused: it has ended
      expect(await notified('campaign.cancelled', 'campaign')).toHaveLength(1);
    });

    test('whose excluded segment is gone when its time comes notifies of the failure', async () => {
      const conditions = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };
      const { body } = await api.rest('POST', `/lists/${list}/segments`, { name: 'Left out', conditions });
      const campaign = await makeCampaign(api, list, { excluded_segments: [body.data.id] });
      const at = new Date(Date.now() + 3_600_000);
      await api.rest('POST', `/campaigns/${campaign}/schedule`, { at: at.toISOString() });
      await api.rest('DELETE', `/segments/${body.data.id}`);
      await later();
      await startScheduledCampaigns(api.db, api.installation.config, api.installation.log);
      await clockOf(api).set(new Date());
      expect(await readCampaign(api, campaign)).toMatchObject({ status: 'failed' });
      expect(await notified('campaign.failed', 'campaign')).toMatchObject([{ id: campaign, status: 'failed' }]);
    });
  });

  describe('with a mail server', () => {
    let inbox: Inbox;
    let jobs: ReturnType<typeof startJobs>;
    beforeAll(async () => {
      inbox = await openInbox(api.installation);
      jobs = startJobs(api.installation);
    });
    afterAll(async () => {
      await jobs.stop();
      await inbox.stop();
    });

    const mailing = async (name: string, count: number, gone: number) => {
      const people = rowsOf(count).map((_, index) => ({ email: `${name}${index}@people.test` }));
      await subscribeMany(api, list, people);
      for (const { email } of people.slice(0, gone)) inbox.server.recipients.set(email, '550 5.1.1 no such user');
      const campaign = await makeCampaign(api, list);
      await api.rest('POST', `/campaigns/${campaign}/send`);
      return campaign;
    };

    test('a campaign that pauses itself notifies once: for bounces while sending', async () => {
      const campaign = await mailing('gone', 220, 60);
      await until(async () => (await readCampaign(api, campaign)).status === 'paused');
      await until(async () => (await notified('campaign.paused', 'campaign')).length > 0);
      expect(await notified('campaign.paused', 'campaign')).toMatchObject([{ id: campaign, status: 'paused' }]);
      await api.rest('POST', `/campaigns/${campaign}/cancel`);
    });

    test('a campaign that pauses itself notifies once: for complaints', async () => {
      const last = inbox.server.received.length + 200;
      const release = inbox.server.holdAnswers(() => inbox.server.received.length > last);
      const campaign = await mailing('angry', 230, 0);
      await until(async () => (await readCampaign(api, campaign)).sent_count >= 200);
      const sent = await api.db.message.findMany({ where: { campaignId: campaign, state: 'sent' }, take: 20 });
      const keys = sent.flatMap(({ personKey }) => personKey ?? []);
      const people = await api.db.person.findMany({ where: { key: { in: keys } } });
      for (const { id, personKey } of sent) {
        await feedback('complaint', id, people.find(({ key }) => key === personKey)!.email as string);
      }
      expect(await notified('campaign.paused', 'campaign')).toMatchObject([{ id: campaign, status: 'paused' }]);
      release();
      await api.rest('POST', `/campaigns/${campaign}/cancel`);
    });
  });

  describe('a run of an automation', () => {
    const begin = async (email: string, input: object) => {
      await subscribe(api, list, [{ email }]);
      const automation = await makeAutomation(api, { list, trigger: { type: 'api' }, ...input });
      await changeStatus(api, automation, 'activate');
      const { body } = await api.rest('POST', `/automations/${automation}/enter`, { email });
      return { automation, run: body.data.id as string, email };
    };
    const wait = { id: 'wait', type: 'wait', for: 'P1D' };

    test.each([
      ['a person ends it', async (run: string) => api.rest('POST', `/automation-runs/${run}/exit`), 'exit'],
      ['its automation is archived', async (_: string, id: string) => changeStatus(api, id, 'archive'), 'archived'],
      [
        'it begins again',
        async (_: string, id: string, email: string) => api.rest('POST', `/automations/${id}/enter`, { email }),
        'restarted',
      ],
    ])('notifies once when %s', async (_what, act, reason) => {
      const { automation, run, email } = await begin(`${reason}@people.test`, {
        steps: [wait],
        entry: { again: 'restart' },
      });
      await runAutomations(api);
      await act(run, automation, email);
      await runAutomations(api);
      const told = await notified('automation.exited', 'run');
      expect(told).toMatchObject([{ id: run, state: 'exited', exit_reason: reason }]);
      expect(told[0]).toEqual(await shown(`/automation-runs/${run}`));
    });

    test('notifies once when a step ends it early', async () => {
      const { run } = await begin('exits@people.test', { steps: [{ id: 'out', type: 'exit' }] });
      await runAutomations(api);
      expect(await notified('automation.exited', 'run')).toEqual([await shown(`/automation-runs/${run}`)]);
      expect(await notified('automation.completed', 'run')).toEqual([]);
    });

    test('notifies once when a step fails for good', async () => {
      const { body } = await api.rest('POST', '/templates', { ...TEMPLATE, name: `Gone ${withoutTriggers}` });
      const steps = [wait, { id: 'mail', type: 'send', template: body.data.name }];
      const { run } = await begin('fails@people.test', { steps });
      await runAutomations(api);
      await api.rest('DELETE', `/templates/${body.data.id}`);
      for (const hours of [25, 27]) {
        await clockOf(api).set(new Date(Date.now() + hours * 3_600_000));
        await runAutomations(api);
      }
      await clockOf(api).set(new Date());
      expect(await notified('automation.failed', 'run')).toMatchObject([{ id: run, state: 'failed', step: 'mail' }]);
    });
  });

  describe('a transport', () => {
    const times = (count: number, note: SendOutcome) => Array<SendOutcome>(count).fill(note);

    /** The route of a new transport, and a way to record what happens to its messages. */
    async function transport(name: string) {
      const { body } = await api.rest('POST', '/transports', { name, host: 'smtp.shop.example' });
      const routes = new Routes(api.installation.connection.db);
      const [route] = await routes.resolve([{ teamId: api.teamId, transportId: body.data.id, domain: 'people.test' }]);
      const down = { route: route!, outcome: 'deferred', reason: 'connect ECONNREFUSED', cause: 'server' } as const;
      return {
        id: body.data.id as string,
        fail: (count: number) => routes.record(times(count, down)),
        succeed: () => routes.record([{ route: route!, outcome: 'accepted', seconds: 0.1 }]),
        pass: () => api.db.sendingPause.updateMany({ data: { pausedUntil: new Date(0) } }),
      };
    }

    test('whose server fails notifies once, and once more when it sends again', async () => {
      const { id, fail, pass, succeed } = await transport(`Down ${withoutTriggers}`);
      await fail(4);
      expect(await kindsDeliveredTo(api, webhook)).toEqual([]);
      await fail(3);
      await pass();
      await fail(5);
      const told = await notifiedOf(api, webhook, 'transport.paused');
      expect(told.map(({ data }) => data)).toEqual([
        { transport: await shown(`/transports/${id}`), reason: 'connect ECONNREFUSED' },
      ]);
      await succeed();
      await succeed();
      expect(await notified('transport.recovered', 'transport')).toMatchObject([{ id }]);
    });

    test('whose pause somebody ends notifies of it', async () => {
      const { id, fail } = await transport(`Ended ${withoutTriggers}`);
      await fail(5);
      const pauses = await shown('/sending-pauses');
      const { id: pause } = pauses.find((one: { transport: string }) => one.transport === id);
      await api.rest('DELETE', `/sending-pauses/${pause}`);
      expect(await notified('transport.recovered', 'transport')).toMatchObject([{ id }]);
    });

    test('of the installation is not named', async () => {
      const routes = new Routes(api.installation.connection.db);
      const [route] = await routes.resolve([{ teamId: api.teamId, transportId: null, domain: 'people.test' }]);
      await routes.record(times(5, { route: route!, outcome: 'deferred', reason: 'ECONNREFUSED', cause: 'server' }));
      expect(await notified('transport.paused', 'transport')).toEqual([null]);
    });

    test('notifies of no pause of one recipient domain', async () => {
      const routes = new Routes(api.installation.connection.db);
      const [route] = await routes.resolve([{ teamId: api.teamId, transportId: null, domain: 'slow.test' }]);
      const slow = { route: route!, outcome: 'deferred', reason: '451 later', cause: 'recipient' } as const;
      await routes.record(times(9, slow));
      expect(await kindsDeliveredTo(api, webhook)).not.toContain('transport.paused');
    });
  });

  test.each([
    ['a check that somebody asks for', (id: string) => api.rest('POST', `/sending-domains/${id}/check`)],
    [
      'the regular checks',
      async (id: string) => {
        for (let miss = 0; miss < 3; miss++) {
          await api.db.sendingDomain.updateMany({ where: { id }, data: { nextCheckAt: new Date(0) } });
          await startJobs(api.installation).stop();
        }
      },
    ],
  ])('a sending domain notifies once when its record is gone: by %s', async (what, check) => {
    const domain = `${withoutTriggers ? 'many' : 'one'}${what.length}.example`;
    const { id, records } = (await api.rest('POST', '/sending-domains', { domain })).body.data;
    for (const { name, value } of records) dns.texts.set(name, [value]);
    await api.rest('POST', `/sending-domains/${id}/check`);
    expect(await kindsDeliveredTo(api, webhook)).toEqual([]);
    for (const { name } of records) dns.texts.delete(name);
    await check(id);
    await check(id);
    expect(await notified('sending_domain.failed', 'sending_domain')).toEqual([await shown(`/sending-domains/${id}`)]);
  });

  describe('a suppression', () => {
    const emails = async () => (await notified('suppression.created', 'suppression')).map(({ email }) => email);

    test('notifies once when somebody creates it, for an address and for a domain', async () => {
      const { body } = await api.rest('POST', '/suppressions', { email: `sue${withoutTriggers}@people.test` });
      await api.rest('POST', '/suppressions', { email: `sue${withoutTriggers}@people.test` });
      const domain = `rival${withoutTriggers ? 2 : 1}.test`;
      await api.rest('POST', '/suppressions', { domain });
      expect(await notified('suppression.created', 'suppression')).toMatchObject([body.data, { domain, email: null }]);
    });

    test('notifies once when an address bounces hard', async () => {
      const email = `hard${withoutTriggers}@people.test`;
      const { id } = (
        await api.rest('POST', '/transactional-mails', {
          from: 'a@shop.test',
          to: [email],
          subject: 'Hi',
          html: '<p>Hi</p>',
        })
      ).body.data;
      for (let time = 0; time < 2; time++) await feedback('hard_bounce', id, email);
      expect(await emails()).toEqual([email]);
    });

    test('notifies once for each new address of a file, and not of known ones', async () => {
      const address = (name: string) => `${name}-${withoutTriggers}@people.test`;
      await api.rest('POST', '/suppressions', { email: address('known') });
      const csv = `email\n${address('known')}\n${address('first')}\n${address('second')}\n${address('first')}\n`;
      const headers = { 'content-type': 'text/csv' };
      expect((await api.rest('POST', '/suppressions/imports', csv, { headers })).status).toBeLessThan(300);
      expect((await emails()).sort()).toEqual(['first', 'known', 'second'].map(address));
    });

    test('of an erased person notifies nobody, and an earlier notification about them is deleted', async () => {
      const email = `gone${withoutTriggers}@people.test`;
      await api.rest('POST', '/suppressions', { email });
      expect(await emails()).toEqual([email]);
      await api.rest('POST', '/people/erase', { email });
      expect(await emails()).toEqual([]);
    });
  });
});
