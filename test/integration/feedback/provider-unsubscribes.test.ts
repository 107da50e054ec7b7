import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import {
  genericSample,
  mailgunSample,
  type ProviderSample,
  postmarkSample,
  sendgridSample,
  sesSample,
} from '../../support/providers.ts';
import { reportOf } from '../../support/received-messages.ts';
import { runAutomations } from '../../support/run-automations.ts';
import { type SnsServer, startSnsServer } from '../../support/sns.ts';
import { kindsDeliveredTo, makeWebhook } from '../../support/webhooks.ts';

let feedbackApp: FeedbackApp;
let sns: SnsServer;
let jobs: ReturnType<typeof startJobs>;
let samples: Record<string, ProviderSample>;
let news: string;
let offers: string;
const sources: Record<string, { url: string; secret: string }> = {};
beforeAll(async () => {
  sns = await startSnsServer();
  feedbackApp = await openFeedbackApp({ snsOrigin: sns.origin });
  jobs = startJobs(feedbackApp.api.installation);
  const all = [genericSample, postmarkSample, mailgunSample, sendgridSample, sesSample(sns)];
  samples = Object.fromEntries(all.map((sample) => [sample.provider, sample]));
  for (const { provider, secret } of all) sources[provider] = await open({ provider, secret });
  [news, offers] = [await makeList(feedbackApp.api), await makeList(feedbackApp.api, { name: 'Offers' })];
  await feedbackApp.api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await jobs.stop();
  await feedbackApp.close();
  await sns.close();
});

async function open(input: { provider: string; secret?: string }, token = feedbackApp.api.token) {
  const { body } = await feedbackApp.api.rest('POST', '/feedback-sources', input, { token });
  return { url: body.data.url as string, secret: input.secret ?? (body.data.secret as string) };
}

interface Message {
  id: string;
  to: string;
  campaign: string;
}

let number = 0;
const newcomer = () => `leaver${++number}@people.test`;

/** Adds a person to both lists. */
async function onBoth(email = newcomer()): Promise<string> {
  for (const list of [news, offers]) await subscribe(feedbackApp.api, list, [{ email }]);
  return email;
}

/** Sends a campaign of the first list to a person on both. */
async function campaignTo(email = newcomer(), given?: string): Promise<Message> {
  const { api } = feedbackApp;
  const list = given ?? (await makeList(api, { name: 'Campaign' }));
  for (const one of [list, offers]) await subscribe(api, one, [{ email }]);
  const campaign = await makeCampaign(api, list);
  await api.rest('POST', `/campaigns/${campaign}/send`);
  await untilEnded(api, campaign);
  const [{ mail } = expect.fail()] = await feedbackApp.inbox.mailTo(email);
  return { id: mail.messageId!.replace(/^<|@.*/g, ''), to: email, campaign };
}

const call = (provider: string, event: object) => samples[provider]!.sign(event, sources[provider]!.secret);

async function post(url: string, { headers, body }: { headers: Record<string, string>; body: string }) {
  const answer = await feedbackApp.api.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers,
    payload: body,
  });
  return answer.statusCode;
}

/** Reports events; expects their acceptance. */
async function send(provider: string, ...events: object[]): Promise<void> {
  for (const event of events) {
    const wire = provider === 'sendgrid' && !Array.isArray(event) ? [event] : event;
    expect(await post(sources[provider]!.url, call(provider, wire)), JSON.stringify(event)).toBe(200);
  }
}

/** The status on each list by the list's name, and why the address is suppressed. */
async function stateOf(email: string) {
  const { body } = await feedbackApp.api.rest('GET', `/people?email=${encodeURIComponent(email)}`);
  const subscriptions: { on: { name: string }; status: string }[] = body.data.subscriptions;
  const suppressions = (await feedbackApp.api.rest('GET', `/suppressions?email=${encodeURIComponent(email)}`)).body
    .data;
  return {
    ...Object.fromEntries(subscriptions.map(({ on, status }) => [on.name, status])),
    suppressed: suppressions[0]?.reason ?? null,
  };
}

