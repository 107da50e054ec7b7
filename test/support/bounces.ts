import type { SentMail } from './feedback.ts';

/** Bounces of real servers, with changed names. */
type Sample = (mail: SentMail) => string;

/** A report about one recipient around an e-mail, as most servers write it. */
export function report(mail: SentMail, fields: string, { head = '', words = 'It did not work.' } = {}): string {
  return `Return-Path: <>
From: MAILER-DAEMON@mx.people.test (Mail Delivery System)
To: ${mail.returnPath}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4XyZ1/mx.people.test"
${head}
This is a MIME-encapsulated message.

--4XyZ1/mx.people.test
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

${words}

--4XyZ1/mx.people.test
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.people.test
X-Postfix-Queue-ID: 4XyZ1
Arrival-Date: Fri, 20 Nov 2026 10:00:00 +0000 (UTC)

${fields}
--4XyZ1/mx.people.test
Content-Description: Undelivered Message
Content-Type: message/rfc822

${mail.raw.replaceAll('\r', '')}
--4XyZ1/mx.people.test--
`;
}

const postfix: Sample = (mail) =>
  report(
    mail,
    `Final-Recipient: rfc822; ${mail.to}
Original-Recipient: rfc822;${mail.to}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.people.test
Diagnostic-Code: smtp; 550 5.1.1 <${mail.to}>: Recipient address
    rejected: User unknown in virtual mailbox table
`,
  );

const exim: Sample = (mail) => `Return-path: <>
X-Failed-Recipients: ${mail.to}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@exim.test>
To: ${mail.returnPath}
Content-Type: multipart/report; report-type=delivery-status; boundary=1763719200-eximdsn-804289383
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender

--1763719200-eximdsn-804289383
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.
A message that you sent could not be delivered to one or more of its recipients.

--1763719200-eximdsn-804289383
Content-type: message/delivery-status

Reporting-MTA: dns; exim.test

Action: failed
Final-Recipient: rfc822;${mail.to}
Status: 5.0.0
Remote-MTA: dns; mx.people.test
Diagnostic-Code: smtp; 550 No Such User Here

--1763719200-eximdsn-804289383
Content-type: message/rfc822

${mail.raw.replaceAll('\r', '')}
--1763719200-eximdsn-804289383--
`;

const exchange: Sample = (mail) => `From: Microsoft Outlook
	<MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@people.test>
To: <${mail.returnPath}>
Content-Type: multipart/report; report-type=delivery-status;
	boundary="_3b5d_AM0PR01MB_"
X-MS-Exchange-Message-Is-Ndr:
Auto-Submitted: auto-replied
Subject: Undeliverable: Hello
MIME-Version: 1.0

--_3b5d_AM0PR01MB_
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="_inner_AM0PR01MB_"

--_inner_AM0PR01MB_
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to ${mail.to} couldn't be delivered=2E

--_inner_AM0PR01MB_
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

<html><body><p>Your message couldn't be delivered=2E</p></body></html>

--_inner_AM0PR01MB_--

--_3b5d_AM0PR01MB_
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0PR01MB5555.eurprd01.prod.exchangelabs.com
Received-From-MTA: dns;mail.shop.test
Arrival-Date: Fri, 20 Nov 2026 10:00:00 +0000

Final-Recipient: rfc822;${mail.to}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
X-Display-Name: ${mail.to}

--_3b5d_AM0PR01MB_
Content-Type: message/rfc822

${mail.raw.replaceAll('\r', '')}
--_3b5d_AM0PR01MB_--
`;

const gmail: Sample = (mail) => `From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: ${mail.returnPath}
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
X-Failed-Recipients: ${mail.to}
Content-Type: multipart/report; boundary="000000000000a1b2c3"; report-type=delivery-status

--000000000000a1b2c3
Content-Type: multipart/related; boundary="000000000000d4e5f6"

--000000000000d4e5f6
Content-Type: multipart/alternative; boundary="000000000000778899"

--000000000000778899
Content-Type: text/plain; charset="UTF-8"

** Address not found **

--000000000000778899
Content-Type: text/html; charset="UTF-8"

<p>Address not found</p>
--000000000000778899--
--000000000000d4e5f6
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9
--000000000000d4e5f6--

--000000000000a1b2c3
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; shop@shop.test
Arrival-Date: Fri, 20 Nov 2026 02:00:00 -0800 (PST)
X-Original-Message-ID: <${mail.id}@shop.test>

Final-Recipient: rfc822; ${mail.to}
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.27, the server for the domain people.test.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550 5.1.1 unnecessary spaces. - gsmtp
Last-Attempt-Date: Fri, 20 Nov 2026 02:00:01 -0800 (PST)

--000000000000a1b2c3
Content-Type: message/rfc822

${mail.raw.replaceAll('\r', '')}
--000000000000a1b2c3--
`;

