import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findDueSegments } from '../../../src/domain/automations/clock/watched-segments.ts';
import { startScheduledCampaigns } from '../../../src/domain/campaigns/start-scheduled.ts';
import { giveUp } from '../../../src/domain/imports/end-import.ts';
import { createReactionRecorder } from '../../../src/domain/insight/record-reactions.ts';
import { recordFeedback } from '../../../src/domain/sending/record-feedback.ts';
import { WEBHOOK_KINDS } from '../../../src/domain/webhooks/kinds.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { notifiedOf, TROUBLES } from '../../support/notified.ts';
import { runAutomations } from '../../support/run-automations.ts';
import { all, makeSegment } from '../../support/segments.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';
import { type DeliveredEvent, deliveriesTo, kindsDeliveredTo, makeWebhook } from '../../support/webhooks.ts';

// With triggers that record subscriber changes, and with distributed tables, where the program records them.
describe.each([
  ['on one machine', false],
  ['on several machines', true],
])('%s', (_, withoutTriggers) => {
  let api: TestApp;
  let inbox: Inbox | undefined;
  let list: string;
  beforeAll(async () => {
    api = await openTestApp({ databasePool: 20 }, { simulatedClock: true, withoutTriggers });
    await api.rest('PATCH', '/team', { postal_address: '1 Market Street' });
    await api.rest('POST', '/templates', TEMPLATE);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    list = await makeList(api);
  });
  afterEach(async () => {
    await inbox?.stop();
    inbox = undefined;
    await api.db.webhookDelivery.deleteMany();
    await api.db.webhook.deleteMany();
    await api.db.webhookNotification.deleteMany();
    await clockOf(api).set(new Date());
  });

  const seen = new Set<string>();

  async function notified(webhook: string, kind: string): Promise<DeliveredEvent[]> {
    const all = await notifiedOf(api, webhook, kind);
    if (all.length > 0) seen.add(kind);
    return all;
  }

  const only = (...kinds: string[]) => makeWebhook(api, { kinds });

  const shown = async (path: string) => (await api.rest('GET', path)).body.data;

  test('creating, changing, unsubscribing and deleting a subscriber each send a webhook with the data that REST returns', async () => {
    const { id } = await makeWebhook(api);
    await subscribe(api, list, [{ email: 'ada@people.test', tags: ['vip'], attributes: { city: 'Porto' } }]);
    const first = await readSubscriber(api, list, 'ada@people.test');
    expect((await notified(id, 'subscriber.subscribed')).map(({ data }) => data)).toEqual([{ subscriber: first }]);
    const path = `/subscribers/${first.id}`;
    await api.rest('PATCH', path, { first_name: 'Ada', tags: ['vip', 'new'] });
    expect((await notified(id, 'subscriber.updated')).map(({ data }) => data)).toEqual([
      { subscriber: await shown(path) },
    ]);
    await api.rest('POST', `${path}/unsubscribe`);
    expect((await notified(id, 'subscriber.unsubscribed')).map(({ data }) => data)).toEqual([
      { subscriber: await shown(path) },
    ]);
    const last = await shown(path);
    await api.rest('DELETE', path);
    expect((await notified(id, 'subscriber.deleted')).map(({ data }) => data)).toEqual([{ subscriber: last }]);
    expect(await kindsDeliveredTo(api, id)).toEqual(
      ['subscribed', 'updated', 'unsubscribed', 'deleted'].map((kind) => `subscriber.${kind}`),
    );
  });

  test('an unconfirmed subscriber notifies on confirmation', async () => {
    const { id } = await makeWebhook(api);
    const careful = await makeList(api, { requires_confirmation: true });
    await subscribe(api, careful, [{ email: 'bob@people.test' }]);
    expect(await kindsDeliveredTo(api, id)).toEqual([]);
    const { id: subscriber } = await readSubscriber(api, careful, 'bob@people.test');
    await api.rest('POST', `/subscribers/${subscriber}/confirm`);
    await notified(id, 'subscriber.confirmed');
    expect((await kindsDeliveredTo(api, id)).sort()).toEqual(['subscriber.confirmed', 'subscriber.subscribed']);
  });

  test('deleting a list notifies about its deleted subscribers', async () => {
    const { id } = await only('subscriber.deleted');
    await subscribe(api, list, [{ email: 'a@people.test' }, { email: 'b@people.test' }]);
    await api.rest('DELETE', `/lists/${list}`);
    expect((await notified(id, 'subscriber.deleted')).map(({ data }) => data.subscriber.email).sort()).toEqual([
      'a@people.test',
      'b@people.test',
    ]);
  });

  test('deleting a tag does not notify about subscribers', async () => {
    const { id } = await only('subscriber.updated');
    await subscribe(api, list, [{ email: 'a@people.test', tags: ['old'] }]);
    const tag = (await api.rest('GET', '/tags')).body.data.find(({ name }: { name: string }) => name === 'old');
    await api.rest('DELETE', `/tags/${tag.id}`);
    await api.db.$executeRaw`update subscribers set tag_ids = '{}', updated_at = now()`; // as a job does
    expect(await kindsDeliveredTo(api, id)).toEqual([]);
  });

  test('events notify by name, once each, singly and in batches', async () => {
    const orders = (await makeWebhook(api, { kinds: ['event.recorded'], filter: { event_names: ['order'] } })).id;
    const everything = (await makeWebhook(api)).id;
    const email = 'eve@people.test';
    await api.rest('POST', '/events', { email, name: 'order', value: 5, currency: 'EUR', reference: 'r1' });
    const events = ['seen', 'order', 'seen'].map((name, n) => ({ email, name, reference: `r${n}x` }));
    await api.rest('POST', '/events', { events });
    await api.rest('POST', '/events', { email, name: 'order', reference: 'r1' }); // a duplicate
    const names = async (id: string) => (await notified(id, 'event.recorded')).map(({ data }) => data.event.name);
    expect(await names(orders)).toEqual(['order', 'order']);
    expect((await names(everything)).sort()).toEqual(['order', 'order', 'seen', 'seen']);
    const [first] = await notified(orders, 'event.recorded');
    const rows = (await api.rest('GET', `/events?email=${email}`)).body.data;
    expect(rows).toContainEqual(first!.data.event);
    expect(await api.db.webhookNotification.count()).toBe(0);
  });

  test('a batch makes one notification for any number of people', async () => {
    await only('event.recorded');
    const events = Array.from({ length: 500 }, (_, n) => ({ email: `p${n}@people.test`, name: 'seen' }));
    await api.rest('POST', '/events', { events });
    await subscribe(
      api,
      list,
      events.slice(0, 100).map(({ email }) => ({ email })),
    );
    expect(await api.db.webhookNotification.count()).toBe(1);
  });

  test('changes without an interested webhook are not stored', async () => {
    const { id } = await makeWebhook(api, { kinds: ['campaign.sent'] });
    await makeWebhook(api, { enabled: false });
    await api.rest('POST', '/events', { email: 'a@people.test', name: 'seen' });
    await subscribe(api, list, [{ email: 'a@people.test' }]);
    expect(await api.db.webhookNotification.count()).toBe(0);
    expect(await deliveriesTo(api, id)).toEqual([]);
  });

  test('a webhook for one list gets no changes of other lists', async () => {
    const other = await makeList(api);
    const { id } = await makeWebhook(api, { kinds: ['subscriber.subscribed'], filter: { list } });
    await subscribe(api, other, [{ email: 'a@people.test' }]);
    await subscribe(api, list, [{ email: 'b@people.test' }]);
    expect((await notified(id, 'subscriber.subscribed')).map(({ data }) => data.subscriber.email)).toEqual([
      'b@people.test',
    ]);
  });

  test('conversions notify once, and never when rolled back', async () => {
    const { id } = await makeWebhook(api);
    const sale = { email: 'eve@people.test', value: 100, currency: 'EUR', reference: 'c1' };
    const { body } = await api.rest('POST', '/conversions', sale);
    await api.rest('POST', '/conversions', sale);
    await api.rest('POST', '/conversions', { ...sale, reference: 'c2', value: 'much' });
    expect((await notified(id, 'conversion.recorded')).map(({ data }) => data)).toEqual([
      { conversion: body.data, email: 'eve@people.test' },
    ]);
  });

  test('a transactional e-mail notifies when sent, opened, clicked and marked as spam', async () => {
    const { id } = await makeWebhook(api);
    inbox = await openInbox(api.installation);
    const mail = { from: 'shop@shop.test', to: ['tim@people.test'], subject: 'Hello', html: '<p>Hello</p>' };
    const { id: mailId } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
    await inbox.mailTo('tim@people.test');
    const sent = await until(async () => (await notified(id, 'mail.sent'))[0]);
    expect(sent.data).toEqual({ mail: await shown(`/transactional-mails/${mailId}`), message: null });
    const record = createReactionRecorder(api.installation.connection.db);
    const fetched = {
      teamId: api.teamId,
      messageId: mailId,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      ahead: false,
    };
    await clockOf(api).set(new Date(Date.now() + 600_000));
    await record({ ...fetched, kind: 'open' } as never);
    await record({ ...fetched, kind: 'click', target: 'https://shop.test/boots' } as never);
    expect((await notified(id, 'mail.opened'))[0]!.data).toMatchObject({ mail: { id: mailId }, verdict: 'human' });
    expect((await notified(id, 'mail.clicked'))[0]!.data).toMatchObject({
      url: 'https://shop.test/boots',
      verdict: 'human',
    });
    await feedback('soft_bounce', mailId, 'tim@people.test');
    await feedback('complaint', mailId, 'tim@people.test');
    expect((await notified(id, 'mail.bounced'))[0]!.data).toMatchObject({
      email: 'tim@people.test',
      bounce: 'soft',
      reason: 'no',
    });
    expect((await notified(id, 'mail.complained'))[0]!.data).toMatchObject({
      mail: { id: mailId },
      email: 'tim@people.test',
    });
  });

  const feedback = (kind: string, messageId: string, email: string) =>
    recordFeedback(api.installation.connection.db, [
      { kind, teamId: api.teamId, messageId, named: [email], reason: 'no' } as never,
    ]);

  test('a failed and a cancelled e-mail notify', async () => {
    const { id } = await only('mail.failed');
    const mail = { from: 'shop@shop.test', to: ['ann@people.test'], subject: 'Hello', html: '<p>Hello</p>' };
    const { id: cancelled } = (
      await api.rest('POST', '/transactional-mails', {
        ...mail,
        send_at: new Date(Date.now() + 3_600_000).toISOString(),
      })
    ).body.data;
    await api.rest('DELETE', `/transactional-mails/${cancelled}`);
    await api.rest('POST', `/transactional-mails/${cancelled}/cancel`);
    expect((await notified(id, 'mail.failed')).map(({ data }) => data.mail.id)).toEqual([cancelled]);
  });

  test('a campaign notifies when scheduled and completed, with its messages', async () => {
    const { id } = await makeWebhook(api, { filter: { list } });
    const other = (await makeWebhook(api, { filter: { list: await makeList(api) } })).id;
    await subscribe(api, list, [{ email: 'cam@people.test', first_name: 'Ann' }]);
    const campaign = await makeCampaign(api, list);
    const at = new Date(Date.now() + 3_600_000);
    const scheduled = await api.rest('POST', `/campaigns/${campaign}/schedule`, { at: at.toISOString() });
    expect(scheduled.status, JSON.stringify(scheduled.body)).toBe(200);
    expect((await notified(id, 'campaign.scheduled')).map(({ data }) => data.campaign)).toEqual([scheduled.body.data]);
    await clockOf(api).set(new Date(at.getTime() + 1_000));
    inbox = await openInbox(api.installation);
    const jobs = startJobs(api.installation);
    await startScheduledCampaigns(api.db, api.installation.config, api.installation.log);
    const done = await untilEnded(api, campaign);
    await jobs.stop();
    expect((await notified(id, 'campaign.sent')).map(({ data }) => data.campaign.id)).toEqual([done.id]);
    const [sent] = await notified(id, 'mail.sent');
    const [recipient] = (await api.rest('GET', `/campaigns/${campaign}/recipients`)).body.data;
    expect(sent!.data).toMatchObject({ mail: null, message: { ...recipient, campaign } });
    await feedback('hard_bounce', recipient.id, 'cam@people.test');
    expect((await notified(id, 'mail.bounced'))[0]!.data).toMatchObject({
      message: { id: recipient.id },
      bounce: 'hard',
    });
    expect((await notified(id, 'subscriber.bounced'))[0]!.data).toMatchObject({ subscriber: { status: 'bounced' } });
    await feedback('complaint', recipient.id, 'cam@people.test');
    expect((await notified(id, 'subscriber.complained'))[0]!.data).toMatchObject({
      subscriber: { status: 'complained' },
    });
    expect(await kindsDeliveredTo(api, other)).toEqual(['suppression.created']); // of no list
  });

  test('an import notifies when it completes and when it fails', async () => {
    const { id } = await makeWebhook(api, { kinds: ['import.completed', 'import.failed'] });
    const jobs = startJobs(api.installation);
    const bring = async () => {
      const headers = { 'content-type': 'text/csv' };
      return (await api.rest('POST', `/lists/${list}/imports`, 'email\nzoe@people.test\n', { headers })).body.data.id;
    };
    const first = await bring();
    await until(async () => (await shown(`/imports/${first}`)).status === 'completed');
    expect((await notified(id, 'import.completed')).map(({ data }) => data.import.id)).toEqual([first]);
    await jobs.stop();
    const second = await bring();
    await giveUp(createScope(api.db, { id: api.teamId }, WORKER), second, 'It broke.');
    expect((await notified(id, 'import.failed')).map(({ data }) => data.import)).toMatchObject([
      { id: second, status: 'failed', errors: [{ row: null, message: 'It broke.' }] },
    ]);
  });

  test('entering and completing an automation notify', async () => {
    const { id } = await makeWebhook(api, { kinds: ['automation.entered', 'automation.completed'] });
    await subscribe(api, list, [{ email: 'run@people.test' }]);
    const steps = [{ id: 'tag', type: 'add_tags', tags: ['seen'] }];
    const automation = await makeAutomation(api, { list, trigger: { type: 'api' }, steps });
    await changeStatus(api, automation, 'activate');
    const run = (await api.rest('POST', `/automations/${automation}/enter`, { email: 'run@people.test' })).body.data;
    await runAutomations(api);
    expect((await notified(id, 'automation.entered'))[0]!.data.run).toMatchObject({
      id: run.id,
      email: 'run@people.test',
    });
    expect((await notified(id, 'automation.completed'))[0]!.data.run).toEqual(
      await shown(`/automation-runs/${run.id}`),
    );
  });

  test('entering and leaving a segment notify, and earlier members do not', async () => {
    const rule = all({ type: 'tags', operator: 'has_any', value: ['gold'] });
    const { id: segment } = await makeSegment(api, list, rule);
    await subscribe(api, list, [{ email: 'old@people.test', tags: ['gold'] }, { email: 'new@people.test' }]);
    const { id } = await makeWebhook(api, { kinds: ['segment.entered', 'segment.left'], filter: { list } });
    const look = () => findDueSegments(api.installation.connection.db, api.installation.log);
    await look();
    expect(await kindsDeliveredTo(api, id)).toEqual([]);
    const tag = async (name: string, method: string) =>
      api.rest(method, `/subscribers/${(await readSubscriber(api, list, `${name}@people.test`)).id}/tags`, {
        tags: ['gold'],
      });
    await tag('new', 'POST');
    await tag('old', 'DELETE');
    await clockOf(api).set(new Date(Date.now() + 120_000));
    await look();
    const entered = await notified(id, 'segment.entered');
    expect(entered.map(({ data }) => data)).toMatchObject([
      { segment: { id: segment, subscribers_count: 1 }, subscriber: { email: 'new@people.test' } },
    ]);
    expect((await notified(id, 'segment.left')).map(({ data }) => data.subscriber.email)).toEqual(['old@people.test']);
    await api.rest('DELETE', `/webhooks/${id}`);
    await look();
    expect(await api.db.automationSegment.count({ where: { segmentId: segment } })).toBe(0);
  });

  test('an erased person causes no notifications, and earlier ones are deleted', async () => {
    const { id } = await makeWebhook(api);
    const email = 'gone@people.test';
    await subscribe(api, list, [{ email }, { email: 'stays@people.test' }]);
    await deliveriesTo(api, id);
    await api.rest('POST', '/events', {
      events: [email, 'stays@people.test'].map((one) => ({ email: one, name: 'seen' })),
    });
    const mail = { from: 'shop@shop.test', to: [email, 'stays@people.test'], subject: 'Hello', html: '<p>Hello</p>' };
    inbox = await openInbox(api.installation);
    const { id: mailId } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
    await until(async () => (await shown(`/transactional-mails/${mailId}`)).status === 'sent');
    expect((await api.rest('POST', '/people/erase', { email })).status).toBe(204);
    const bodies = JSON.stringify(await deliveriesTo(api, id));
    expect(bodies).not.toContain(email);
    expect(bodies).toContain('stays@people.test');
  });

  test('every kind was tested above, but those that report troubles', () => {
    expect(WEBHOOK_KINDS.map(({ kind }) => kind).filter((kind) => !seen.has(kind) && !TROUBLES.has(kind))).toEqual([]);
  });
});
