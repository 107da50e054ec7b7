import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReturnPaths } from '../../../src/crypto/return-paths.ts';
import { createSendingDomain } from '../../../src/domain/sending/sending-domains.ts';
import { startFeedbackListener } from '../../../src/feedback/listen.ts';
import { newId } from '../../../src/ids.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { HARD, report } from '../../support/bounces.ts';
import { verifyDkim } from '../../support/dkim-verifier.ts';
import {
  BOUNCED,
  BOUNCES,
  type FeedbackApp,
  openFeedbackApp,
  type SentMail,
  UNTOUCHED,
} from '../../support/feedback.ts';
import { HOSTILE_MAILS } from '../../support/hostile-mails.ts';
import { SmtpClient, sendOverSmtp, wireFormat } from '../../support/smtp-client.ts';
import { until } from '../../support/until.ts';

let feedbackApp: FeedbackApp;
let mail: SentMail;
beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
  mail = await feedbackApp.sendTo();
});
afterAll(() => feedbackApp.close());

const bounce = (sent: SentMail) => HARD[0]![1](sent);

test('each message has its own envelope sender, and the From address that readers see', async () => {
  const other = await feedbackApp.sendTo();
  for (const sent of [mail, other]) {
    expect(sent.returnPath).toMatch(/^b-[a-z2-7]{58}@bounces\.shop\.test$/);
    expect(sent.raw).toMatch(/^From: shop@shop\.test\r$/m);
    expect(sent.raw).not.toMatch(/return-path/i);
    expect(sent.returnPath).not.toContain(sent.id.replaceAll('-', ''));
  }
  expect(other.returnPath).not.toBe(mail.returnPath);
});

test('confirmations have one too', async () => {
  const { body } = await feedbackApp.api.rest('POST', '/lists', {
    name: 'L',
    from_email: 'l@shop.test',
    requires_confirmation: true,
  });
  await feedbackApp.api.rest('POST', `/lists/${body.data.id}/subscribers`, { email: 'asked@people.test' });
  const [message] = await feedbackApp.inbox.mailTo('asked@people.test');
  expect(message!.envelope.from).toMatch(/^b-[a-z2-7]{58}@/);
  const asked = { ...mail, to: 'asked@people.test', returnPath: message!.envelope.from, raw: message!.raw };
  expect(await feedbackApp.sendToListener(asked.returnPath, bounce(asked))).toBe(250);
  const { data } = (await feedbackApp.api.rest('GET', `/lists/${body.data.id}/subscribers`)).body;
  expect(data[0].status).toBe('bounced');
});

test('the signature belongs to the sender that the reader sees', async () => {
  const { installation, db, teamId } = feedbackApp.api;
  const scope = createScope(installation.connection.db, { id: teamId }, WORKER);
  const { publicKey, selector } = await createSendingDomain(scope, installation, { domain: 'signed.test' });
  await db.sendingDomain.updateMany({ data: { verifiedAt: new Date() } });
  const sent = await feedbackApp.sendTo(undefined, { from: 'hello@signed.test' });
  expect(sent.returnPath).toMatch(/@bounces\.shop\.test$/);
  const verdict = verifyDkim(sent.raw, (name) =>
    name === `${selector}._domainkey.signed.test` ? [`v=DKIM1; k=rsa; p=${publicKey}`] : [],
  );
  expect(verdict).toMatchObject({ pass: true, domain: 'signed.test' });
});

