import { afterEach, beforeAll, expect, test } from 'vitest';
import { EXPIRED, VALID } from '../support/certificates/certificates.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createOrderTemplate, deferralOf, sendMail, settledMail } from '../support/mails.ts';
import { freePort } from '../support/server.ts';
import { addTransport, openSharedTeam, type SharedTeam } from '../support/shared-server.ts';

let team: SharedTeam;
let smtp: MailServer | undefined;
beforeAll(async () => {
  team = await openSharedTeam();
  await createOrderTemplate(team);
});
afterEach(() => smtp?.close());

test.each([
  ['smtps', 'first byte'],
  ['smtp', 'STARTTLS'],
] as const)(
  'over %s a mail server with an expired certificate gets no message until it has a new one',
  async (scheme, from) => {
    const port = await freePort();
    const transport = await addTransport(team, port, scheme === 'smtps');
    smtp = await startMailServer({ port, tls: { ...EXPIRED, from } });
    const id = await sendMail(team, 'ann@x.test', 1, { transport });
    expect(await deferralOf(team, id)).toMatch(/^The certificate of the mail server has expired on 2021/);
    expect(smtp.received).toEqual([]);
    await smtp.close();
    smtp = await startMailServer({ port, tls: { ...VALID, from } });
    expect(await settledMail(team, id)).toMatchObject({ status: 'sent', failure_reason: null });
    expect(smtp.received.map(({ envelope, secure }) => [envelope.to, secure])).toEqual([[['ann@x.test'], true]]);
  },
);
