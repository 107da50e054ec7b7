import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { complaint, junkReport } from '../../support/bounces.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import {
  BOUNCES,
  COMPLAINED,
  type FeedbackApp,
  openFeedbackApp,
  type SentMail,
  UNTOUCHED,
} from '../../support/feedback.ts';
import { type FeedbackLoop, openLoop } from '../../support/feedback-loop.ts';
import { Metrics } from '../../support/metrics.ts';

const FBL = `fbl@${BOUNCES}`;

let dns: DnsServer;
let feedbackApp: FeedbackApp;
let yahoo: FeedbackLoop;
let outlook: FeedbackLoop;
let otherLoop: FeedbackLoop;
let mail: SentMail;
beforeAll(async () => {
  dns = await startDnsServer();
  const feedbackLoops = ['arf.mail.yahoo.test', 'staff@hotmail.test'];
  feedbackApp = await openFeedbackApp({ dnsServers: [dns.address], feedbackLoops });
  yahoo = openLoop(dns, 'yahoo.test');
  outlook = openLoop(dns, 'hotmail.test');
  otherLoop = openLoop(dns, 'evil.test');
});
beforeEach(async () => {
  mail = await feedbackApp.sendTo();
});
afterAll(async () => {
  await feedbackApp.close();
  await dns.close();
});

const comes = (written: string, to = FBL) => feedbackApp.sendToListener(to, written, 'feedback@yahoo.test');
/** A forged complaint by a reader of the forwarded message, without any signed part. */
const byMessageId = (sent: SentMail) => complaint(sent, { head: '' });
const counted = async () => {
  const { payload } = await feedbackApp.api.app.inject({ url: '/metrics' });
  return new Metrics(payload).sum('tidings_unproven_complaints_total', {}) ?? 0;
};

describe('a complaint that knows the Message-ID alone counts', () => {
  test('if a known feedback loop signed it', async () => {
    expect(await comes(await yahoo.sign(byMessageId(mail)))).toBe(250);
    expect(await feedbackApp.stateOf(mail)).toEqual(COMPLAINED);
  });

  test('in Outlook’s form', async () => {
    expect(await comes(await outlook.sign(junkReport(mail)))).toBe(250);
    expect(await feedbackApp.stateOf(mail)).toEqual(COMPLAINED);
  });

  test('after another lookup of the loop’s key, which could not be read at first', async () => {
    const signed = await yahoo.sign(byMessageId(mail));
    dns.broken.add('loop._domainkey.yahoo.test');
    expect(await comes(signed)).toBe(451);
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    dns.broken.clear();
    expect(await comes(signed)).toBe(250);
    expect(await feedbackApp.stateOf(mail)).toEqual(COMPLAINED);
  });
});

describe('an unproven complaint has no effect:', () => {
  const forged: [string, () => string | Promise<string>][] = [
    ['the Message-ID alone', () => byMessageId(mail)],
    ['the Message-ID alone, as Outlook writes', () => junkReport(mail)],
    ['the recipient by name', () => complaint(mail, { head: '', fields: `Original-Rcpt-To: <${mail.to}>\n` })],
    ['signed by somebody else', () => otherLoop.sign(byMessageId(mail))],
    ['signed by a loop in the name of another', () => outlook.sign(byMessageId(mail))],
    ['by a customer of the provider', () => outlook.sign(junkReport(mail).replace('staff@', 'somebody@'))],
    ['with another body than was signed', () => yahoo.sign(byMessageId(mail), { tamper: (text) => `${text}x\r\n` })],
    [
      'about another message than was signed',
      async () => {
        const other = await feedbackApp.sendTo();
        return yahoo.sign(byMessageId(other), { tamper: (text) => text.replaceAll(other.id, mail.id) });
      },
    ],
    ['with another From than was signed', () => otherLoop.sign(inName('evil.test'), { tamper: inNameOfYahoo })],
    ['that was sent to another sender', () => yahoo.sign(byMessageId(mail).replace(`To: ${FBL}`, 'To: fbl@evil.test'))],
    [
      'that was sent to another sender and to us',
      () => yahoo.sign(byMessageId(mail).replace(`To: ${FBL}`, `To: fbl@evil.test, ${FBL}`)),
    ],
    ['whose recipient is not signed', () => yahoo.sign(byMessageId(mail), { skip: 'to' })],
    ['from two senders', () => yahoo.sign(byMessageId(mail).replace('From:', 'From: <a@evil.test>\nFrom:'))],
    ['with the return path of another message', () => complaintAbout(feedbackApp.sendTo())],
    ['with a return path that was tampered with', () => complaint({ ...mail, returnPath: tampered(mail) })],
    ['with the return path in the words of a person', () => complaint({ ...mail, raw: '' }, { head: '' })],
  ];
  const inName = (domain: string) => byMessageId(mail).replace('arf.mail.yahoo.test', domain);
  const inNameOfYahoo = (text: string) => text.replace('<feedback@evil.test>', '<feedback@arf.mail.yahoo.test>');
  const complaintAbout = async (other: Promise<SentMail>) =>
    complaint(mail, { head: `Return-Path: <${(await other).returnPath}>\n` });
  const tampered = ({ returnPath }: SentMail) =>
    returnPath.replace(/(?<=^b-.)./, (letter) => (letter === 'a' ? 'b' : 'a'));

  test.each(forged)('%s', async (_name, write) => {
    const before = await counted();
    expect(await comes(await write())).toBe(250);
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    expect((await counted()) - before).toBe(1);
  });

  test('a revoked key', async () => {
    const signed = await yahoo.sign(byMessageId(mail));
    const key = dns.texts.get('loop._domainkey.yahoo.test')!;
    dns.texts.set('loop._domainkey.yahoo.test', ['v=DKIM1; p=']);
    expect(await comes(signed)).toBe(250);
    dns.texts.delete('loop._domainkey.yahoo.test');
    expect(await comes(signed)).toBe(250);
    dns.texts.set('loop._domainkey.yahoo.test', key);
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
  });
});

test('a complaint to the signed return path of another message is not about the one that it quotes', async () => {
  const other = await feedbackApp.sendTo();
  expect(await comes(byMessageId(mail), other.returnPath)).toBe(250);
  expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
  expect(await feedbackApp.stateOf(other)).toEqual(UNTOUCHED);
});

test('the signed return path of the message suppresses its recipient, for a complaint from any sender', async () => {
  expect(await comes(await otherLoop.sign(complaint(mail)))).toBe(250);
  expect(await feedbackApp.stateOf(mail)).toEqual(COMPLAINED);
});