describe('an address is refused before the message is received:', () => {
  const other = new ReturnPaths('a secret that somebody else made up, of 32', BOUNCES);
  test.each([
    ['somebody elsewhere', () => 'somebody@elsewhere.test'],
    ['somebody here', () => `info@${BOUNCES}`],
    ['no domain', () => 'postmaster'],
    ['postmaster elsewhere', () => 'postmaster@shop.test'],
    ['a relay in old ways', () => `postmaster%elsewhere.test@${BOUNCES}`],
    ['a relay by a route', () => `@${BOUNCES}:postmaster@elsewhere.test`],
    ['one signed by somebody else', () => other.address({ teamId: feedbackApp.api.teamId, id: mail.id })],
    ['one for a domain below', () => `${mail.returnPath.split('@')[0]}@x.${BOUNCES}`],
    ['one with a piece cut off', () => mail.returnPath.replace(/.@/, '@')],
    ['one with a piece put on', () => mail.returnPath.replace('@', 'a@')],
    ['one with letters like ours', () => mail.returnPath.replace(/[ks]/, 'ſ')],
  ])('%s', async (_name, address) => {
    const reply = await sendOverSmtp(feedbackApp.listener.port, '', [address()], bounce(mail));
    expect(reply).toMatch(/^5\d\d /);
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
  });

  test('all 2,000 altered addresses', async () => {
    const [local, domain] = mail.returnPath.split('@') as [string, string];
    const forged = new Set<string>();
    for (let at = 2; at < local.length; at += 1) {
      for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') {
        if (letter !== local[at]) forged.add(`${local.slice(0, at)}${letter}${local.slice(at + 1)}@${domain}`);
      }
    }
    for (let at = 2; at < local.length - 1; at += 1) {
      const swapped = `${local.slice(0, at)}${local[at + 1]}${local[at]}${local.slice(at + 2)}@${domain}`;
      if (swapped !== mail.returnPath) forged.add(swapped);
    }
    forged.add(`b-${'a'.repeat(58)}@${domain}`).add(`b-${local.slice(2).split('').reverse().join('')}@${domain}`);
    const addresses = [...forged];
    expect(addresses.length).toBeGreaterThan(2_000);
    const wrong: string[] = [];
    const fours: string[][] = [];
    for (let at = 0; at < addresses.length; at += 4) fours.push(addresses.slice(at, at + 4));
    const trySome = async () => {
      for (let four = fours.pop(); four; four = fours.pop()) {
        const { client } = await SmtpClient.open(feedbackApp.listener.port);
        await client.say('HELO mx.test');
        await client.say('MAIL FROM:<>');
        for (const address of four) {
          const reply = await client.say(`RCPT TO:<${address}>`);
          if (!reply.startsWith('550 ')) wrong.push(`${address}: ${reply}`);
        }
        if (!(await client.say('DATA')).startsWith('503 ')) wrong.push('DATA');
        client.close();
      }
    };
    // A greeting takes a tenth of a second for every client.
    await Promise.all(Array.from({ length: 8 }, trySome));
    expect(wrong).toEqual([]);
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    console.info(`tampered envelope senders: ${addresses.length}, all of them refused`);
  });

  test('and a client that tries many is disconnected', async () => {
    const { client } = await SmtpClient.open(feedbackApp.listener.port);
    await client.say('EHLO mx.test');
    await client.say('MAIL FROM:<>');
    const replies: string[] = [];
    for (let index = 0; index < 6; index += 1) replies.push(await client.say(`RCPT TO:<guess${index}@${BOUNCES}>`));
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['550', '550', '550', '550', '421', '']);
  });
});

test('a signature of another team finds no message in it', async () => {
  const other = await feedbackApp.api.db.team.findFirstOrThrow({ where: { name: 'Other team' } });
  const { returnPaths } = feedbackApp.api.installation;
  for (const subject of [
    { teamId: other.id, id: mail.id },
    { teamId: feedbackApp.api.teamId, id: newId() },
    { teamId: 2 ** 31 - 1, id: mail.id },
  ]) {
    expect(await feedbackApp.sendToListener(returnPaths!.address(subject), bounce(mail))).toBe(250);
  }
  expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
});

test('the listener offers and accepts no login, and reveals nothing about people', async () => {
  const { client, greeting } = await SmtpClient.open(feedbackApp.listener.port);
  expect(greeting).toMatch(/^220 bounces\.shop\.test /);
  expect(await client.say('EHLO mx.test')).not.toMatch(/AUTH/);
  expect(await client.say('AUTH PLAIN AGEAYg==')).toMatch(/^5/);
  expect(await client.say(`VRFY ${mail.to}`)).not.toMatch(/^250/);
  expect(await client.say(`EXPN ${mail.to}`)).toMatch(/^5/);
  client.close();
});

