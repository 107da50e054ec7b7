import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSubscriber, subscribe } from '../../support/audience.ts';
import { complaint, junkReport } from '../../support/bounces.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { BOUNCES, COMPLAINED, type FeedbackApp, openFeedbackApp, UNTOUCHED } from '../../support/feedback.ts';
import { type FeedbackLoop, openLoop } from '../../support/feedback-loop.ts';

let feedbackApp: FeedbackApp;
let dns: DnsServer;
let outlook: FeedbackLoop;
beforeAll(async () => {
  dns = await startDnsServer();
  feedbackApp = await openFeedbackApp({ dnsServers: [dns.address], feedbackLoops: ['staff@hotmail.test'] });
  outlook = openLoop(dns, 'hotmail.test');
});
afterAll(async () => {
  await feedbackApp.close();
  await dns.close();
});

const FBL = `fbl@${BOUNCES}`;
const reports = async (mail: string, to = FBL) =>
  expect(await feedbackApp.sendToListener(to, mail, 'feedback@yahoo.test')).toBe(250);

describe('a complaint suppresses, and ends the subscriptions', () => {
  test.each(['abuse', 'fraud', 'virus', 'opt-out', 'other', 'Abuse'])('of type %s', async (type) => {
    const mail = await feedbackApp.sendTo();
    await reports(complaint(mail, { type }));
    expect(await feedbackApp.stateOf(mail)).toEqual(COMPLAINED);
  });

  test.each(['abuse', 'fbl', 'postmaster', 'ABUSE'])('sent to %s@', async (local) => {
    const mail = await feedbackApp.sendTo();
    await reports(complaint(mail), `${local}@${BOUNCES}`);
    expect(await feedbackApp.stateOf(mail)).toEqual(COMPLAINED);
  });

  test('sent to the envelope sender, without any part of the message', async () => {
    const mail = await feedbackApp.sendTo();
    await reports(complaint({ ...mail, raw: 'Subject: [hidden]\n\n' }, { head: '' }), mail.returnPath);
    expect(await feedbackApp.stateOf(mail)).toEqual(COMPLAINED);
  });

  test('that names the envelope sender only among its own fields, in capitals', async () => {
    const mail = await feedbackApp.sendTo();
    const fields = `Original-Mail-From: <${mail.returnPath.toUpperCase()}>\n`;
    await reports(complaint({ ...mail, raw: 'Subject: Hello\n\n' }, { fields, head: '' }));
    expect(await feedbackApp.stateOf(mail)).toEqual(COMPLAINED);
  });

  test('in Outlook’s form', async () => {
    const mail = await feedbackApp.sendTo();
    await reports(await outlook.sign(junkReport(mail)));
    expect(await feedbackApp.stateOf(mail)).toEqual(COMPLAINED);
  });

  test('with the reason in the timeline', async () => {
    const mail = await feedbackApp.sendTo();
    await reports(complaint(mail));
    const { body } = await feedbackApp.api.rest('GET', `/transactional-mails/${mail.id}/timeline`);
    expect(body.data[2]).toMatchObject({ type: 'complained', reason: 'abuse (Yahoo!-Mail-Feedback/2.0)' });
  });

  test('a repeated complaint counts once', async () => {
    const mail = await feedbackApp.sendTo();
    await reports(complaint(mail));
    await reports(complaint(mail));
    await reports(await outlook.sign(junkReport(mail)));
    expect(await feedbackApp.stateOf(mail)).toEqual(COMPLAINED);
  });

  test('after an unsubscribe too, and resubscribing fails', async () => {
    const mail = await feedbackApp.sendTo();
    const { id } = await readSubscriber(feedbackApp.api, feedbackApp.list, mail.to);
    await feedbackApp.api.rest('POST', `/subscribers/${id}/unsubscribe`);
    await reports(complaint(mail));
    expect(await feedbackApp.stateOf(mail)).toEqual(COMPLAINED);
    const [suppression] = (await feedbackApp.api.rest('GET', `/suppressions?email=${mail.to}`)).body.data;
    await feedbackApp.api.rest('DELETE', `/suppressions/${suppression.id}`);
    const again = await subscribe(feedbackApp.api, feedbackApp.list, [{ email: mail.to, resubscribe: true }]);
    expect(again.data[0].outcome).toBe('failed');
  });

  test('of a mail to several people, of the named one alone', async () => {
    const other = await feedbackApp.sendTo();
    const mail = await feedbackApp.sendTo(undefined, { cc: [other.to] });
    await reports(complaint(mail));
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    await reports(complaint(mail, { fields: `Original-Rcpt-To: <${other.to}>\n` }));
    expect(await feedbackApp.stateOf(mail)).toEqual({ ...UNTOUCHED, timeline: ['complained'] });
    expect((await feedbackApp.stateOf({ ...mail, to: other.to })).status).toBe('complained');
  });
});

describe('these reports have no effect:', () => {
  test.each(['not-spam', 'auth-failure', 'dmarc', '', 'nonsense'])('a report of type "%s"', async (type) => {
    const mail = await feedbackApp.sendTo();
    await reports(complaint(mail, { type }));
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
  });

  test('a report of an unknown message', async () => {
    const mail = await feedbackApp.sendTo();
    const before = await feedbackApp.suppressions();
    const foreign = { ...mail, raw: `Message-ID: <abc@elsewhere.test>\nTo: ${mail.to}\n\nHello` };
    await reports(complaint(foreign, { head: '', fields: `Original-Rcpt-To: ${mail.to}\n` }));
    await reports(
      complaint({ ...mail, raw: mail.raw.replaceAll(mail.id, '0197a000-0000-7000-8000-000000000000') }, { head: '' }),
    );
    await reports(complaint({ ...mail, raw: '' }, { head: `Return-Path: <${mail.returnPath.replace(/.@/, '@')}>\n` }));
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    expect(await feedbackApp.suppressions()).toBe(before);
  });

  test('a person’s own mail to postmaster, with the message included', async () => {
    const mail = await feedbackApp.sendTo();
    await reports(
      `From: ${mail.to}\nTo: postmaster@${BOUNCES}\nSubject: Hello?\n\n${mail.raw}`,
      `postmaster@${BOUNCES}`,
    );
    await reports(
      `From: ${mail.to}\nSubject: Fwd\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: message/rfc822\n\n${mail.raw}\n--x--\n`,
    );
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
  });
});
