/**
 * E-mails to a return path that are not bounces: replies of people and programs, some of which quote mail servers. `to` is the
 * return path, `from` the person.
 */
type Reply = (to: string, from: string) => string;

const reply =
  (fields: string, text: string): Reply =>
  (to, from) =>
    `From: Ann <${from}>\nTo: ${to}\n${fields}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${text}\n`;

const vacation = (subject: string, text: string): Reply =>
  reply(`Return-Path: <>\nAuto-Submitted: auto-replied\nPrecedence: bulk\nSubject: ${subject}`, text);

/** An e-mail from a server, or from its administrator. */
const ofPostmaster =
  (subject: string, text: string): Reply =>
  (to) =>
    `From: Postmaster <postmaster@people.test>\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`;

const QUOTED = `> From: MAILER-DAEMON@mx.people.test
> Subject: Undelivered Mail Returned to Sender
>
> <ann@people.test>: host mx.people.test said: 550 5.1.1 User unknown
> Final-Recipient: rfc822; ann@people.test
> Action: failed
> Status: 5.1.1`;

const receipt: Reply = (to, from) => `From: Ann <${from}>
To: ${to}
Subject: Read: Hello
MIME-Version: 1.0
Content-Type: multipart/report; report-type=disposition-notification; boundary=mdn

--mdn
Content-Type: text/plain

The message sent on 20 November was deleted without being read. It could not be delivered to the folder.

--mdn
Content-Type: message/disposition-notification

Reporting-UA: people.test; Mail
Final-Recipient: rfc822; ${from}
Original-Message-ID: <x@shop.test>
Disposition: automatic-action/MDN-sent-automatically; deleted

--mdn--
`;

const forwarded: Reply = (to, from) => `From: Ann <${from}>
To: ${to}
Subject: Fwd: Undelivered Mail Returned to Sender
Content-Type: text/plain

What does this mean?

---------- Forwarded message ---------
From: Mail Delivery System <MAILER-DAEMON@mx.people.test>
Subject: Undelivered Mail Returned to Sender

<bob@people.test>: host mx.people.test said: 550 5.1.1 User unknown

Final-Recipient: rfc822; bob@people.test
Action: failed
Status: 5.1.1
`;

const htmlVacation: Reply = (to, from) => `Return-Path: <>
From: Ann <${from}>
To: ${to}
Subject: Away
Auto-Submitted: auto-generated
Content-Type: text/html; charset=utf-8

<html><body><p>I am out of the office. Mail could not be delivered to my desk: 550 5.1.1.</p></body></html>
`;