describe('caps', () => {
  const open = async (limits: object) => {
    const { connection, returnPaths, unsubscribeAddresses, dns, log } = feedbackApp.api.installation;
    return startFeedbackListener(
      { port: 0, host: '127.0.0.1' },
      { connection, returnPaths: returnPaths!, unsubscribeAddresses: unsubscribeAddresses!, dns, log, limits },
    );
  };

  test('a report that contains a message of several megabytes is read', async () => {
    const sent = await feedbackApp.sendTo();
    const large = { ...sent, raw: `${sent.raw}${'x'.repeat(76)}\n`.repeat(30_000) };
    expect(await feedbackApp.sendToListener(sent.returnPath, bounce(large))).toBe(250);
    expect(await feedbackApp.stateOf(sent)).toEqual(BOUNCED);
  });

  test('a mail declared too large is refused, and a client that sends it anyway is disconnected', async () => {
    const sent = await feedbackApp.sendTo();
    const small = await open({ size: 100_000 });
    const { client } = await SmtpClient.open(small.port);
    expect(await client.say('EHLO mx.test')).toMatch(/^250/);
    expect(await client.say('MAIL FROM:<> SIZE=100001')).toMatch(/^552 /);
    client.close();
    const mailbomb = bounce({ ...sent, raw: 'x'.repeat(3_000_000) });
    expect(await sendOverSmtp(small.port, '', [sent.returnPath], mailbomb)).toBe('');
    expect(await feedbackApp.stateOf(sent)).toEqual(UNTOUCHED);
    await small.stop();
  });

  test('silent and very slow clients are disconnected', async () => {
    const strict = await open({ silence: 200 });
    const silent = await SmtpClient.open(strict.port);
    expect(await silent.client.reply()).toMatch(/^421 |^$/);
    const short = await open({ silence: 20_000, lifetime: 600 });
    const dripping = await SmtpClient.open(short.port);
    const drip = setInterval(() => dripping.client.socket.write('x'), 50);
    expect(await dripping.client.reply()).toBe('');
    clearInterval(drip);
    const { client } = await SmtpClient.open(short.port);
    await client.say('EHLO mx.test');
    await client.say('MAIL FROM:<>');
    await client.say(`RCPT TO:<${mail.returnPath}>`);
    await client.say('DATA');
    const slow = setInterval(() => client.socket.write(`${bounce(mail).slice(0, 10)}\r\n`), 50);
    expect(await client.reply()).toBe('');
    clearInterval(slow);
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    await strict.stop();
    await short.stop();
  });

  test('an address is limited in simultaneous connections, and in connections per minute', async () => {
    const few = await open({ open: 3 });
    const clients = await Promise.all(Array.from({ length: 3 }, () => SmtpClient.open(few.port)));
    expect(clients.map(({ greeting }) => greeting.slice(0, 3))).toEqual(['220', '220', '220']);
    expect((await SmtpClient.open(few.port)).greeting).toMatch(/^421 /);
    for (const { client } of clients) client.close();
    await until(async () => (await SmtpClient.open(few.port)).greeting.startsWith('220'));
    await few.stop();
    const seldom = await open({ perMinute: 4 });
    const codes: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const { client, greeting } = await SmtpClient.open(seldom.port);
      codes.push(greeting.slice(0, 3));
      client.close();
    }
    expect(codes).toEqual(['220', '220', '220', '220', '421', '421']);
    await seldom.stop();
  });

  test('a connection is limited in mails', async () => {
    const few = await open({ mails: 2 });
    const { client } = await SmtpClient.open(few.port);
    const replies: string[] = [];
    for (let index = 0; index < 3; index += 1) replies.push(await client.send('', [mail.returnPath], 'Subject: x'));
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['250', '250', '421']);
    await few.stop();
  });

  test('at most ten recipients per mail', async () => {
    const paths = Array.from({ length: 11 }, () =>
      feedbackApp.api.installation.returnPaths!.address({ teamId: feedbackApp.api.teamId, id: newId() }),
    );
    expect(await sendOverSmtp(feedbackApp.listener.port, '', paths, 'x')).toMatch(/^452 /);
  });
});