const ALL_LEFT = { News: 'unsubscribed', Offers: 'unsubscribed', suppressed: null };
const NOBODY_LEFT = { News: 'subscribed', Offers: 'subscribed', suppressed: null };
const ONE_LEFT = { Campaign: 'unsubscribed', Offers: 'subscribed', suppressed: null };
const BOTH_BOUNCED = { News: 'bounced', Offers: 'bounced', suppressed: 'hard_bounce' };
const BOTH_COMPLAINED = { News: 'complained', Offers: 'complained', suppressed: 'complaint' };

const id = () => Math.random().toString(36).slice(2);

const mailgun = (event: string, to: string, { message, ...more }: Record<string, unknown> = {}) => ({
  'event-data': {
    ...{ event, id: id(), timestamp: Date.now() / 1_000, recipient: to, ...more },
    ...(message ? { message: { headers: { 'message-id': `${message}@shop.test` } } } : {}),
  },
});

const failed = (reason: string, code: number) => ({
  ...{ severity: 'permanent', reason },
  'delivery-status': { code, message: 'Not delivering to a suppressed address' },
});

const change = (to: string, more: object = {}) => ({
  ...{ RecordType: 'SubscriptionChange', MessageID: id(), ServerID: 7, MessageStream: 'broadcast', Recipient: to },
  ...{ ChangedAt: new Date().toISOString(), Origin: 'Recipient', SuppressSending: true },
  ...{ SuppressionReason: 'ManualSuppression', Tag: null, Metadata: {}, ...more },
});

const postmarkBounce = (Type: string, to: string, more: object = {}) => ({
  ...{ RecordType: 'Bounce', ID: Math.floor(Math.random() * 1e12), Type, Email: to },
  ...{ BouncedAt: new Date().toISOString(), Description: 'Described', ...more },
});

const sendgrid = (event: string, to: string, { message, ...more }: Record<string, unknown> = {}) => ({
  ...{ event, email: to, timestamp: Math.floor(Date.now() / 1_000), sg_event_id: id(), sg_message_id: id() },
  ...(message ? { 'smtp-id': `<${message}@shop.test>` } : {}),
  ...more,
});

const preferences = (unsubscribeAll: boolean, ...topics: [string, string][]) => ({
  unsubscribeAll,
  topicSubscriptionStatus: topics.map(([topicName, subscriptionStatus]) => ({ topicName, subscriptionStatus })),
});

const ses = (to: string, after: object, before: object, message?: string) => ({
  eventType: 'Subscription',
  mail: {
    ...{ messageId: id(), destination: [to] },
    headers: message ? [{ name: 'Message-ID', value: `<${message}@shop.test>` }] : [],
  },
  subscription: {
    ...{ contactList: 'Customers', timestamp: new Date().toISOString(), source: 'UnsubscribeHeader' },
    ...{ newTopicPreferences: after, oldTopicPreferences: before },
  },
});

const sesBounce = (to: string, bounceSubType: string) => ({
  eventType: 'Bounce',
  bounce: {
    ...{ bounceType: 'Permanent', bounceSubType, feedbackId: id(), timestamp: new Date().toISOString() },
    bouncedRecipients: [
      {
        ...{ emailAddress: to, action: 'failed', status: '5.1.1' },
        diagnosticCode:
          'Amazon SES did not send the message to this address because it is on the suppression list for your account.',
      },
    ],
  },
  mail: { messageId: id(), destination: [to] },
});

const IN = preferences(false, ['news', 'OptIn'], ['offers', 'OptIn']);

type Make = (to: string, message?: string) => object;

