import { describe, expect, test } from 'vitest';
import { causeOf, isHard } from '../../../src/domain/refusals/judge-refusal.ts';
import { readReply } from '../../../src/domain/refusals/read-reply.ts';
import { CAUSES, type Cause } from '../../../src/domain/refusals/refusal.ts';

const judge = (reply: string) => {
  const refusal = { ...readReply(reply), action: 'failed' as const };
  const cause = causeOf(refusal);
  return [cause, isHard(refusal, cause)];
};

describe('a missing address is a hard bounce', () => {
  test.each<[string, Cause]>([
    [
      '550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient’s email address for typos or unnecessary spaces. Learn more at https://support.google.com/mail/?p=NoSuchUser - gsmtp',
      'user_unknown',
    ],
    ['550 5.1.1 <ann@x.example>: Recipient address rejected: User unknown in virtual mailbox table', 'user_unknown'],
    ['550 5.1.1 <ann@x.example>: Recipient address rejected: User unknown in relay recipient table', 'user_unknown'],
    [
      '550 5.1.1 <ann@x.example>: Recipient address rejected: undeliverable address: host mx.x.example[192.0.2.1] said: 550 no such user',
      'user_unknown',
    ],
    ['554 delivery error: dd Requested mail action aborted, mailbox not found - mta1.example', 'user_unknown'],
    ['550 5.5.0 Requested action not taken: mailbox unavailable', 'user_unknown'],
    ['550 5.7.1 No such user here', 'user_unknown'],
    ['550 5.7.1 <ann@x.example>... User unknown', 'user_unknown'],
    ['550 No Such User Here', 'user_unknown'],
    [
      '550 Requested action not taken: mailbox unavailable For explanation visit https://postmaster.gmx.example/error',
      'user_unknown',
    ],
    ['550 sorry, no mailbox here by that name (#5.1.1)', 'user_unknown'],
    ['550 unknown user', 'user_unknown'],
    ['550 Unknown local part ann in <ann@x.example>', 'user_unknown'],
    ['550 unrouteable mailbox', 'user_unknown'],
    ['550 Mailbox not found', 'user_unknown'],
    ['550 Addressee unknown, relay=[192.0.2.1]', 'user_unknown'],
    ['550 Invalid recipient <ann@x.example> (#5.1.1)', 'user_unknown'],
    ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'user_unknown'],
    ['550 5.1.1 RESOLVER.ADR.RecipNotFound; not found', 'user_unknown'],
    ['550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [DB5EUR.protection.example]', 'user_unknown'],
    ['550 5.4.1 [ann@x.example]: Recipient address rejected: Access denied', 'user_unknown'],
    ['550 #5.1.0 Address rejected ann@x.example: no such recipient', 'user_unknown'],
    ['550 5.1.1 unknown or illegal alias: ann@x.example', 'user_unknown'],
    ['550 Recipient does not exist on this system', 'user_unknown'],
    ['550 ann@x.example is not a valid mailbox', 'user_unknown'],
    ['550 Not our Customer', 'user_unknown'],
    ['550 5.1.1 Recipient not found. <https://community.mimecast.example/codes#550>', 'user_unknown'],
    ['550 Invalid Recipient - https://community.mimecast.example/pages/1369#550', 'user_unknown'],
    ['550 Invalid mailbox', 'user_unknown'],
    ['550 User does not exist', 'user_unknown'],
    ['550 User not found: ann@x.example', 'user_unknown'],
    ['550 No such recipient', 'user_unknown'],
    ['550 5.1.1 ann@x.example Mailbox does not exist', 'user_unknown'],
    ['554 5.7.1 <ann@x.example>: Recipient address rejected: user ann@x.example does not exist', 'user_unknown'],
    ['550 User ann@x.example (ann@x.example) not listed in public Name & Address Book', 'user_unknown'],
    ['550 5.7.1 Unknown user or account: ann', 'user_unknown'],
    ['550 that user does not exist here', 'user_unknown'],
    ['550 Account ann@x.example does not exist', 'user_unknown'],
    ['550 Email address could not be found, or was misspelled (G8)', 'user_unknown'],
    ['550 Dieser Empfänger ist hier unbekannt', 'user_unknown'],
    ['550 Benutzer unbekannt', 'user_unknown'],
    ['550 5.1.1 Postfach existiert nicht', 'user_unknown'],
    ['550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416', 'user_unknown'],
    ['550 5.5.0 Adresse inconnue', 'user_unknown'],
    ['550 El usuario no existe', 'user_unknown'],
    ['550 Usuário desconhecido', 'user_unknown'],
    ['550 Utente sconosciuto', 'user_unknown'],
    ['550 Такого пользователя нет', 'user_unknown'],
    ['550 Получатель не существует', 'user_unknown'],
    ['550 宛先不明です', 'user_unknown'],
    ['550 Invalid User: 用户不存在', 'user_unknown'],
    ['550 5.1.6 Recipient no longer on server: ann@x.example', 'moved'],
    ['551 5.1.6 The recipient has moved', 'moved'],
    ['551 User not local; please try <ann@y.example>', 'moved'],
    ['550 5.1.2 Host or domain name not found', 'host_unknown'],
    ['Host or domain name not found. Name service error for name=x.example type=MX: Host not found', 'host_unknown'],
    ['550 Unrouteable address', 'host_unknown'],
    ['550 5.1.2 <ann@x.example>... Host unknown (Name server: x.example: host not found)', 'host_unknown'],
    ['all relevant MX records point to non-existent hosts', 'host_unknown'],
    ['556 5.1.10 The domain accepts no mail', 'not_accepting'],
    ['Domain x.example does not accept mail (nullMX)', 'not_accepting'],
    ["The domain x.example doesn't receive email according to the administrator: returned Null MX", 'not_accepting'],
  ])('%s', (reply, cause) => {
    expect(judge(reply)).toEqual([cause, true]);
  });
});

