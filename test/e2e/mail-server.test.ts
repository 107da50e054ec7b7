import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { countMails, createOrderTemplate, deferralOf, sendMail, settledMail } from '../support/mails.ts';
import { freePort } from '../support/server.ts';
import { addTransport, openSharedTeam, type SharedTeam } from '../support/shared-server.ts';
import { until } from '../support/until.ts';

let team: SharedTeam;
let smtp: MailServer;
let port: number;
let transport: string;

beforeAll(async () => {
  team = await openSharedTeam();
  port = await freePort();
  transport = await addTransport(team, port);
  await createOrderTemplate(team);
});
afterAll(() => smtp?.close());

const send = (to: string) => sendMail(team, to, 1, { transport });

test('an e-mail sent while the mail server is down is delivered when it is up', async () => {
  const id = await send('early@example.com');
  expect(await deferralOf(team, id)).toContain('ECONNREFUSED');
  smtp = await startMailServer({ port });
  expect(await settledMail(team, id)).toMatchObject({ status: 'sent', failure_reason: null });
  expect(smtp.received.map(({ envelope }) => envelope.to)).toEqual([['early@example.com']]);
});

test('a permanently refused recipient fails with the reason of the server', async () => {
  smtp.recipients.set('nobody@example.com', '550 no such person here');
  const mail = await settledMail(team, await send('nobody@example.com'));
  expect(mail).toMatchObject({ status: 'failed', sent_at: null });
  expect(mail.failure_reason).toContain('550 no such person here');
});

test('a temporarily refused e-mail is retried until it is accepted', async () => {
  const from = smtp.received.length;
  smtp.replies.push('451 later', '451 later still');
  const mail = await settledMail(team, await send('busy@example.com'));
  expect(mail).toMatchObject({ status: 'sent', failure_reason: null });
  const tries = smtp.received.slice(from).map(({ mail }) => mail.messageId);
  expect(tries).toHaveLength(3);
  expect(new Set(tries).size).toBe(1);
});

test('a mail server that dies during a series and returns gets all of it', async () => {
  const sent = await countMails(team, 'sent');
  const { received } = smtp; // it continues to grow while that server closes
  const from = received.length;
  smtp.holdAnswers(() => received.length >= from + 10); // so that it does not accept them all before it dies
  const series = Promise.all(Array.from({ length: 50 }, (_, order) => send(`p${order}@example.com`)));
  await until(() => smtp.unanswered > 0);
  await smtp.close();
  await series;
  smtp = await startMailServer({ port });
  await until(async () => (await countMails(team, 'sent')) === sent + 50); // it may wait for a while
  expect(await countMails(team, 'pending')).toBe(0);
  const arrived = [...received.slice(from), ...smtp.received].flatMap(({ envelope }) => envelope.to);
  expect(new Set(arrived).size).toBe(50);
});