/** A provider's report of an unsubscribe, by the message if it names one. */
const UNSUBSCRIBES: [string, string, Make][] = [
  ['mailgun', 'unsubscribed', (to, message) => mailgun('unsubscribed', to, { message })],
  [
    'mailgun',
    'failed, suppress-unsubscribe (606)',
    (to, message) => mailgun('failed', to, { message, ...failed('suppress-unsubscribe', 606) }),
  ],
  ['mailgun', 'failed, 606 alone', (to, message) => mailgun('failed', to, { message, ...failed('generic', 606) })],
  ['postmark', 'SubscriptionChange by the person', (to) => change(to)],
  ['postmark', 'SubscriptionChange by the person, for no reason', (to) => change(to, { SuppressionReason: null })],
  ['postmark', 'SubscriptionChange by hand', (to) => change(to, { Origin: 'Customer', MessageID: null })],
  ['postmark', 'SubscriptionChange by an administrator', (to) => change(to, { Origin: 'Admin' })],
  ['postmark', 'Bounce of type Unsubscribe', (to) => postmarkBounce('Unsubscribe', to)],
  ['sendgrid', 'unsubscribe', (to, message) => sendgrid('unsubscribe', to, { message })],
  ['sendgrid', 'group_unsubscribe', (to, message) => sendgrid('group_unsubscribe', to, { message, asm_group_id: 7 })],
  [
    'sendgrid',
    'dropped, Unsubscribed Address',
    (to, message) => sendgrid('dropped', to, { message, reason: 'Unsubscribed Address' }),
  ],
  ['ses', 'Subscription, all topics', (to, message) => ses(to, preferences(true), IN, message)],
  [
    'ses',
    'Subscription, one topic',
    (to, message) => ses(to, preferences(false, ['news', 'OptOut'], ['offers', 'OptIn']), IN, message),
  ],
  ['ses', 'Bounce of an unsubscribed recipient', (to) => sesBounce(to, 'UnsubscribedRecipient')],
  [
    'generic',
    'unsubscribed',
    (to, message) => ({ type: 'unsubscribed', email: to, ...(message && { message_id: message }) }),
  ],
];

describe.each(UNSUBSCRIBES)('%s: %s', (provider, _, event) => {
  test('ends the subscriptions to all lists if it names no message, once', async () => {
    const email = await onBoth();
    const payload = event(email);
    await send(provider, payload, payload);
    expect(await stateOf(email)).toEqual(ALL_LEFT);
  });
});

const OF_MESSAGES = UNSUBSCRIBES.filter(([provider, name]) => provider !== 'postmark' && !name.startsWith('Bounce'));

describe.each(OF_MESSAGES)('%s: %s', (provider, _, event) => {
  test('ends the subscription to the list of the message that it names, and no other', async () => {
    const { to, id } = await campaignTo();
    await send(provider, event(to, id));
    expect(await stateOf(to)).toEqual(ONE_LEFT);
  });
});

const SUPPRESSED: [string, string, Make, object][] = [
  ['mailgun', '605', (to) => mailgun('failed', to, failed('suppress-bounce', 605)), BOTH_BOUNCED],
  ['mailgun', '607', (to) => mailgun('failed', to, failed('suppress-complaint', 607)), BOTH_COMPLAINED],
  ['mailgun', '607 alone', (to) => mailgun('failed', to, failed('generic', 607)), BOTH_COMPLAINED],
  ['postmark', 'HardBounce', (to) => change(to, { SuppressionReason: 'HardBounce' }), BOTH_BOUNCED],
  ['postmark', 'SpamComplaint', (to) => change(to, { SuppressionReason: 'SpamComplaint' }), BOTH_COMPLAINED],
  [
    'sendgrid',
    'dropped, Bounced Address',
    (to) => sendgrid('dropped', to, { reason: 'Bounced Address' }),
    BOTH_BOUNCED,
  ],
  ['sendgrid', 'dropped, Invalid', (to) => sendgrid('dropped', to, { reason: 'Invalid' }), BOTH_BOUNCED],
  [
    'sendgrid',
    'dropped, Spam Reporting Address',
    (to) => sendgrid('dropped', to, { reason: 'Spam Reporting Address' }),
    BOTH_COMPLAINED,
  ],
  ['ses', 'suppressed by SES', (to) => sesBounce(to, 'Suppressed'), BOTH_BOUNCED],
  ['ses', 'suppressed by the account', (to) => sesBounce(to, 'OnAccountSuppressionList'), BOTH_BOUNCED],
];

test.each(SUPPRESSED)(
  '%s: an address that the provider suppresses is suppressed here: %s',
  async (provider, _, event, expected) => {
    const email = await onBoth();
    await send(provider, event(email));
    expect(await stateOf(email)).toEqual(expected);
  },
);