describe('the address may be good', () => {
  test.each<[string, Cause]>([
    [
      '552 5.2.2 The email account that you tried to reach is over quota. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm',
      'mailbox_full',
    ],
    ['550 5.1.1 <ann@x.example>: Recipient address rejected: Mailbox full', 'mailbox_full'],
    [
      '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
      'mailbox_full',
    ],
    ['552 Requested mail action aborted: exceeded storage allocation', 'mailbox_full'],
    ['552 Quota exceeded (mailbox for user is full)', 'mailbox_full'],
    ['550 Mailbox quota exceeded / Mailbox voll.', 'mailbox_full'],
    ['552 Das Postfach des Empfängers ist voll', 'mailbox_full'],
    ['550 Boîte du destinataire pleine. Recipient overquota. OFR_417', 'mailbox_full'],
    ['552 El buzón está lleno', 'mailbox_full'],
    ['552 Caixa postal cheia', 'mailbox_full'],
    ['552 Casella di posta piena', 'mailbox_full'],
    ['552 Почтовый ящик переполнен', 'mailbox_full'],
    ['550 メールボックスが一杯です', 'mailbox_full'],
    [
      '554 delivery error: dd Sorry, your message to ann@x.example cannot be delivered. This mailbox is disabled (554.30).',
      'suspended',
    ],
    [
      '550 5.2.1 The email account that you tried to reach is disabled. Learn more at https://support.google.com/mail/?p=DisabledUser',
      'suspended',
    ],
    ['550 5.1.1 Account is inactive', 'suspended'],
    ['550 5.7.1 Le compte du destinataire est bloqué', 'suspended'],
    [
      '450 4.2.1 The user you are trying to contact is receiving email at a rate that prevents additional messages from being delivered.',
      'rate',
    ],
    ['550 5.7.1 Message rejected as spam', 'spam'],
    ['554 5.7.1 Message blocked due to spam content in the message.', 'spam'],
    [
      '550 5.7.1 Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked.',
      'spam',
    ],
    [
      '550 5.7.26 This mail has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM.',
      'authentication',
    ],
    [
      '550 5.7.509 Access denied, sending domain x.example does not pass DMARC verification and has a DMARC policy of reject.',
      'authentication',
    ],
    ['550 5.7.1 Email rejected per DMARC policy for x.example', 'authentication'],
    ['550 SPF check failed', 'authentication'],
    [
      '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus. To request removal from this list see https://www.spamhaus.org/query/ip/192.0.2.1 AS(1450)',
      'blocked',
    ],
    ['554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org', 'blocked'],
    ['550 5.1.1 Your IP is listed on our blacklist', 'blocked'],
    ['554 5.7.1 <mx.x.example[192.0.2.1]>: Client host rejected: Access denied', 'blocked'],
    ['550 5.7.25 The IP address sending this message does not have a PTR record setup', 'blocked'],
    [
      '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints',
      'rate',
    ],
    ['554 Transaction failed Reject due to policy restrictions.', 'policy'],
    ['550 5.7.1 Recipient address rejected: Access denied', 'policy'],
    ['550 5.7.1 Unable to relay', 'relaying'],
    ['554 5.7.1 <ann@x.example>: Relay access denied', 'relaying'],
    ['550 relay not permitted', 'relaying'],
    ['550 5.1.8 <a@shop.example>: Sender address rejected: Domain not found', 'policy'],
    ['550 Sender verify failed: unknown user', 'policy'],
    ['553 sorry, your envelope sender domain must exist (#5.7.1)', 'policy'],
    ['550 5.7.1 RESOLVER.RST.AuthRequired; authentication required', 'authentication'],
    ['550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required', 'authentication'],
    ['552 5.3.4 Message size exceeds fixed maximum message size', 'too_large'],
    ['554 5.4.6 Hop count exceeded - possible mail loop', 'network'],
    ['550 4.4.7 QUEUE.Expired; message expired', 'expired'],
    ['451 4.7.1 Greylisting in action, please come back later', 'rate'],
    [
      '450 4.1.1 <ann@x.example>: Recipient address rejected: unverified address: Address verification in progress',
      'user_unknown',
    ],
    ['450 4.1.2 <ann@x.example>: Recipient address rejected: Domain not found', 'host_unknown'],
    [
      '451 4.4.3 Host or domain name not found. Name service error for name=x.example type=MX: Host not found, try again',
      'network',
    ],
    ['550 5.0.0 Something is wrong', 'unknown'],
    ['550 5.1.0 Address rejected', 'blocked'],
    ['550 5.1.11 Unknown', 'unknown'],
    ['554 5.4.4 Unable to route', 'network'],
    ['550 The recipient cannot be verified.', 'unknown'],
    ['550', 'unknown'],
    ['', 'unknown'],
    ['550 Blocked, see https://x.test/5.1.1', 'blocked'],
    ['550 5.3.5 Local configuration error', 'system'],
    ['500 5.5.2 Syntax error', 'syntax'],
    ['550 5.7.1 The message contains a virus', 'virus'],
    ["550 5.7.1 The user's mailbox only accepts mail from known senders", 'filtered'],
    ['550 Administrative prohibition', 'policy'],
  ])('%s', (reply, cause) => {
    expect(judge(reply)).toEqual([cause, false]);
  });
});

