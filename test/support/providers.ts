import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { SentMail } from './feedback.ts';
import type { SnsServer } from './sns.ts';

/** A provider's call. */
export interface Call {
  headers: Record<string, string>;
  body: string;
}

/** The formats and proofs of one provider. */
export interface ProviderSample {
  provider: string;
  /** The secret that the team enters; absent when we generate it. */
  secret?: string;
  bounce(mail: SentMail): object;
  soft(mail: SentMail): object;
  complaint(mail: SentMail): object;
  /** Events without effect. */
  nothing(mail: SentMail): object[];
  /** Makes a call from an event. `secret`: the secret shown to the team. `secondsAgo`: when it was signed. */
  sign(event: object, secret: string, secondsAgo?: number): Call;
}

const seconds = (ago = 0) => String(Math.floor(Date.now() / 1_000) - ago);
const JSON_TYPE = { 'content-type': 'application/json' };
const id = () => randomBytes(8).toString('hex');

export const genericSample: ProviderSample = {
  provider: 'generic',
  bounce: ({ to, id }) => ({ type: 'bounced', email: to, message_id: id, reason: 'No such user' }),
  soft: ({ to, id }) => ({ type: 'soft_bounced', email: to, message_id: `<${id}@shop.test>` }),
  complaint: ({ to, id }) => ({ type: 'complained', email: to, message_id: id }),
  nothing: ({ id }) => [{ type: 'bounced', email: 'stranger@people.test', message_id: id }],
  sign: (event, secret, secondsAgo) => {
    const [call, timestamp, body] = [`msg_${id()}`, seconds(secondsAgo), JSON.stringify(event)];
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${call}.${timestamp}.${body}`).digest('base64');
    const headers = {
      'webhook-id': call,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,AAAA v1,${signature}`,
    };
    return { headers: { ...JSON_TYPE, ...headers }, body };
  },
};

const postmarkBounce = (type: string, { to }: SentMail) => ({
  ...{ RecordType: 'Bounce', MessageStream: 'outbound', ID: Math.floor(Math.random() * 1e12), Type: type },
  ...{ MessageID: id(), Description: 'Described', Details: 'smtp;550 5.1.1 unknown', Email: to },
});

export const postmarkSample: ProviderSample = {
  provider: 'postmark',
  bounce: (mail) => postmarkBounce('HardBounce', mail),
  soft: (mail) => postmarkBounce('Transient', mail),
  complaint: (mail) => ({ ...postmarkBounce('SpamComplaint', mail), RecordType: 'SpamComplaint' }),
  nothing: (mail) => [
    { RecordType: 'Delivery', Recipient: mail.to, MessageID: 'x' },
    ...['AutoResponder', 'AddressChange', 'ChallengeVerification', 'ManuallyDeactivated', '__proto__'].map((type) =>
      postmarkBounce(type, mail),
    ),
    postmarkBounce('HardBounce', { ...mail, to: 'stranger@people.test' }),
  ],
  sign: (event, secret) => ({
    headers: { ...JSON_TYPE, authorization: `Basic ${Buffer.from(`postmark:${secret}`).toString('base64')}` },
    body: JSON.stringify(event),
  }),
};

const mailgunEvent = (event: string, mail: SentMail, more: object = {}) => ({
  'event-data': {
    ...{ event, id: id(), timestamp: Date.now() / 1_000, recipient: mail.to, ...more },
    message: { headers: { 'message-id': `${mail.id}@shop.test`, to: mail.to } },
    'delivery-status': { code: 550, message: '5.1.1 No such user' },
  },
});

