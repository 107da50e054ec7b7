import { expect, test } from 'vitest';
import { startDelivery } from '../../../src/delivery/start-delivery.ts';
import { readMailUrl } from '../../../src/delivery/transports/mail-url.ts';
import { createSmtp } from '../../../src/delivery/transports/smtp.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign } from '../../support/campaigns.ts';
import {
  type MisbehavingMailServer,
  STEPS,
  startMisbehavingMailServer,
} from '../../support/misbehaving-mail-server.ts';
import { until } from '../../support/until.ts';

/** An installation that sends to a server of its own. */
interface Sending {
  api: TestApp;
  server: MisbehavingMailServer;
}

// The tests run at the same time, because each waits until a server counts as silent or its pause ends.
const it = test.extend<{ sending: Sending }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest demands this pattern
  sending: async ({}, use) => {
    const api = await openTestApp();
    const jobs = startJobs(api.installation);
    await api.rest('POST', '/templates', { name: 'News', editor: 'html', subject: 'News', content: 'News' });
    const server = await startMisbehavingMailServer();
    const transport = createSmtp(readMailUrl(server.url));
    const config = { mailRetrySeconds: [1_800, 1_800], bulkRetrySeconds: [1_800, 1_800], privateTransports: true };
    const delivery = startDelivery({ ...api.installation, config, transport });
    await use({ api, server });
    await delivery.stop();
    await transport.close();
    await server.close();
    await jobs.stop();
    await api.close();
  },
});

const pauses = async (api: TestApp) => (await api.rest('GET', '/sending-pauses')).body.data;

async function sendCampaign(api: TestApp, domain: string, people: number) {
  const list = await makeList(api);
  const emails = Array.from({ length: people }, (_, index) => `p${index}@${domain}`);
  await subscribe(
    api,
    list,
    emails.map((email) => ({ email })),
  );
  const id = await makeCampaign(api, list, { template: 'News' });
  expect((await api.rest('POST', `/campaigns/${id}/send`)).status).toBe(200);
}

async function sendMails(api: TestApp, domain: string, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `mail${index}@${domain}`);
  for (const to of emails)
    await api.rest('POST', '/transactional-mails', { template: 'News', from: 'shop@shop.test', to: [to] });
  return emails;
}

/** The recipients after the first `before` messages, the mails among them, sorted. */
const next = ({ recipients }: MisbehavingMailServer, before: number, count: number) =>
  recipients.slice(before, before + count).sort();

it.concurrent('a silent server pauses campaigns, and urgent mail is sent first once it answers', async ({
  sending,
}) => {
  const { api, server } = sending;
  server.silentAfter = 'the message';
  await sendCampaign(api, 'silent.test', 30);
  await until(() => server.received.includes('the message'));
  const mails = await sendMails(api, 'silent.test', 5);
  await until(async () => (await pauses(api)).length > 0);
  expect(await pauses(api)).toMatchObject([
    { transport: null, domain: 'silent.test', bulk_only: true, reason: 'The server has not answered for 10 seconds.' },
  ]);
  server.silentAfter = undefined;
  server.answerNow();
  const before = server.recipients.length;
  await until(() => server.recipients.length >= before + 5);
  expect(next(server, before, 5)).toEqual(mails);
});

it.concurrent('urgent mail that failed while the server was down is sent as soon as it is back, and before its campaign', async ({
  sending,
}) => {
  const { api, server } = sending;
  server.hangUpAfter = { step: 'EHLO', times: Number.POSITIVE_INFINITY };
  await sendCampaign(api, 'away.test', 30);
  const mails = await sendMails(api, 'away.test', 5);
  await until(async () => (await pauses(api)).length > 0);
  expect(await pauses(api)).toMatchObject([{ transport: null, domain: null, bulk_only: false }]);
  server.hangUpAfter = undefined;
  await sendMails(api, 'elsewhere.test', 1); // the first that is tried again, after the pause
  await until(() => server.recipients.length >= 6);
  expect(next(server, 0, 6)).toEqual([...mails, 'mail0@elsewhere.test'].sort());
});

it.concurrent('an urgent message gets the next free connection before others that wait for one', async () => {
  const server = await startMisbehavingMailServer();
  const single = createSmtp(readMailUrl(`${server.url}?pool=1`));
  const first = await single.connect();
  const order: string[] = [];
  const wait = async (name: string, isUrgent: boolean) => {
    const connection = await single.connect(isUrgent);
    order.push(name);
    if (connection.kind === 'connected') connection.release();
  };
  const waiting = [wait('bulk 1', false), wait('bulk 2', false), wait('urgent 1', true), wait('urgent 2', true)];
  if (first.kind === 'connected') first.release();
  await Promise.all(waiting);
  expect(order).toEqual(['urgent 1', 'urgent 2', 'bulk 1', 'bulk 2']);
  await single.close();
  await server.close();
});

it.concurrent.for(STEPS.filter((step) => ['MAIL', 'RCPT', 'DATA'].includes(step)))(
  'a server that is silent after %s is shown as a pause too',
  async (step, { sending: { api, server } }) => {
    server.silentAfter = step;
    await sendCampaign(api, `${step.toLowerCase()}.test`, 3);
    await until(async () => (await pauses(api)).length > 0);
    expect(await pauses(api)).toMatchObject([{ domain: `${step.toLowerCase()}.test`, bulk_only: true }]);
  },
);
