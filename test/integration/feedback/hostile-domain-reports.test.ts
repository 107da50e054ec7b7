import { afterAll, beforeAll, expect, test } from 'vitest';
import { dmarcReport, mailWith, record } from '../../support/domain-reports.ts';
import { BOUNCES, type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { HOSTILE_REPORTS } from '../../support/hostile-domain-reports.ts';
import { mainThreadCost } from '../../support/main-thread.ts';
import { sendOverSmtp, wireFormat } from '../../support/smtp-client.ts';

const DMARC = `dmarc@${BOUNCES}`;
/** The main thread's limit for a report, in milliseconds of processor time, with SMTP. */
const MOST_MS = 200;

let feedbackApp: FeedbackApp;
beforeAll(async () => {
  feedbackApp = await openFeedbackApp({}, { reading: 1e9, readingInAll: 1e9 });
  const { id } = (await feedbackApp.api.rest('POST', '/sending-domains', { domain: 'shop.test' })).body.data;
  await feedbackApp.api.db.sendingDomain.updateMany({ where: { id }, data: { verifiedAt: new Date() } });
  await feedbackApp.sendToListener(DMARC, mailWith(dmarcReport(record()))); // loads the reader's modules
});
afterAll(() => feedbackApp.close());

test.each(HOSTILE_REPORTS)('%s costs the main thread next to nothing', async (_name, write) => {
  const mail = wireFormat(write());
  let reply = '';
  const cost = await mainThreadCost(async () => {
    reply = await sendOverSmtp(feedbackApp.listener.port, '', [DMARC], mail);
  }, MOST_MS);
  expect(reply).toMatch(/^250 /);
  expect(cost).toBeLessThan(MOST_MS);
});