export const mailgunSample: ProviderSample = {
  provider: 'mailgun',
  secret: 'key-0123456789abcdef0123456789abcdef',
  bounce: (mail) => mailgunEvent('failed', mail, { severity: 'permanent', reason: 'bounce' }),
  soft: (mail) => mailgunEvent('failed', mail, { severity: 'temporary', reason: 'generic' }),
  complaint: (mail) => mailgunEvent('complained', mail),
  nothing: (mail) => [
    mailgunEvent('delivered', mail),
    mailgunEvent('opened', mail),
    mailgunEvent('accepted', mail),
    mailgunEvent('failed', { ...mail, to: 'stranger@people.test' }, { severity: 'permanent' }),
  ],
  sign: (event, secret, secondsAgo) => {
    const [timestamp, token] = [seconds(secondsAgo), randomBytes(25).toString('hex')];
    const signature = createHmac('sha256', secret)
      .update(timestamp + token)
      .digest('hex');
    return { headers: JSON_TYPE, body: JSON.stringify({ signature: { timestamp, token, signature }, ...event }) };
  },
};

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const sendgridEvent = (event: string, mail: SentMail, more: object = {}) => ({
  ...{
    event,
    email: mail.to,
    timestamp: Math.floor(Date.now() / 1_000),
    sg_event_id: id(),
    sg_message_id: `${id()}.filter`,
  },
  ...{ 'smtp-id': `<${mail.id}@shop.test>`, status: '5.1.1', reason: '550 5.1.1 No such user', ...more },
});

export const sendgridSample: ProviderSample = {
  provider: 'sendgrid',
  secret: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  bounce: (mail) => [sendgridEvent('processed', mail), sendgridEvent('bounce', mail, { type: 'bounce' })],
  soft: (mail) => [sendgridEvent('deferred', mail), sendgridEvent('bounce', mail, { type: 'blocked' })],
  complaint: (mail) => [sendgridEvent('spamreport', mail)],
  nothing: (mail) => [
    ['processed', 'delivered', 'open', 'click', 'dropped', 'group_resubscribe'].map((event) =>
      sendgridEvent(event, mail),
    ),
    [sendgridEvent('bounce', { ...mail, to: 'stranger@people.test' }, { type: 'bounce' })],
    [],
  ],
  sign: (event, _secret, secondsAgo) => {
    const [timestamp, body] = [seconds(secondsAgo), JSON.stringify(event)];
    const signature = sign('sha256', Buffer.from(timestamp + body), keys.privateKey).toString('base64');
    const prefix = 'x-twilio-email-event-webhook';
    return { headers: { ...JSON_TYPE, [`${prefix}-signature`]: signature, [`${prefix}-timestamp`]: timestamp }, body };
  },
};

const sesMail = (mail: SentMail) => ({
  ...{ messageId: '0102018f-aaaa', destination: [mail.to], source: 'shop@shop.test' },
  headers: [
    { name: 'From', value: 'shop@shop.test' },
    { name: 'Message-ID', value: `<${mail.id}@shop.test>` },
  ],
});

const sesBounce = (bounceType: string, mail: SentMail) => ({
  notificationType: 'Bounce',
  bounce: {
    ...{ bounceType, bounceSubType: 'General', feedbackId: id() },
    bouncedRecipients: [
      { emailAddress: mail.to, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1' },
    ],
  },
  mail: sesMail(mail),
});

const sesComplaint = (mail: SentMail, complaintFeedbackType?: string) => ({
  notificationType: 'Complaint',
  complaint: { complainedRecipients: [{ emailAddress: mail.to }], feedbackId: id(), complaintFeedbackType },
  mail: sesMail(mail),
});

export const sesSample = (sns: SnsServer): ProviderSample => ({
  provider: 'ses',
  secret: sns.topic,
  bounce: (mail) => sesBounce('Permanent', mail),
  soft: (mail) => sesBounce('Transient', mail),
  complaint: (mail) => sesComplaint(mail, 'abuse'),
  nothing: (mail) => [
    { notificationType: 'Delivery', delivery: { recipients: [mail.to] }, mail: sesMail(mail) },
    { notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'You have successfully subscribed.' },
    sesComplaint(mail, 'not-spam'),
    sesBounce('Permanent', { ...mail, to: 'stranger@people.test' }),
  ],
  sign: (event, _secret, secondsAgo = 0) => ({
    headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' },
    body: JSON.stringify(
      sns.notification(event, { Timestamp: new Date(Date.now() - secondsAgo * 1_000).toISOString() }),
    ),
  }),
});
