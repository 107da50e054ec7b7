import { expect } from 'vitest';
import type { Config } from '../../src/config.ts';
import {
  type FeedbackListener,
  type FeedbackListenerOptions,
  startFeedbackListener,
} from '../../src/feedback/listen.ts';
import { openTestApp, type TestApp } from './app.ts';
import { makeList, readSubscriber, subscribe } from './audience.ts';
import { type Inbox, openInbox } from './inbox.ts';
import { sendOverSmtp } from './smtp-client.ts';
import { until } from './until.ts';

export const BOUNCES = 'bounces.shop.test';

/** A sent message, with everything a bounce of it can know. */
export interface SentMail {
  id: string;
  to: string;
  /** Its envelope sender, where bounces go. */
  returnPath: string;
  raw: string;
}

/** An installation that sends messages and listens for bounces and complaints. */
export interface FeedbackApp {
  api: TestApp;
  inbox: Inbox;
  listener: FeedbackListener;
  list: string;
  /** Subscribes a new person and sends them a message. */
  sendTo(email?: string, input?: object): Promise<SentMail>;
  /** Sends an e-mail to the listener; returns its reply code. */
  sendToListener(to: string, mail: string, from?: string): Promise<number>;
  /** The team's view of a person: status on the list, reason of the suppression, types in the message's timeline. */
  stateOf(mail: SentMail): Promise<{ status: string; suppressed: string | null; timeline: string[] }>;
  suppressions(): Promise<number>;
  close(): Promise<void>;
}

let number = 0;

export async function openFeedbackApp(
  config: Partial<Config> = {},
  limits: FeedbackListenerOptions['limits'] = {},
  layout: { withoutTriggers?: boolean } = {},
): Promise<FeedbackApp> {
  const api = await openTestApp({ feedbackDomain: BOUNCES, ...config }, layout);
  const { connection, returnPaths, unsubscribeAddresses, dns, log } = api.installation;
  const inbox = await openInbox(api.installation);
  const listener = await startFeedbackListener(
    { port: 0, host: '127.0.0.1' },
    {
      connection,
      returnPaths: returnPaths!,
      unsubscribeAddresses: unsubscribeAddresses!,
      dns,
      loops: api.installation.config.feedbackLoops,
      log,
      limits: { perMinute: 100_000, ...limits },
    },
  );
  const list = await makeList(api);
  await api.rest('POST', '/templates', { name: 'T', editor: 'html', subject: 'Hello', content: '<p>Hello</p>' });
  return {
    ...{ api, inbox, listener, list },
    sendTo: async (email = `person${++number}@people.test`, input = {}) => {
      await subscribe(api, list, [{ email }]);
      const mail = { template: 'T', from: 'shop@shop.test', to: [email], ...input };
      const { body } = await api.rest('POST', '/transactional-mails', mail);
      const id: string = body.data.id;
      const received = () => inbox.server.received.find(({ raw }) => raw.includes(id));
      const { envelope, raw } = await until(received);
      await until(async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data.status === 'sent');
      return { id, to: email, returnPath: envelope.from, raw };
    },
    sendToListener: async (to, mail, from = '') =>
      Number((await sendOverSmtp(listener.port, from, [to], mail)).slice(0, 3)),
    stateOf: async ({ id, to }) => {
      const { status } = await readSubscriber(api, list, to);
      const found = (await api.rest('GET', `/suppressions?email=${encodeURIComponent(to)}`)).body.data;
      const { body } = await api.rest('GET', `/transactional-mails/${id}/timeline`);
      const types = body.data.map(({ type }: { type: string }) => type);
      expect(types.slice(0, 2)).toEqual(['queued', 'sent']);
      return { status, suppressed: found[0]?.reason ?? null, timeline: types.slice(2) };
    },
    suppressions: async () => (await api.rest('GET', '/suppressions')).body.meta.total,
    close: async () => {
      await listener.stop();
      await inbox.stop();
      await api.close();
    },
  };
}

export const UNTOUCHED = { status: 'subscribed', suppressed: null, timeline: [] };
export const BOUNCED = { status: 'bounced', suppressed: 'hard_bounce', timeline: ['bounced'] };
export const SOFT_BOUNCED = { status: 'subscribed', suppressed: null, timeline: ['soft_bounced'] };
export const COMPLAINED = { status: 'complained', suppressed: 'complaint', timeline: ['complained'] };
