import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { subscribe } from '../../support/audience.ts';
import { report } from '../../support/bounces.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { BOUNCED, type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { ask } from '../../support/graphql.ts';
import { until } from '../../support/until.ts';

// In Japan millions of addresses have a dot before the @ or two in a row, which SMTP wants in quotes.
let feedbackApp: FeedbackApp;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
  jobs = startJobs(feedbackApp.api.installation);
  await feedbackApp.api.rest('POST', '/templates', TEMPLATE);
  await feedbackApp.api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
});
afterAll(async () => {
  await jobs.stop();
  await feedbackApp.close();
});

test('a mail to them is delivered, quoted in SMTP and in the headers and nowhere else', async () => {
  const cc = ['a..b@ezweb.ne.jp'];
  const { id, raw } = await feedbackApp.sendTo('User.@DOCOMO.ne.jp', { from: 'shop.@au.com', cc });
  const message = feedbackApp.inbox.server.received.find((one) => one.raw === raw)!;
  expect(message.envelope.to).toEqual(['"user."@docomo.ne.jp', '"a..b"@ezweb.ne.jp']);
  expect(raw).toMatch(/^To: <"user."@docomo.ne.jp>\r$/m);
  expect(raw).toMatch(/^From: <"shop."@au.com>\r$/m);
  const query = `{ transactionalMail(id: "${id}") { from to cc status } }`;
  const shown = { from: 'shop.@au.com', to: ['user.@docomo.ne.jp'], cc };
  expect((await ask(feedbackApp.api, query)).transactionalMail).toEqual({ ...shown, status: 'SENT' });
  expect((await feedbackApp.api.rest('GET', `/transactional-mails/${id}`)).body.data).toMatchObject(shown);
});

test('a campaign reaches them', async () => {
  const { api, inbox, list } = feedbackApp;
  await subscribe(api, list, [{ email: 'reader.@docomo.ne.jp' }]);
  const id = await makeCampaign(api, list);
  await api.rest('POST', `/campaigns/${id}/send`);
  expect(await untilEnded(api, id)).toMatchObject({ failed_count: 0 });
  const [message] = await inbox.mailTo('"reader."@docomo.ne.jp');
  expect(message!.raw).toMatch(/^To: "reader."@docomo.ne.jp\r$/m);
});

test('one that a mail server refuses as unknown is suppressed', async () => {
  feedbackApp.inbox.server.recipients.set('"gone."@docomo.ne.jp', '550 5.1.1 No such user');
  await feedbackApp.sendTo('stays.@docomo.ne.jp', { cc: ['gone.@docomo.ne.jp'] });
  const [found] = await until(async () => {
    const { data } = (await feedbackApp.api.rest('GET', '/suppressions?email=gone.@docomo.ne.jp')).body;
    return data.length > 0 && data;
  });
  expect(found).toMatchObject({ email: 'gone.@docomo.ne.jp', reason: 'hard_bounce' });
});

test('a bounce that names a quoted address ends its subscription, and not those of the mail’s other recipients', async () => {
  const { api, list } = feedbackApp;
  await subscribe(api, list, [{ email: 'other.@docomo.ne.jp' }]);
  const mail = await feedbackApp.sendTo('left.@docomo.ne.jp', { cc: ['other.@docomo.ne.jp'] });
  const to = '"left."@docomo.ne.jp';
  const fields = `Final-Recipient: rfc822; ${to}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No\n`;
  expect(await feedbackApp.sendToListener(mail.returnPath, report(mail, fields))).toBe(250);
  expect(await feedbackApp.stateOf(mail)).toEqual(BOUNCED);
  expect((await feedbackApp.stateOf({ ...mail, to: 'other.@docomo.ne.jp' })).status).toBe('subscribed');
});
