import { describe, expect, test } from 'vitest';
import { ReturnPaths } from '../../../src/crypto/return-paths.ts';
import { newId } from '../../../src/ids.ts';
import { readReports } from '../../support/returned-mails.ts';

const paths = new ReturnPaths('the secret of the tests, 32 long', 'bounces.test');
const address = paths.address({ teamId: 7, id: newId() });

const read = (mail: string) =>
  readReports(Buffer.from(mail), [address], paths).map(({ kind, named, cause }) => [kind, named[0], cause]);

/** A mail of a server in words alone, with `head` above it. */
const inWords = (words: string, head = '') =>
  `${head}From: Mail Delivery System <MAILER-DAEMON@mx.test>\nSubject: Undelivered mail\n\n${words}\n\n----- Original message -----\nReceived: from x by y\n`;

const HARD = ['hard_bounce', 'ann@people.test', 'user_unknown'];

describe('the part about a recipient is found', () => {
  test.each([
    [
      'behind an empty line',
      'Not delivered to:\n\n  ann@people.test\n\nIt was refused by the server there.\n\nIt said:\n550-5.1.1 No such\n550 5.1.1 user\n',
    ],
    [
      'on the next line',
      '<ann@people.test>: host mx.people.test said: 550\n     no such user (in reply to RCPT TO command)',
    ],
    [
      'behind an address that is set off like a quotation',
      'These addresses did not receive your message:\n\n> ann@people.test\n\nNo such user here.',
    ],
    [
      'before advice that speaks of other causes',
      'Could not deliver to ann@people.test:\n550 5.1.1 unknown user\n\nIf the mailbox is full or your server was blocked as spam, write again later.',
    ],
    [
      'though a server in between is called after spam',
      '<ann@people.test>: host spam.blocked.test said: 550 5.1.1 unknown user',
    ],
  ])('%s', (_name, words) => {
    expect(read(inWords(words))).toEqual([HARD]);
  });

  test.each(['userx', 'tom', 'forbes', 'address.book', 'emailer', 'recipient1'])('of %s, by the whole name', (name) => {
    const words = `  ${name}@people.test\n    550 no such user\n\n  bob@people.test\n    552 mailbox is full`;
    expect(read(inWords(words))).toEqual([
      ['hard_bounce', `${name}@people.test`, 'user_unknown'],
      ['soft_bounce', 'bob@people.test', 'mailbox_full'],
    ]);
  });
});

describe('a bounce message is recognised', () => {
  test('through a mailing list of postmasters', () => {
    expect(read(inWords('<ann@people.test>: no such user', 'List-Unsubscribe: <mailto:x@y.test>\n'))).toEqual([HARD]);
  });

  test('without a subject or a sender', () => {
    const mail =
      'Return-Path: <>\nFrom: <>\nTo: x@y.test\n\nYou wrote to ann@people.test, who is not a valid user here.\n';
    expect(read(mail)).toEqual([HARD]);
  });

  test('in an unknown language, by its structure', () => {
    const mail = `Return-Path: <>\nFrom: postmaster@mx.test\nSubject: Delivery status\nContent-Type: multipart/report; boundary=b\n\n--b\n\nNi ellir danfon y neges.\n--b\nContent-Type: message/rfc822\n\nSubject: Hello\n--b--\n`;
    expect(read(mail)).toEqual([['soft_bounce', undefined, 'unknown']]);
  });

  test.each([
    ['[Postmaster] Mail could not be delivered', 'SMTP-Gateway@mx.test'],
    ['[EXTERNAL] {Spam?} Message undeliverable', 'antivirus@mx.test'],
    ['Blocked mail', 'MDaemon@mx.test'],
    ['Meddelelsen kunne ikke leveres', 'Mail Delivery Service <x@mx.test>'],
    ['邮件投递失败', 'postmaster@mx.test'],
  ])('%s', (subject, from) => {
    expect(read(`From: ${from}\nSubject: ${subject}\n\n<ann@people.test>: 550 no such user\n`)).toEqual([HARD]);
  });
});

test.each(['[] ', '[a] {b} *', '{[', 'Re[1] '])('a subject of nothing but %s is read at once', (sign) => {
  const mail = `From: MAILER-DAEMON@mx.test\nSubject: ${sign.repeat(1_000)}x\n\n<ann@people.test>: no such user\n`;
  expect(read(mail).length).toBeLessThanOrEqual(1);
});

describe('fields of a bounce message', () => {
  const report = (fields: string, { from = 'MAILER-DAEMON@mx.test', subject = 'Undelivered mail' } = {}) =>
    `From: ${from}\nSubject: ${subject}\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.test\n\nFinal-Recipient: rfc822; ann@people.test\n${fields}\n--b--\n`;

  test.each([
    ['without what became of it', 'Status: 5.1.1', [HARD]],
    ['with an empty action', 'Action:\nStatus: 5.1.1', [HARD]],
    ['with a word of its own', 'Action: undeliverable\nStatus: 5.1.1', [HARD]],
    ['of a delay, by the status alone', 'Status: 4.4.1', [['soft_bounce', 'ann@people.test', 'network']]],
    ['of a delivery, by the status alone', 'Status: 2.0.0', []],
    ['of a delivery', 'Action: delivered\nStatus: 5.1.1', []],
    ['failed, but not for good', 'Action: failed\nStatus: 4.1.1', [['soft_bounce', 'ann@people.test', 'user_unknown']]],
    [
      'delayed, with a status for good',
      'Action: delayed\nStatus: 5.1.1',
      [['soft_bounce', 'ann@people.test', 'user_unknown']],
    ],
  ])('%s', (_name, fields, expected) => {
    expect(read(report(fields))).toEqual(expected);
  });

  test('are ignored when a message is held until its sender is verified', () => {
    const held = { from: 'noreply@guests.test', subject: 'Re: Hello (action required)' };
    expect(read(report('Action: failed\nStatus: 5.7.1', held))).toEqual([]);
  });
});

describe('a receipt', () => {
  const receipt = (from: string, disposition: string, words: string) =>
    `From: ${from}\nSubject: Rejected: Hello\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b\n\n${words}\n--b\nContent-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; ann@people.test\nDisposition: ${disposition}\n--b--\n`;
  const DAEMON = 'Mail Delivery Subsystem <postmaster@mx.test>';
  const DELETED = 'automatic-action/MDN-sent-automatically; deleted';

  test("of a mailbox's refusal is a soft bounce, as the mailbox exists (RFC 5429, 2.1)", () => {
    const mail = receipt(
      DAEMON,
      DELETED,
      'Your message to <ann@people.test> was automatically rejected:\nNo such user',
    );
    expect(read(mail)).toEqual([['soft_bounce', 'ann@people.test', 'user_unknown']]);
  });

  test.each([
    [
      'by which a person deletes it unread',
      receipt('Ann <ann@people.test>', DELETED, 'Your message was rejected unread.'),
    ],
    [
      'that the mail was read',
      receipt(DAEMON, 'manual-action/MDN-sent-manually; displayed', 'Your message was not rejected.'),
    ],
    ['that says nothing of a refusal', receipt(DAEMON, DELETED, 'Your message was deleted.')],
  ])('%s is not a bounce message', (_name, mail) => {
    expect(read(mail)).toEqual([]);
  });
});