test('refusals before or after the recipient command are not about the address', () => {
  const refusal = readReply('550 5.1.1 User unknown');
  expect(causeOf(refusal)).toBe('user_unknown');
  expect(causeOf({ ...refusal, at: 'sender' })).toBe('policy');
  expect(causeOf({ ...refusal, at: 'message' })).toBe('filtered');
});

test('a delay is never a hard bounce', () => {
  const refusal = { ...readReply('550 5.1.1 User unknown'), action: 'delayed' as const };
  expect(isHard(refusal, causeOf(refusal))).toBe(false);
});

test("a gateway's reply is read as the reply of the server behind it", () => {
  expect(judge("5.1.0 - Unknown address error 550-'5.7.1 Access denied' (delivery attempts: 0)")).toEqual([
    'policy',
    false,
  ]);
  expect(
    judge('550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 mailbox full'),
  ).toEqual(['mailbox_full', false]);
});

test('mailbox names and page addresses are not read as words', () => {
  expect(judge('550 5.7.1 <user-unknown@mailbox-full.example> https://x.example/no-such-user')).toEqual([
    'policy',
    false,
  ]);
});

test('every text gets a cause of the list', () => {
  const parts = [
    '550 ',
    '5.1.1 ',
    'mailbox ',
    'user ',
    'unknown ',
    'domain ',
    'exceed ',
    '~',
    '(',
    '\u0000',
    'ａ',
    'é',
    '.',
  ];
  for (let seed = 1; seed <= 2_000; seed += 1) {
    let state = seed;
    const next = () => (state = (state * 48_271) % 2_147_483_647);
    const said = Array.from({ length: next() % 400 }, () => parts[next() % parts.length]).join('');
    expect(CAUSES).toContain(causeOf(readReply(said)));
  }
});
