import { afterAll, beforeAll, expect, test } from 'vitest';
import { report } from '../support/bounces.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createOrderTemplate, sendMail, settledMail } from '../support/mails.ts';
import { addTransport, openSharedTeam, type SharedTeam } from '../support/shared-server.ts';
import { sendOverSmtp } from '../support/smtp-client.ts';

let smtp: MailServer;
let team: SharedTeam;
let transport: string;
beforeAll(async () => {
  [smtp, team] = await Promise.all([startMailServer(), openSharedTeam()]);
  transport = await addTransport(team, smtp.port);
  await createOrderTemplate(team);
});
afterAll(() => smtp.close());

const send = async (to: string) => settledMail(team, await sendMail(team, to, 1, { transport }));

test('an e-mail bounces, and the address gets no more e-mails', async () => {
  const { id } = await send('gone@people.test');
  const { envelope, raw } = smtp.received[0]!;
  expect(envelope.from).toMatch(/^b-[a-z2-7]{58}@bounces\.shop\.example$/);
  const mail = { id, to: 'gone@people.test', returnPath: envelope.from, raw };
  const fields = 'Final-Recipient: rfc822; gone@people.test\nAction: failed\nStatus: 5.1.1\n';
  expect(await sendOverSmtp(team.feedbackPort, '', [envelope.from], report(mail, fields))).toMatch(/^250 /);
  const { body } = await team.rest('GET', '/suppressions');
  expect(body.data).toMatchObject([{ email: 'gone@people.test', reason: 'hard_bounce' }]);
  expect(await send('gone@people.test')).toMatchObject({ status: 'failed' });
});
