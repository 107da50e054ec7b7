import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../../../src/domain/automations/steps/send.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { executeStep, insertAutomation, replaceVersion, startRuns } from '../../support/at-step.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { openReporter } from '../../support/generic-feedback.ts';
import type { Received } from '../../support/mail-server.ts';
import { visit } from '../../support/pages.ts';
import { fetchAs, type ReceivedMessage, readMessage } from '../../support/received-messages.ts';
import { until } from '../../support/until.ts';

const CART = {
  ...{ name: 'Cart', editor: 'html', subject: '{{ event.items.size }} things wait, {{ subscriber.first_name }}' },
  content: `<html><body><ul>{% for item in event.items %}<li>{{ item.name }} x{{ item.quantity }}</li>{% endfor %}</ul>
<p>{{ event.value }} {{ event.currency }} {{ event.name }} {{ automation.name }} {{ list.name }}</p>
<p><a href="https://shop.test/cart">Your cart</a> <a href="{{ view_url }}">View</a></p>
<p><a href="{{ unsubscribe_url }}">Bye</a> <a href="{{ preferences_url }}">Choose</a></p></body></html>`,
};

const ITEMS = [
  { name: 'Teapot', quantity: 1 },
  { name: 'Cup', quantity: 4 },
];
const EVENT = { properties: { items: ITEMS, name: 'of the property' }, value: 5400, currency: 'EUR' };
const SEND = { id: 'first', type: 'send', template: 'Cart' } as const;