/** A bounce message in words alone, without fields. */
const inWords =
  (from: string, subject: string, words: (to: string) => string): Sample =>
  (mail) =>
    `Return-Path: <>
From: ${from}
To: ${mail.returnPath}
Subject: ${subject}

${words(mail.to)}

${mail.raw.replaceAll('\r', '')}
`;

const qmail = inWords(
  'MAILER-DAEMON@mx.people.test',
  'failure notice',
  (to) =>
    `Hi. This is the qmail-send program at mx.people.test.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<${to}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.`,
);

const oldExim = inWords(
  'Mail Delivery System <Mailer-Daemon@exim.test>',
  'Mail delivery failed: returning message to sender',
  (to) =>
    `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${to}\n    SMTP error from remote mail server after RCPT TO:<${to}>:\n    host mx.people.test [192.0.2.1]: 550 unknown user\n\n------ This is a copy of the message, including all the headers. ------`,
);

/** Permanently refused. */
export const HARD: [string, Sample][] = [
  ['Postfix', postfix],
  ['Exim', exim],
  ['Exchange', exchange],
  ['Gmail', gmail],
  ['qmail, in words alone', qmail],
  ['an old Exim, in words alone', oldExim],
  ['a multipart without a boundary', (mail) => postfix(mail).replace(/;\n\tboundary="[^"]*"/, '')],
  ['Postfix, with CRLF', (mail) => postfix(mail).replaceAll('\n', '\r\n')],
  [
    'a server that shouts',
    (mail) => postfix(mail).replace(/^(Action|Status|Final-Recipient): .*$/gm, (line) => line.toUpperCase()),
  ],
  [
    'a server that reports in base64',
    (mail) =>
      postfix(mail).replace(
        /(Content-Type: message\/delivery-status)\n\n([\s\S]*?)\n(?=--4XyZ1)/,
        (_, type, body) =>
          `${type}\nContent-Transfer-Encoding: base64\n\n${Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\n')}\n`,
      ),
  ],
  ['a server that leaves the action out', (mail) => postfix(mail).replace(/^Action: .*\n/m, '')],
  ['a server that leaves the status out', (mail) => postfix(mail).replace(/^Status: .*\n/m, '')],
  [
    'a server that calls the whole multipart/mixed',
    (mail) => postfix(mail).replace('multipart/report; report-type=delivery-status', 'multipart/mixed'),
  ],
  [
    'one that gives back the head alone',
    (mail) =>
      postfix(mail).replace(
        /Content-Type: message\/rfc822[\s\S]*/,
        `Content-Type: text/rfc822-headers\n\nSubject: Hello\n\n--4XyZ1/mx.people.test--\n`,
      ),
  ],
  [
    'one that was cut off after the report',
    (mail) => postfix(mail).replace(/--4XyZ1\/mx\.people\.test\nContent-Description: Undelivered Message[\s\S]*/, ''),
  ],
  [
    'one in UTF-8 (RFC 6533)',
    (mail) =>
      postfix(mail)
        .replace('message/delivery-status', 'message/global-delivery-status')
        .replace(/^Final-Recipient: rfc822;/m, 'Final-Recipient: utf-8;'),
  ],
  [
    'of a mail that was forwarded',
    (mail) =>
      postfix(mail)
        .replace(/^Original-Recipient.*\n/m, '')
        .replace(/^Final-Recipient: .*$/m, 'Final-Recipient: rfc822; elsewhere@forwarded.test'),
  ],
];

/** Deferred, or given up after being deferred. */
export const SOFT: [string, Sample][] = [
  [
    'Postfix, later',
    (mail) => postfix(mail).replace('Action: failed', 'Action: delayed').replace('Status: 5.1.1', 'Status: 4.4.1'),
  ],
  ['delayed with a wrong status', (mail) => postfix(mail).replace('Action: failed', 'Action: delayed')],
  [
    'given up after five days',
    (mail) =>
      postfix(mail)
        .replace('Status: 5.1.1', 'Status: 4.4.7')
        .replace(/550 5\.1\.1/g, '451 4.4.7'),
  ],
  ['a full mailbox', (mail) => postfix(mail).replace('Status: 5.1.1', 'Status: 4.2.2')],
  [
    'a full mailbox, said to be for good and of an unknown user',
    (mail) => postfix(mail).replace('User unknown in virtual mailbox table', 'Mailbox is full'),
  ],
  [
    'a mail that was taken for spam, for good',
    (mail) =>
      postfix(mail)
        .replace('Status: 5.1.1', 'Status: 5.7.1')
        .replace(/550 5\.1\.1 .*\n.*/, '550 5.7.1 Spam'),
  ],
  [
    'DMARC that is broken today',
    (mail) =>
      postfix(mail)
        .replace('Status: 5.1.1', 'Status: 5.7.26')
        .replace(/550 5\.1\.1 .*\n.*/, '550 5.7.26 Unauthenticated email is not accepted due to DMARC policy'),
  ],
  [
    'qmail, about a full mailbox',
    (mail) => qmail(mail).replace('no mailbox here by that name. (#5.1.1)', 'the mailbox is full. (#5.2.2)'),
  ],
  ['an old Exim, about a block', (mail) => oldExim(mail).replace('550 unknown user', '550 blocked using spamhaus')],
  [
    'failed without any status',
    (mail) =>
      postfix(mail)
        .replace(/^Status: .*\n/m, '')
        .replace(/^Diagnostic-Code: .*\n {4}.*\n/m, ''),
  ],
];

const note =
  (head: string, text: string): Sample =>
  (mail) =>
    `From: ${mail.to}
To: ${mail.returnPath}
${head}

${text}
`;

/** E-mails that are no reports. */
export const NOTHING: [string, Sample][] = [
  [
    'a note from holidays',
    note(
      'Auto-Submitted: auto-replied\nX-Auto-Response-Suppress: All\nPrecedence: bulk\nSubject: Automatic reply: Hello',
      'I am out of the office.\nAction: failed\nStatus: 5.1.1',
    ),
  ],
  [
    'a reply',
    note('Subject: Re: Hello\nIn-Reply-To: <x@shop.test>', 'Please stop.\n\n> Action: failed\n> Status: 5.0.0'),
  ],
  ['an empty mail', () => ''],
  ['a head alone', note('Subject: x', '')],
  [
    'a delivery that worked',
    (mail) => postfix(mail).replace('Action: failed', 'Action: delivered').replace('Status: 5.1.1', 'Status: 2.0.0'),
  ],
  ['a delivery that was passed on', (mail) => postfix(mail).replace('Action: failed', 'Action: relayed')],
  ['a delivery that was expanded', (mail) => postfix(mail).replace('Action: failed', 'Action: expanded')],
  [
    'a report of nobody without an action',
    (mail) =>
      postfix(mail)
        .replace(/^Action: .*\n/m, '')
        .replace(/^From: .*/m, `From: ${mail.to}`)
        .replace(/^Subject: .*/m, 'Subject: Hello'),
  ],
  [
    'somebody’s bounce, forwarded as an attachment',
    (mail) =>
      `From: ${mail.to}\nTo: ${mail.returnPath}\nSubject: Fwd: bounce\nContent-Type: multipart/mixed; boundary=fwd\n\n--fwd\nContent-Type: text/plain\n\nWhat is this?\n--fwd\nContent-Type: message/rfc822\n\n${postfix(mail)}\n--fwd--\n`,
  ],
  [
    'a nest of empty parts',
    () =>
      Array.from(
        { length: 500 },
        (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n`,
      ).join(''),
  ],
  [
    'noise',
    () =>
      Array.from({ length: 2_000 }, (_, index) => String.fromCharCode((index * 7919) % 256))
        .join('')
        .replace(/[\r\n]/g, ' '),
  ],
];

/** A feedback report (RFC 5965) about an e-mail. */
export const complaint = (
  mail: SentMail,
  { type = 'abuse', fields = '', head = `Return-Path: <${mail.returnPath}>\n` } = {},
): string => `From: <feedback@arf.mail.yahoo.test>
To: fbl@bounces.shop.test
Subject: FW: Hello
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="----=_Part_1_2.3"

------=_Part_1_2.3
Content-Type: text/plain; charset=US-ASCII
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message from shop.test on Fri, 20 Nov 2026 10:00:00 +0000

------=_Part_1_2.3
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: Yahoo!-Mail-Feedback/2.0
Version: 0.1
${fields}Received-Date: Fri, 20 Nov 2026 10:00:00 +0000
Reported-Domain: shop.test

------=_Part_1_2.3
Content-Type: message/rfc822
Content-Disposition: inline

${head}${mail.raw.replaceAll('\r', '')}
------=_Part_1_2.3--
`;

/** An e-mail of Outlook's Junk Mail Reporting Program. */
export const junkReport = (mail: SentMail, recipient = mail.to): string => `From: <staff@hotmail.test>
To: fbl@bounces.shop.test
Subject: complaint about message from 192.0.2.1
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="_jmrp_"

--_jmrp_
Content-Type: message/rfc822
Content-Disposition: inline

X-HmXmrOriginalRecipient: ${recipient}
X-MS-Exchange-EOPDirect: true
${mail.raw.replaceAll('\r', '')}
--_jmrp_--
`;
