const MEBIBYTE = 1024 * 1024;
/** Below the kept size of an e-mail. */
const LARGE = MEBIBYTE - 2_000;

const filled = (piece: string, length = LARGE): string => piece.repeat(Math.floor(length / piece.length));
const html = (body: string): string => `Subject: failure notice\nContent-Type: text/html\n\n${body}`;
const text = (body: string): string => `From: MAILER-DAEMON@mx.test\nSubject: failure notice\n\n${body}`;
const field = (name: string, value: string): string => `From: MAILER-DAEMON@mx.test\n${name}:${value}\n\nuser unknown`;
const report = (type: string, body: string): string =>
  `From: MAILER-DAEMON@mx.test\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: ${type}\n\n${body}\n--b--\n`;

/** Multiparts of eight multiparts each, six deep. */
function nested(depth: number): string {
  if (depth === 0) return 'x\n';
  const part = nested(depth - 1);
  return `Content-Type: multipart/mixed; boundary=b${depth}\n\n${`--b${depth}\n${part}`.repeat(8)}--b${depth}--\n`;
}

const SIGNATURE =
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=hotmail.com; s=a; h=from:to; bh=x; b=x\n'.repeat(50);
const arf = (body: string): string =>
  `${SIGNATURE}From: <staff@hotmail.com>\nTo: fbl@bounces.shop.test\n${report('message/feedback-report', `Feedback-Type: abuse\n\n--b\n\n${body}`)}`;

/** E-mails that are hard to read: a description, and a function that makes each. */
export const HOSTILE_MAILS: [string, () => string][] = [
  ['65 kB of < in HTML', () => html(filled('<', 65_000))],
  ['a megabyte of < in HTML', () => html(filled('<'))],
  ['styles that never end', () => html(filled('<style '))],
  ['line breaks that never end', () => html(filled('<br '))],
  ['a field of folded dots', () => field('X-Failed-Recipients', ` a\n ${filled('.')}x`)],
  ['a field of folded quotes', () => field('X-Failed-Recipients', ` a\n ${filled("'")}x`)],
  ['a field of folded white space', () => field('Subject', ` a\n ${filled(' \t')}x`)],
  ['a field of one line of a megabyte', () => field('Content-Type', ` text/plain; ${filled(';boundary ')}`)],
  ['folds without end', () => field('Subject', filled('\n a'))],
  ['300,000 fields', () => filled('a:b\n')],
  ['200,000 fields of other names', () => Array.from({ length: 150_000 }, (_, n) => `${n}:\n`).join('')],
  ['encoded words without end', () => field('Subject', filled(' =?B?B??=\t'))],
  ['encoded words in white space', () => field('Subject', ` =?B?B??=${filled('\n ', 8_000)}`)],
  ['multiparts of multiparts', () => nested(6)],
  ['boundaries alone', () => `Content-Type: multipart/mixed; boundary=b\n\n${filled('--b\n')}`],
  ['empty lines between fields', () => report('message/delivery-status', filled('\n'))],
  ['lines of white space between fields', () => report('message/delivery-status', filled('\n \t'))],
  ['actions of white space', () => report('message/delivery-status', `action${filled('\t')}`)],
  [
    'groups without end',
    () => report('message/delivery-status', filled('Final-Recipient: a@b.test\nAction: failed\n\n')),
  ],
  [
    'groups that say what words say',
    () =>
      report(
        'message/delivery-status',
        filled('Action: failed\nDiagnostic-Code: x; mailbox user account is over exceed quota host domain\n\n'),
      ),
  ],
  ['addresses without end', () => text(filled('a@'))],
  ['recipients without end', () => text(Array.from({ length: 40_000 }, (_, n) => `<a${n}@b.test>: 550 no`).join('\n'))],
  ['names of mailboxes without end', () => text(filled('mailbox user account recipient address exceed '))],
  ['hosts without end', () => text(filled('a.a.a.a.a.a '))],
  ['spaces in an account', () => text(filled(' '))],
  ['signs of quoted-printable', () => `Content-Transfer-Encoding: quoted-printable\n\n${filled('=   ')}`],
  ['shifts of Japanese', () => `Content-Type: text/plain; charset=iso-2022-jp\n\n${filled('\u001b$B\u001b(B')}`],
  ['a signed complaint of white space', () => arf(filled(' \t'))],
  ['a signed complaint of empty lines', () => arf(filled('\n'))],
  ['a complaint about angle brackets', () => arf(`Return-Path: ${filled('<')}`)],
];