describe.each([
  ['one machine', false],
  ['several', true],
])('laid out as on %s', (_name, withoutTriggers) => {
  let feedbackApp: FeedbackApp;
  let jobs: ReturnType<typeof startJobs>;
  let list: string;
  let number = 0;
  beforeAll(async () => {
    feedbackApp = await openFeedbackApp({}, {}, { withoutTriggers });
    jobs = startJobs(feedbackApp.api.installation);
    await feedbackApp.api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
    await feedbackApp.api.rest('POST', '/templates', CART);
    list = await makeList(feedbackApp.api);
  });
  afterAll(async () => {
    await jobs.stop();
    await feedbackApp.close();
  });

  async function somebody(): Promise<string> {
    const email = `buyer${++number}@people.test`;
    await subscribe(feedbackApp.api, list, [{ email, first_name: 'Ann' }]);
    return email;
  }

  /** Returns the e-mails to an address once the given number has arrived; they count as accepted a minute ago. */
  async function messagesTo(email: string, count = 1): Promise<ReceivedMessage[]> {
    const mails = await feedbackApp.inbox.mailTo(email, count);
    await feedbackApp.inbox.settled('00000000-0000-4000-8000-000000000000');
    await feedbackApp.api.db.message.updateMany({
      where: { sentAt: { not: null } },
      data: { sentAt: new Date(Date.now() - 60_000) },
    });
    return mails.map((mail) => readMessage(mail, email));
  }

  const reportOf = async (id: string) => (await feedbackApp.api.rest('GET', `/automations/${id}/report`)).body.data;
  const stepOf = async (id: string) => (await reportOf(id)).steps[0];

  test('an automation e-mail loops over the event’s items, and has the headers of bulk mail', async () => {
    const automation = await insertAutomation(feedbackApp.api, { listId: list, steps: [SEND] });
    const email = await somebody();
    const runs = await startRuns(feedbackApp.api, automation, [email], EVENT);
    expect(await executeStep(feedbackApp.api, send, automation, runs)).toEqual([{ outcome: 'done' }]);
    const [message] = await messagesTo(email);
    const [{ mail }] = (await feedbackApp.inbox.mailTo(email)) as [Received];
    expect(mail.subject).toBe('2 things wait, Ann');
    expect(mail.html).toContain('<li>Teapot x1</li><li>Cup x4</li>');
    expect(mail.html).toContain('5400 EUR of the property Abandoned cart News');
    expect(message!.raw).toMatch(/^List-Unsubscribe: /m);
    expect(message!.raw).toMatch(new RegExp(`^Feedback-ID:\\s+${automation.id}:${list}:`, 'm'));
    const [, view] = /href="http:\/\/[^/"]+(\/view\/[^"]+)"/.exec(String(mail.html))!;
    expect((await fetchAs(feedbackApp.api, view!)).body).toContain('<li>Cup x4</li>');
  });

  test('two runs of a person send two e-mails, and a step that was killed and repeated sends one', async () => {
    const automation = await insertAutomation(feedbackApp.api, { listId: list, steps: [SEND] });
    const email = await somebody();
    const runs = await startRuns(feedbackApp.api, automation, [email, email], EVENT);
    await executeStep(feedbackApp.api, send, automation, runs, { fails: true });
    await executeStep(feedbackApp.api, send, automation, runs);
    await executeStep(feedbackApp.api, send, automation, runs);
    await messagesTo(email, 2);
    expect(feedbackApp.inbox.server.received.filter(({ envelope }) => envelope.to.includes(email))).toHaveLength(2);
    await until(async () => (await stepOf(automation.id)).sent === 2);
  });

  test('people who are not subscribed to the list get no e-mail', async () => {
    const automation = await insertAutomation(feedbackApp.api, { listId: list, steps: [SEND] });
    const [gone, there] = [await somebody(), await somebody()];
    const subscriber = await readSubscriber(feedbackApp.api, list, gone);
    await feedbackApp.api.rest('POST', `/subscribers/${subscriber.id}/unsubscribe`);
    const runs = await startRuns(feedbackApp.api, automation, ['nobody@people.test', gone, there], EVENT);
    const left = { outcome: 'exit', exitReason: 'not_subscribed' };
    expect(await executeStep(feedbackApp.api, send, automation, runs)).toEqual([left, left, { outcome: 'done' }]);
    await messagesTo(there);
    expect(feedbackApp.inbox.server.received.some(({ envelope }) => envelope.to.includes(gone))).toBe(false);
  });

  test('a changed template is used in its current form, and a missing one is reported', async () => {
    const { data } = (await feedbackApp.api.rest('POST', '/templates', { ...CART, name: 'Changing', subject: 'Old' }))
      .body;
    const steps = [{ ...SEND, template: 'Changing' }];
    const automation = await insertAutomation(feedbackApp.api, { listId: list, steps });
    const subjects: (string | undefined)[] = [];
    for (const subject of ['Old', 'New', 'Newer']) {
      const change = { ...CART, name: 'Changing', subject };
      expect((await feedbackApp.api.rest('PUT', `/templates/${data.id}`, change)).status).toBe(200);
      const email = await somebody();
      await executeStep(
        feedbackApp.api,
        send,
        automation,
        await startRuns(feedbackApp.api, automation, [email], EVENT),
      );
      subjects.push((await feedbackApp.inbox.mailTo(email))[0]!.mail.subject);
    }
    expect(subjects).toEqual(['Old', 'New', 'Newer']);
    await feedbackApp.api.rest('DELETE', `/templates/${data.id}`);
    const runs = await startRuns(feedbackApp.api, automation, [await somebody()], EVENT);
    expect(await executeStep(feedbackApp.api, send, automation, runs)).toEqual([
      { outcome: 'cannot', reason: 'The template "Changing" does not exist.' },
    ]);
  });

  test('a step can have its own sender and subject', async () => {
    const own = { subject: 'Only {{ event.value }}', from_email: 'care@shop.test', from_name: 'Care' };
    const automation = await insertAutomation(feedbackApp.api, {
      listId: list,
      steps: [{ ...SEND, ...own, tracking: false }],
    });
    const email = await somebody();
    await executeStep(feedbackApp.api, send, automation, await startRuns(feedbackApp.api, automation, [email], EVENT));
    const [{ mail }] = (await feedbackApp.inbox.mailTo(email)) as [Received];
    expect([mail.subject, mail.from?.text]).toEqual(['Only 5400', '"Care" <care@shop.test>']);
    expect(mail.html).toContain('https://shop.test/cart');
  });

  test('without a list the newest subscription of each person decides', async () => {
    const other = await makeList(feedbackApp.api, { name: 'Other', from_email: 'other@shop.test' });
    const automation = await insertAutomation(feedbackApp.api, { steps: [SEND] });
    const [ann, bob] = [await somebody(), await somebody()];
    await subscribe(feedbackApp.api, other, [{ email: bob }]);
    await executeStep(
      feedbackApp.api,
      send,
      automation,
      await startRuns(feedbackApp.api, automation, [ann, bob], EVENT),
    );
    const [[toAnn], [toBob]] = [await feedbackApp.inbox.mailTo(ann), await feedbackApp.inbox.mailTo(bob)];
    expect([toAnn!.mail.from?.text, toBob!.mail.from?.text]).toEqual(['news@shop.test', 'other@shop.test']);
  });

  test('opens, clicks, orders, refunds, bounces and unsubscribes are credited to the automation and its step', async () => {
    const automation = await insertAutomation(feedbackApp.api, { listId: list, steps: [SEND] });
    const [ann, bob, cem] = [await somebody(), await somebody(), await somebody()];
    await executeStep(
      feedbackApp.api,
      send,
      automation,
      await startRuns(feedbackApp.api, automation, [ann, bob, cem], EVENT),
    );
    const [[toAnn], [toBob], [toCem]] = [await messagesTo(ann), await messagesTo(bob), await messagesTo(cem)];
    for (const path of [toAnn!.pixel, toAnn!.clicks[0]!, toAnn!.clicks[0]!, toBob!.pixel])
      await fetchAs(feedbackApp.api, path);
    await visit(feedbackApp.api, 'POST', toBob!.unsubscribe, '');
    await (await openReporter(feedbackApp.api))('bounce', toCem!);
    await feedbackApp.api.rest('POST', '/events', {
      email: ann,
      name: 'order',
      value: 5400,
      currency: 'EUR',
      reference: `o${ann}`,
    });
    const sale = (await feedbackApp.api.rest('POST', '/conversions', { email: ann, value: 700, currency: 'EUR' })).body
      .data;
    expect(sale.attribution).toMatchObject({ kind: 'automation', id: automation.id });
    await feedbackApp.api.rest('POST', `/conversions/${sale.id}/refund`, { value: 200 });
    const revenue = [{ currency: 'EUR', revenue: 5900, orders: 2 }];
    expect(await stepOf(automation.id)).toMatchObject({
      ...{ step: 'first', type: 'send', sent: 3, opens: 2, clicks: 1, unsubscribes: 1, bounces: 1, revenue },
    });
    expect((await reportOf(automation.id)).revenue).toEqual(revenue);
    const groups = (await feedbackApp.api.rest('GET', '/revenue?group_by=automation')).body.data;
    expect(groups).toContainEqual({ group: automation.id, ...revenue[0] });
    expect((await feedbackApp.api.rest('GET', '/revenue?group_by=campaign')).body.data).toEqual([]);
    expect((await readSubscriber(feedbackApp.api, list, bob)).status).toBe('unsubscribed');
    const { body } = await feedbackApp.api.rest('GET', `/people/export?email=${ann}`);
    expect(body.data.touches[0]).toMatchObject({ sender: 'automation', sender_id: automation.id });
    expect(body.data.campaign_messages[0]).toMatchObject({
      ...{ campaign_id: null, campaign: 'Abandoned cart', automation: automation.id, step: 'first' },
    });
  });

  test('a transactional e-mail needs no subscription, but needs an address that is not suppressed', async () => {
    const step = { ...SEND, transactional: true, from_email: 'care@shop.test' };
    const automation = await insertAutomation(feedbackApp.api, { listId: list, steps: [step] });
    await feedbackApp.api.rest('POST', '/suppressions', { email: 'blocked@people.test' });
    const stranger = 'stranger@people.test';
    const runs = await startRuns(feedbackApp.api, automation, [stranger, 'blocked@people.test'], EVENT);
    await executeStep(feedbackApp.api, send, automation, runs, { fails: true });
    const outcomes = [{ outcome: 'done' }, { outcome: 'exit', exitReason: 'suppressed' }];
    expect(await executeStep(feedbackApp.api, send, automation, runs)).toEqual(outcomes);
    expect(await executeStep(feedbackApp.api, send, automation, runs)).toEqual(outcomes);
    const [{ mail, raw }] = (await feedbackApp.inbox.mailTo(stranger)) as [Received];
    expect(mail.html).toContain('<li>Teapot x1</li>');
    expect(raw).not.toMatch(/^List-Unsubscribe: /m);
    const { body } = await feedbackApp.api.rest('GET', `/transactional-mails?recipient=${stranger}`);
    expect(body.data).toMatchObject([{ template: 'Cart', automation: automation.id, automation_step: 'first' }]);
  });

  test('a transactional e-mail shows the subscription to the automation’s list, and its link ends that subscription', async () => {
    const own = await makeList(feedbackApp.api, { name: 'Bakery', from_email: 'bakery@shop.test' });
    const newer = await makeList(feedbackApp.api, { name: 'Cellar', from_email: 'cellar@shop.test' });
    const email = `both${++number}@people.test`;
    await subscribe(feedbackApp.api, own, [{ email, first_name: 'Ann' }]);
    await subscribe(feedbackApp.api, newer, [{ email, first_name: 'Nan' }]);
    const automation = await insertAutomation(feedbackApp.api, {
      listId: own,
      steps: [{ ...SEND, transactional: true }],
    });
    await executeStep(feedbackApp.api, send, automation, await startRuns(feedbackApp.api, automation, [email], EVENT));
    const [{ mail }] = (await feedbackApp.inbox.mailTo(email)) as [Received];
    expect(mail.subject).toBe('2 things wait, Ann');
    expect(mail.html).toContain('Bakery');
    const [logged] = (await feedbackApp.api.rest('GET', `/transactional-mails?recipient=${email}`)).body.data;
    expect(logged.subject).toBe('2 things wait, Ann');
    const { body } = await feedbackApp.api.rest('GET', `/transactional-mails/${logged.id}/preview`);
    expect(body.data.html).toContain('Bakery');
    const [message] = await messagesTo(email);
    await visit(feedbackApp.api, 'POST', message!.unsubscribe, '');
    expect((await readSubscriber(feedbackApp.api, own, email)).status).toBe('unsubscribed');
    expect((await readSubscriber(feedbackApp.api, newer, email)).status).toBe('subscribed');
  });

  test('reactions to transactional e-mails are credited to the step too, and the mails still belong to their template', async () => {
    const step = { ...SEND, id: `receipt${++number}`, transactional: true, from_email: 'care@shop.test' };
    const automation = await insertAutomation(feedbackApp.api, { listId: list, steps: [step] });
    const [ann, bob, cem] = [await somebody(), await somebody(), 'cem.stranger@people.test'];
    const [dan, eve] = [await somebody(), await somebody()];
    const runs = await startRuns(feedbackApp.api, automation, [ann, bob, cem, dan, eve], EVENT);
    await executeStep(feedbackApp.api, send, automation, runs);
    const [[toAnn], [toBob], [toDan]] = [await messagesTo(ann), await messagesTo(bob), await messagesTo(dan)];
    const [toEve] = await messagesTo(eve);
    const toCem = readMessage((await feedbackApp.inbox.mailTo(cem))[0]!, cem);
    await until(async () => (await stepOf(automation.id)).sent === 5);
    await feedbackApp.api.db.message.updateMany({
      where: { sentAt: { not: null } },
      data: { sentAt: new Date(Date.now() - 60_000) },
    });
    await feedbackApp.api.db.transactionalMail.updateMany({
      where: { automationId: automation.id },
      data: { sentAt: new Date(Date.now() - 60_000) },
    });
    const paths = [toAnn!.pixel, toAnn!.pixel, toAnn!.clicks[0]!, toAnn!.clicks[0]!, toCem.pixel];
    for (const path of paths) await fetchAs(feedbackApp.api, path);
    await visit(feedbackApp.api, 'POST', toBob!.unsubscribe, '');
    await visit(feedbackApp.api, 'POST', toBob!.unsubscribe, '');
    await feedbackApp.sendToListener(toEve!.address!, 'Subject: bye\n\n', eve);
    const report = await openReporter(feedbackApp.api);
    await report('soft', toCem);
    await report('bounce', toCem);
    await report('complaint', toDan!);
    const order = { email: ann, name: 'order', value: 5400, currency: 'EUR', reference: `o${ann}` };
    await feedbackApp.api.rest('POST', '/events', order);
    const sale = (await feedbackApp.api.rest('POST', '/conversions', { email: ann, value: 700, currency: 'EUR' })).body
      .data;
    expect(sale.attribution).toMatchObject({ kind: 'automation', id: automation.id });
    await feedbackApp.api.rest('POST', `/conversions/${sale.id}/refund`, { value: 200 });

    const revenue = [{ currency: 'EUR', revenue: 5900, orders: 2 }];
    const figures = { sent: 5, opens: 2, clicks: 1, unsubscribes: 2, bounces: 1, complaints: 1, revenue };
    expect(await stepOf(automation.id)).toMatchObject({ step: step.id, type: 'send', ...figures });
    expect((await reportOf(automation.id)).revenue).toEqual(revenue);
    const byAutomation = (await feedbackApp.api.rest('GET', '/revenue?group_by=automation')).body.data;
    expect(byAutomation).toContainEqual({ group: automation.id, ...revenue[0] });
    const byTemplate = (await feedbackApp.api.rest('GET', '/revenue?group_by=template')).body.data;
    expect(byTemplate).toEqual([{ group: 'Cart', ...revenue[0] }]);
    const [mail] = (await feedbackApp.api.rest('GET', `/transactional-mails?recipient=${ann}`)).body.data;
    expect(mail).toMatchObject({ automation: automation.id, opens: 2, clicks: 2 });
    const { body } = await feedbackApp.api.rest('GET', `/people/export?email=${ann}`);
    expect(body.data.touches[0]).toMatchObject({ sender: 'transactional', sender_id: mail.id });
    const credited = await feedbackApp.api.graphql(
      `query ($email: EmailAddress!) { person(email: $email) { sales { nodes { sender senderId transactionalMail { id } } } } }`,
      { email: ann },
    );
    for (const one of credited.body.data.person.sales.nodes) {
      expect(one).toEqual({ sender: 'AUTOMATION', senderId: automation.id, transactionalMail: { id: mail.id } });
    }
  });

  test('a report has the steps of the version in order, then older steps with results', async () => {
    const automation = await insertAutomation(feedbackApp.api, {
      listId: list,
      steps: [SEND, { id: 'unused', type: 'exit' }],
    });
    const email = await somebody();
    await executeStep(feedbackApp.api, send, automation, await startRuns(feedbackApp.api, automation, [email], EVENT));
    await messagesTo(email);
    await replaceVersion(feedbackApp.api, automation.id, 2, [
      { id: 'pause', type: 'wait', for: 'PT1H' },
      { ...SEND, id: 'second' },
    ]);
    const counts = [
      ...[
        ['', 'entered', '', 10],
        ['', 'completed', '', 3],
        ['', 'exited', 'goal', 2],
        ['', 'exited', 'bounced', 1],
      ],
      ...[
        ['', 'goals', '', 2],
        ['', 'failed', '', 1],
        ['pause', 'entered', '', 9],
        ['pause', 'done', '', 6],
        ['pause', 'left', '', 1],
      ],
    ] as const;
    await feedbackApp.api.db.automationCount.createMany({
      data: counts.flatMap(([step, what, detail, count]) =>
        [1, 2].map((holder) => ({
          ...{ teamId: feedbackApp.api.teamId, automationId: automation.id, step, what, detail, holder },
          count: holder === 1 ? count - 1 : 1,
        })),
      ),
    });
    const none = { opens: 0, clicks: 0, unsubscribes: 0, bounces: 0, complaints: 0, revenue: [] };
    const untouched = { entered: 0, waiting: 0, done: 0, skipped: 0, failed: 0 };
    expect(await reportOf(automation.id)).toEqual({
      ...{ entered: 10, active: 3, completed: 3, exited: { bounced: 1, goal: 2 }, failed: 1, goals: 2, goal_rate: 0.2 },
      revenue: [],
      steps: [
        { step: 'pause', type: 'wait', entered: 9, waiting: 2, done: 6, skipped: 0, failed: 0 },
        { step: 'second', type: 'send', ...untouched, sent: 0, ...none },
        { step: 'first', type: 'send', ...untouched, sent: 1, ...none },
      ],
    });
  });

  test('a missing automation, or one of another team, has no report', async () => {
    const { id } = await insertAutomation(feedbackApp.api, { steps: [] });
    const other = { token: feedbackApp.api.otherToken };
    expect((await feedbackApp.api.rest('GET', `/automations/${id}/report`, undefined, other)).status).toBe(404);
    expect((await feedbackApp.api.rest('GET', `/automations/${list}/report`)).status).toBe(404);
    const { body } = await feedbackApp.api.graphql(
      'query ($id: ID!) { automationReport(id: $id) { entered } }',
      { id },
      other,
    );
    expect(body.data.automationReport).toBeNull();
  });
});