const IGNORED: [string, string, Make][] = [
  ['postmark', 'a reactivation', (to) => change(to, { SuppressSending: false, SuppressionReason: null })],
  ['postmark', 'a change without SuppressSending', (to) => change(to, { SuppressSending: undefined })],
  [
    'postmark',
    'a suppression for an unknown reason',
    (to) => change(to, { SuppressionReason: '__proto__', Origin: 'Admin' }),
  ],
  ['postmark', 'a bounce of type Subscribe', (to) => postmarkBounce('Subscribe', to)],
  ['sendgrid', 'group_resubscribe', (to) => sendgrid('group_resubscribe', to, { asm_group_id: 7 })],
  ...['Invalid SMTPAPI header', 'Spam Content', 'Recipient List over Package Quota', '', 'toString'].map(
    (reason): [string, string, Make] => [
      'sendgrid',
      `dropped, ${reason || 'for no reason'}`,
      (to) => sendgrid('dropped', to, { reason }),
    ],
  ),
  ['ses', 'opting in to a topic', (to) => ses(to, IN, preferences(false, ['news', 'OptOut'], ['offers', 'OptIn']))],
  [
    'ses',
    'the same choice again',
    (to) => ses(to, preferences(false, ['a', 'OptOut']), preferences(false, ['a', 'OptOut'])),
  ],
  ['ses', 'choices without topics', (to) => ses(to, {}, {})],
  [
    'mailgun',
    'failed, for another reason',
    (to) => mailgun('failed', to, { severity: 'temporary', reason: 'greylisted' }),
  ],
];

test.each(IGNORED)('%s: %s ends nothing', async (provider, _, event) => {
  const email = await onBoth();
  await send(provider, event(email));
  expect(await stateOf(email)).toEqual(NOBODY_LEFT);
});

test('no event subscribes a person again', async () => {
  const email = await onBoth();
  await send('sendgrid', sendgrid('unsubscribe', email));
  await send('sendgrid', sendgrid('group_resubscribe', email));
  await send('postmark', change(email, { SuppressSending: false }));
  await send('ses', ses(email, IN, preferences(true)));
  expect(await stateOf(email)).toEqual(ALL_LEFT);
});

const resubscribe = (email: string, list = news) =>
  feedbackApp.api.rest('POST', `/lists/${list}/subscribers`, { email, resubscribe: true });

test('an event older than the resubscription ends nothing, and a newer one does', async () => {
  const email = await onBoth();
  const anHourAgo = Date.now() / 1_000 - 3_600;
  const first = mailgun('unsubscribed', email);
  await send('mailgun', first);
  await resubscribe(email);
  const left = { News: 'subscribed', Offers: 'unsubscribed', suppressed: null };
  await send('mailgun', first, mailgun('unsubscribed', email, { timestamp: anHourAgo }));
  await send('sendgrid', sendgrid('unsubscribe', email, { timestamp: Math.floor(anHourAgo) }));
  await send('postmark', change(email, { ChangedAt: '2020-02-01T10:53:34.416071Z' }));
  await send('generic', { type: 'unsubscribed', email, occurred_at: '2026-01-01T00:00:00Z' });
  expect(await stateOf(email)).toEqual(left);
  await send('postmark', change(email));
  expect(await stateOf(email)).toEqual(ALL_LEFT);
});

test('an event older than the confirmation ends nothing, and a newer one does', async () => {
  const { api } = feedbackApp;
  const list = await makeList(api, { name: 'Confirmed', requires_confirmation: true });
  const email = newcomer();
  const [{ id }] = (await subscribe(api, list, [{ email }])).data;
  await api.db.$executeRaw`update people set created_at = now() - interval '3 days' where email = ${email}`;
  await api.db.$executeRaw`update subscribers set created_at = now() - interval '2 days' where email = ${email}`;
  expect((await api.rest('POST', `/subscribers/${id}/confirm`)).status).toBe(200);
  await send('mailgun', mailgun('unsubscribed', email, { timestamp: Date.now() / 1_000 - 3_600 }));
  expect((await readSubscriber(api, list, email)).status).toBe('subscribed');
  await send('mailgun', mailgun('unsubscribed', email, { timestamp: Date.now() / 1_000 + 60 }));
  expect((await readSubscriber(api, list, email)).status).toBe('unsubscribed');
});

