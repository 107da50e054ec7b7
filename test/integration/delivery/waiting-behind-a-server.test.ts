import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { TEMPLATE } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { sendMails, waitingFor, waitingForAttempt } from '../../support/waits.ts';

let api: TestApp;
let inbox: Inbox;
let server: MailServer;
beforeAll(async () => {
  api = await openTestApp({ privateTransports: true });
  await api.rest('POST', '/templates', TEMPLATE);
  server = await startMailServer();
  inbox = await openInbox(api.installation, Array(3).fill(3_600), server);
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
});

test('behind a silent server e-mails wait for its answer, a connection, their turn or their team’s share', async () => {
  const answer = server.holdAnswers(() => true);
  const local = { name: 'Local', host: '127.0.0.1', port: server.port, connections: 1 };
  const { body, status } = await api.rest('POST', '/transports', local);
  expect(status).toBe(201);
  const transport = body.data.id;
  const two = await sendMails(api, ['a@silent.test', 'b@silent.test'], { transport });
  await waitingFor(api, 'ANSWER', two);
  await waitingForAttempt(api, 'NEXT_ATTEMPT', two);
  const others = Array.from({ length: 100 }, (_, index) => `p@d${index}.test`);
  const mails = [...(await sendMails(api, others, { transport })), ...(await sendMails(api, others, { transport }))];
  await waitingFor(api, 'CONNECTION', mails.slice(0, 10));
  await waitingFor(api, 'TEAM_SHARE', mails.slice(-10));
  answer();
});