export const REPLIES: [string, Reply][] = [
  [
    'a note from holidays',
    vacation('Automatic reply: Hello', 'I am out of the office until Monday. This mailbox is not read.'),
  ],
  [
    'one in German',
    vacation('Abwesenheitsnotiz: Hallo', 'Ich bin bis Montag nicht im Büro. Ihre Nachricht wird nicht weitergeleitet.'),
  ],
  [
    'one in French',
    vacation('Réponse automatique : Bonjour', 'Je suis absent du bureau. Votre message n’a pas été lu.'),
  ],
  [
    'one in Spanish',
    vacation('Respuesta automática: Hola', 'Estoy fuera de la oficina. No he podido leer su mensaje.'),
  ],
  [
    'one in Portuguese',
    vacation('Resposta automática: Olá', 'Estou de férias. A sua mensagem não foi entregue a ninguém.'),
  ],
  ['one in Italian', vacation('Risposta automatica: Ciao', 'Sono in ferie. Il messaggio non è stato letto.')],
  ['one in Russian', vacation('Автоответ: Здравствуйте', 'Я в отпуске. Ваше сообщение не было прочитано.')],
  ['one in Japanese', vacation('自動返信: こんにちは', '休暇中のため、メールを送信できません。')],
  [
    'one in Dutch',
    vacation('Automatisch antwoord: Hallo', 'Ik ben afwezig. Uw bericht is niet bezorgd bij een collega.'),
  ],
  [
    'one with nothing but an empty return path',
    reply(
      'Return-Path: <>\nSubject: Hello',
      'I am on holiday. Write to bob@people.test: my address ann@people.test does not exist any more.',
    ),
  ],
  ['one of a server', ofPostmaster('Out of office', 'The user ann@people.test is out of the office.')],
  [
    'one of a server, of which only the text speaks',
    ofPostmaster('Hello', 'Ann is on vacation. Your mail could not be delivered to her desk: 550.'),
  ],
  ['one in HTML', htmlVacation],
  [
    'a mailbox that has another address now',
    vacation('AutoReply: moved', 'This address is no longer in use. Please write to ann@new.test.'),
  ],
  ['a read receipt', receipt],
  [
    'a challenge',
    reply(
      'Return-Path: <>\nAuto-Submitted: auto-replied\nSubject: Please confirm your message',
      'Your mail to ann@people.test has not been delivered yet. To have it delivered, click https://challenge.test/1.',
    ),
  ],
  [
    'a challenge of another kind',
    reply(
      'Subject: [#1234] Verify your e-mail address to deliver your message',
      'Your message is waiting. It could not be delivered until you confirm.',
    ),
  ],
  [
    'a challenge of a server',
    ofPostmaster('Your message is waiting', 'Your mail could not be delivered until you confirm that you sent it.'),
  ],
  [
    'a challenge of a gateway against spam',
    reply(
      'Return-Path: <>\nSender: AntiSpam <antispam@people.test>\nSubject: Message not delivered yet',
      'Your message to ann@people.test has not been delivered. Click the link below to have it delivered: https://challenge.test/1',
    ),
  ],
  [
    'a mail that is kept until its sender is on a list of guests',
    ofPostmaster(
      'Delivery delayed',
      'Your message to ann@people.test was not delivered, it has been waitlisted. Add yourself to her guests.',
    ),
  ],
  [
    'a mail that awaits a moderator',
    ofPostmaster(
      'Your message to News awaits moderator approval',
      'Your mail could not be delivered: it is being held until the list moderator can review it for approval.',
    ),
  ],
  [
    'a mail that was quarantined, and can be released',
    ofPostmaster(
      'Blocked mail',
      'A message to ann@people.test was blocked and is in quarantine. Reply to this mail to release it.',
    ),
  ],
  [
    'a ticket',
    reply(
      'Auto-Submitted: auto-generated\nPrecedence: bulk\nSubject: [Ticket #4711] Hello',
      'We have received your request. A failed delivery of ours: 550 5.1.1.',
    ),
  ],
  [
    'a ticket without headers',
    reply(
      'Subject: Request received: delivery failure of my order',
      'Your request has been received. Your order could not be delivered.',
    ),
  ],
  ['a reply', reply('Subject: Re: Hello\nIn-Reply-To: <x@shop.test>', 'Please stop.')],
  ['a reply that quotes a bounce', reply('Subject: Re: Hello\nIn-Reply-To: <x@shop.test>', `I got this:\n\n${QUOTED}`)],
  ['a reply to a bounce', reply('Subject: Re: Undelivered Mail Returned to Sender', `Why?\n\n${QUOTED}`)],
  ['a reply in German to a bounce', reply('Subject: AW: Unzustellbar: Hallo', `Warum?\n\n${QUOTED}`)],
  [
    'a person who writes of 550 5.1.1',
    reply(
      'Subject: My address',
      'Your server says to me:\n550 5.1.1 <ann@people.test>: User unknown\nAction: failed\nPlease correct it.',
    ),
  ],
  [
    'a person who writes of a delivery that failed',
    reply(
      'Subject: Delivery failed again',
      'My parcel could not be delivered. The following address failed: 5 Main Street.',
    ),
  ],
  ['a bounce that somebody passes on', forwarded],
  [
    'a newsletter of a list',
    reply(
      'List-Unsubscribe: <mailto:x@y.test>\nPrecedence: bulk\nSubject: Mail delivery problems, and what to do',
      '550 5.1.1 means that a user is unknown. Mail could not be delivered.',
    ),
  ],
  [
    'a request to confirm a subscription',
    reply(
      'Precedence: bulk\nSubject: confirm 1234',
      'Please confirm your subscription. Undeliverable confirmations are dropped.',
    ),
  ],
  [
    'a person who looks after a mail server',
    ofPostmaster(
      'Your newsletter',
      'Your server refuses the mails of our user. Please check why you could not deliver.',
    ),
  ],
  [
    'a warning that a mailbox is nearly full',
    ofPostmaster('Your mailbox is almost full', 'Your mailbox ann@people.test is 95% full. Please delete mail.'),
  ],
  [
    'a list of what was kept as spam',
    ofPostmaster('Quarantine digest', 'The following messages were quarantined: spam from shop.'),
  ],
  [
    'a mail that was relayed',
    ofPostmaster('Delivery Status Notification (Relay)', 'Your message has been relayed to ann@people.test.'),
  ],
  [
    'a mail that was delivered',
    ofPostmaster(
      'Successful Mail Delivery Report',
      'Your message was successfully delivered to:\n\n<ann@people.test>: delivery via local: 250 2.0.0 OK delivered to mailbox',
    ),
  ],
  ['an empty mail', () => ''],
];