test('a mail is deferred while it cannot be stored, and accepted when it is sent again', async () => {
  const sent = await feedbackApp.sendTo();
  const { db } = feedbackApp.api;
  await db.$executeRaw`alter table feedback rename to feedback_away`;
  expect(await feedbackApp.sendToListener(sent.returnPath, bounce(sent))).toBe(451);
  await db.$executeRaw`alter table feedback_away rename to feedback`;
  expect(await feedbackApp.stateOf(sent)).toEqual(UNTOUCHED);
  expect(await feedbackApp.sendToListener(sent.returnPath, bounce(sent))).toBe(250);
  expect(await feedbackApp.stateOf(sent)).toEqual(BOUNCED);
});

test('a port in use is reported in one clear line', async () => {
  const { connection, returnPaths, unsubscribeAddresses, dns, log } = feedbackApp.api.installation;
  const { port } = feedbackApp.listener;
  await expect(
    startFeedbackListener(
      { port, host: '127.0.0.1' },
      { connection, returnPaths: returnPaths!, unsubscribeAddresses: unsubscribeAddresses!, dns, log },
    ),
  ).rejects.toThrow(`FEEDBACK_SMTP_PORT ${port} cannot be opened (EADDRINUSE)`);
});

test('stopping answers received mails, and disconnects the others', async () => {
  const { connection, returnPaths, unsubscribeAddresses, dns, log } = feedbackApp.api.installation;
  const listener = await startFeedbackListener(
    { port: 0, host: '127.0.0.1' },
    { connection, returnPaths: returnPaths!, unsubscribeAddresses: unsubscribeAddresses!, dns, log },
  );
  const sent = await feedbackApp.sendTo();
  const idle = await SmtpClient.open(listener.port);
  const sending = sendOverSmtp(listener.port, '', [sent.returnPath], bounce(sent));
  expect(await sending).toMatch(/^250 /);
  await listener.stop();
  expect(await idle.client.reply()).toMatch(/^$|^421/);
  await expect(SmtpClient.open(listener.port)).resolves.toMatchObject({ greeting: '' });
});

test('stopping does not wait for every mail in the queue, because the servers send those again', async () => {
  const { connection, returnPaths, unsubscribeAddresses, dns, log } = feedbackApp.api.installation;
  const listener = await startFeedbackListener(
    { port: 0, host: '127.0.0.1' },
    {
      ...{ connection, returnPaths: returnPaths!, unsubscribeAddresses: unsubscribeAddresses!, dns, log },
      limits: { open: 200, waiting: 200, reading: 1e9, readingInAll: 1e9 },
    },
  );
  const [, slow] = HOSTILE_MAILS.find(([name]) => name === 'multiparts of multiparts')!;
  const hard = wireFormat(slow());
  const replies = Array.from({ length: 100 }, () => sendOverSmtp(listener.port, '', [`abuse@${BOUNCES}`], hard));
  await Promise.race(replies);
  await listener.stop();
  const codes = (await Promise.all(replies)).map((reply) => reply.slice(0, 3));
  expect(codes).toContain('250');
  expect(codes).toContain('451');
});

test('many simultaneous mails are all stored', async () => {
  const sent = await Promise.all(Array.from({ length: 40 }, () => feedbackApp.sendTo()));
  const mails = sent.map((one) => report(one, `Final-Recipient: rfc822; ${one.to}\nAction: failed\nStatus: 5.1.1\n`));
  const codes: number[] = [];
  for (let at = 0; at < mails.length; at += 10) {
    const some = sent
      .slice(at, at + 10)
      .map((one, index) => feedbackApp.sendToListener(one.returnPath, mails[at + index]!));
    codes.push(...(await Promise.all(some)));
  }
  expect(codes).toEqual(Array.from({ length: 40 }, () => 250));
  for (const one of sent) expect(await feedbackApp.stateOf(one)).toEqual(BOUNCED);
});
