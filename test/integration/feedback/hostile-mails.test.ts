import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFeedbackListener } from '../../../src/feedback/listen.ts';
import { HARD } from '../../support/bounces.ts';
import { dmarcReport, mailWith, record } from '../../support/domain-reports.ts';
import { BOUNCED, BOUNCES, type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { HOSTILE_MAILS } from '../../support/hostile-mails.ts';
import { mainThreadCost } from '../../support/main-thread.ts';
import { Metrics } from '../../support/metrics.ts';
import { sendOverSmtp, wireFormat } from '../../support/smtp-client.ts';

/** The main thread's limit for a mail, in milliseconds of processor time, with SMTP. */
const MOST_MS = 200;

let feedbackApp: FeedbackApp;
beforeAll(async () => {
  feedbackApp = await openFeedbackApp({}, { reading: 1e9, readingInAll: 1e9 });
});
afterAll(() => feedbackApp.close());

test.each(HOSTILE_MAILS)('%s costs the main thread next to nothing', async (_name, write) => {
  const mail = wireFormat(write());
  let reply = '';
  const cost = await mainThreadCost(async () => {
    reply = await sendOverSmtp(feedbackApp.listener.port, '', [`abuse@${BOUNCES}`], mail);
  }, MOST_MS);
  expect(reply).toMatch(/^250 /);
  expect(cost).toBeLessThan(MOST_MS);
});

const MEBIBYTE = 1024 * 1024;
const HEAD = 'Subject: x\r\n\r\n';
const lines = (line: string, bytes: number) => line.repeat(bytes / line.length);

test.each([
  ['a dot', HEAD + lines('..\r\n', 8 * MEBIBYTE)],
  ['a dot and a word', HEAD + lines('..and a word\r\n', 8 * MEBIBYTE)],
  [
    'a dot, behind what is read of a mail',
    HEAD + lines('a long line\r\n', 2 * MEBIBYTE) + lines('..\r\n', 8 * MEBIBYTE),
  ],
  ['two dots, in its header', lines('X: y\r\n...\r\n', 8 * MEBIBYTE)],
])('a mail whose lines begin with %s is disconnected before it costs much', async (_, text) => {
  const mail = Buffer.from(`${text}\r\n.\r\n`);
  let reply = 'none';
  const cost = await mainThreadCost(async () => {
    reply = await sendOverSmtp(feedbackApp.listener.port, '', [`abuse@${BOUNCES}`], mail);
  }, MOST_MS);
  expect(reply).toBe('');
  expect(cost).toBeLessThan(MOST_MS);
});

test('a mail with a thousand lines that begin with a dot is read', async () => {
  const sent = await feedbackApp.sendTo();
  const bounce = HARD[0]![1](sent).replace(/\n\n/, `\n\n${'.a line\n'.repeat(1_000)}`);
  expect(await feedbackApp.sendToListener(sent.returnPath, bounce)).toBe(250);
  expect(await feedbackApp.stateOf(sent)).toEqual(BOUNCED);
});

test('a bounce is read among hostile mails', async () => {
  const sent = await feedbackApp.sendTo();
  const hostile = HOSTILE_MAILS.slice(0, 8).map(([, write]) => feedbackApp.sendToListener(`abuse@${BOUNCES}`, write()));
  expect(await feedbackApp.sendToListener(sent.returnPath, HARD[0]![1](sent))).toBe(250);
  expect(await feedbackApp.stateOf(sent)).toEqual(BOUNCED);
  await Promise.all(hostile);
});

describe('limits of reading', () => {
  const open = (limits: object) => {
    const { connection, returnPaths, unsubscribeAddresses, dns, log } = feedbackApp.api.installation;
    const ours = { connection, returnPaths: returnPaths!, unsubscribeAddresses: unsubscribeAddresses!, dns, log };
    return startFeedbackListener({ port: 0, host: '127.0.0.1' }, { ...ours, limits });
  };
  const bounceOf = async () => {
    const sent = await feedbackApp.sendTo();
    return { sent, mail: HARD[0]![1](sent) };
  };

  test.each([{ reading: 0 }, { readingInAll: 0 }])('defer senders that used them up: %j', async (limits) => {
    const listener = await open(limits);
    const first = await bounceOf();
    expect(await sendOverSmtp(listener.port, '', [first.sent.returnPath], first.mail)).toMatch(/^250 /);
    const second = await bounceOf();
    expect(await sendOverSmtp(listener.port, '', [second.sent.returnPath], second.mail)).toMatch(
      /^451 .*try again later/,
    );
    await listener.stop();
    expect(await feedbackApp.stateOf(first.sent)).toEqual(BOUNCED);
    expect(await feedbackApp.sendToListener(second.sent.returnPath, second.mail)).toBe(250);
    expect(await feedbackApp.stateOf(second.sent)).toEqual(BOUNCED);
  });

  test.each([{ waiting: 0 }, { waitingInAll: 0 }])('defer senders when too many wait: %j', async (limits) => {
    const listener = await open(limits);
    const { sent, mail } = await bounceOf();
    expect(await sendOverSmtp(listener.port, '', [sent.returnPath], mail)).toMatch(/^451 .*try again later/);
    await listener.stop();
  });

  test('a report that takes too long is accepted and counts as unreadable', async () => {
    const unreadable = async () => {
      const { payload } = await feedbackApp.api.app.inject({ url: '/metrics' });
      return new Metrics(payload).sum('tidings_domain_reports_total', { outcome: 'unreadable' }) ?? 0;
    };
    const before = await unreadable();
    const listener = await open({ kill: 1 });
    const mail = mailWith(dmarcReport(record().repeat(1_000)), 'text/xml', 'report.xml');
    expect(await sendOverSmtp(listener.port, '', [`dmarc@${BOUNCES}`], mail)).toMatch(/^250 /);
    await listener.stop();
    expect((await unreadable()) - before).toBe(1);
  });
});