test('an event ends no subscription to a list that a known person joined after it', async () => {
  const email = newcomer();
  await subscribe(feedbackApp.api, news, [{ email }]);
  await feedbackApp.api.db.$executeRaw`update people set created_at = now() - interval '2 days' where email = ${email}`;
  await feedbackApp.api.db
    .$executeRaw`update subscribers set created_at = now() - interval '2 days' where email = ${email}`;
  await subscribe(feedbackApp.api, offers, [{ email }]);
  await send('mailgun', mailgun('unsubscribed', email, { timestamp: Date.now() / 1_000 - 3_600 }));
  expect(await stateOf(email)).toEqual({ News: 'unsubscribed', Offers: 'subscribed', suppressed: null });
});

test('an event repeated in another call, with a time in whole seconds, ends nothing after a resubscription', async () => {
  const email = await onBoth();
  const event = sendgrid('unsubscribe', email);
  await send('sendgrid', [event, event, sendgrid('open', email)]);
  await resubscribe(email);
  await send('sendgrid', [sendgrid('open', email), event]);
  expect(await stateOf(email)).toEqual({ News: 'subscribed', Offers: 'unsubscribed', suppressed: null });
});

test('one call may cover many people and lists', async () => {
  const emails = await Promise.all(Array.from({ length: 12 }, () => onBoth()));
  const { to, id } = await campaignTo();
  await send('sendgrid', [
    ...emails.map((email) => sendgrid('unsubscribe', email)),
    sendgrid('group_unsubscribe', to, { message: id }),
    sendgrid('unsubscribe', 'stranger@people.test'),
    sendgrid('unsubscribe', 'no address'),
  ]);
  for (const email of emails) expect(await stateOf(email)).toEqual(ALL_LEFT);
  expect(await stateOf(to)).toEqual(ONE_LEFT);
});

test('a message without a list ends all subscriptions, and with a group the one that its links name', async () => {
  const sent = async () => {
    const email = await onBoth();
    const mail = { template: 'T', from: 'shop@shop.test', to: [email] };
    const { body } = await feedbackApp.api.rest('POST', '/transactional-mails', mail);
    return { email, id: body.data.id as string };
  };
  const [all, one] = [await sent(), await sent()];
  await send('mailgun', mailgun('unsubscribed', all.email, { message: all.id }));
  expect(await stateOf(all.email)).toEqual(ALL_LEFT);
  await send('sendgrid', sendgrid('group_unsubscribe', one.email, { message: one.id }));
  expect(await stateOf(one.email)).toEqual({ News: 'subscribed', Offers: 'unsubscribed', suppressed: null });
});

test('a message-id of another program counts as none', async () => {
  const email = await onBoth();
  const event = mailgun('unsubscribed', email);
  Object.assign(event['event-data'], { message: { headers: { 'message-id': 'CAF123@mail.other.test' } } });
  await send('mailgun', event);
  expect(await stateOf(email)).toEqual(ALL_LEFT);
});

test('an event about another team’s message changes nothing, even for a person known to both', async () => {
  const { api } = feedbackApp;
  const email = await onBoth();
  const { token } = { token: api.otherToken };
  const list = (await api.rest('POST', '/lists', { name: 'Theirs', from_email: 'x@shop.test' }, { token })).body.data
    .id;
  await api.rest('POST', `/lists/${list}/subscribers`, { email }, { token });
  const mail = { subject: 'S', html: '<p>x</p>', from: 'shop@shop.test', to: [email] };
  const { body } = await api.rest('POST', '/transactional-mails', mail, { token });
  await send('mailgun', mailgun('unsubscribed', email, { message: body.data.id }));
  expect(await stateOf(email)).toEqual(NOBODY_LEFT);
  const theirs = await open({ provider: 'mailgun', secret: mailgunSample.secret }, token);
  const made = mailgunSample.sign(mailgun('unsubscribed', email), mailgunSample.secret!);
  expect(await post(theirs.url, made)).toBe(200);
  expect(await stateOf(email)).toEqual(NOBODY_LEFT);
  const { data } = (await api.rest('GET', `/lists/${list}/subscribers?email=${email}`, undefined, { token })).body;
  expect(data[0].status).toBe('unsubscribed');
});

test('it has the effects of any unsubscribe: webhooks, automations, activity with the provider, the campaign’s report', async () => {
  const { api } = feedbackApp;
  const webhook = await makeWebhook(api);
  const list = await makeList(api, { name: 'Campaign' });
  const automation = await makeAutomation(api, {
    ...{ list, trigger: { type: 'unsubscribed' } },
    steps: [{ id: 'tag', type: 'add_tags', tags: ['left'] }],
  });
  await changeStatus(api, automation, 'activate');
  const { to, id, campaign } = await campaignTo(newcomer(), list);
  await send('mailgun', mailgun('unsubscribed', to, { message: id }));
  expect(await kindsDeliveredTo(api, webhook.id)).toContain('subscriber.unsubscribed');
  await runAutomations(api);
  const runs = await api.db.automationRun.count({ where: { automationId: automation } });
  expect(runs).toBe(1);
  const subscriber = await readSubscriber(api, list, to);
  const { body } = await api.rest('GET', `/subscribers/${subscriber.id}/activity`);
  const changes = body.data.flatMap(({ change }: { change: { type: string } | null }) => change ?? []);
  const left = changes.filter(({ type }: { type: string }) => type === 'unsubscribed');
  expect(left).toMatchObject([{ provider: 'mailgun', unsubscribe_reason: null }]);
  expect(changes.filter(({ provider }: { provider: string | null }) => provider !== null)).toHaveLength(1);
  expect(await reportOf(api, campaign)).toMatchObject({ unsubscribes: 1 });
  await api.rest('DELETE', `/webhooks/${webhook.id}`);
});

test('a provider’s earlier records are credited to no campaign, and add no complaint to it', async () => {
  const { api } = feedbackApp;
  const [left, complained] = [await campaignTo(), await campaignTo()];
  await send('mailgun', mailgun('failed', left.to, { message: left.id, ...failed('suppress-unsubscribe', 606) }));
  await send(
    'sendgrid',
    sendgrid('dropped', complained.to, { message: complained.id, reason: 'Spam Reporting Address' }),
  );
  expect(await stateOf(left.to)).toEqual(ONE_LEFT);
  expect(await stateOf(complained.to)).toMatchObject({ Campaign: 'complained', suppressed: 'complaint' });
  expect(await reportOf(api, left.campaign)).toMatchObject({ unsubscribes: 0 });
  expect(await reportOf(api, complained.campaign)).toMatchObject({ complaints: 0 });
});

test('an unconfirmed subscription ends too, and a complaint stays one', async () => {
  const { api } = feedbackApp;
  const list = await makeList(api, { name: 'Asked', requires_confirmation: true });
  const [asked, angry] = [newcomer(), await onBoth()];
  await subscribe(api, list, [{ email: asked }]);
  await send('postmark', change(asked));
  expect((await readSubscriber(api, list, asked)).status).toBe('unsubscribed');
  await send('sendgrid', sendgrid('spamreport', angry), sendgrid('unsubscribe', angry));
  expect(await stateOf(angry)).toEqual(BOTH_COMPLAINED);
});

test.each(['2026-02-30', 'yesterday', 7])(
  'generic: a wrong occurred_at %j is refused with its field',
  async (occurred_at) => {
    const email = await onBoth();
    expect(await post(sources.generic!.url, call('generic', { type: 'unsubscribed', email, occurred_at }))).toBe(422);
    expect(await stateOf(email)).toEqual(NOBODY_LEFT);
  },
);

test.each(['x', -1e20, 1e300, null, {}, '+275760-09-13T00:00:00.001Z', ''])(
  'an event with an impossible time (%j) counts as of now',
  async (time) => {
    const [one, other] = [await onBoth(), await onBoth()];
    await send('mailgun', mailgun('unsubscribed', one, { timestamp: time }));
    await send('postmark', change(other, { ChangedAt: time }));
    expect([await stateOf(one), await stateOf(other)]).toEqual([ALL_LEFT, ALL_LEFT]);
  },
);
