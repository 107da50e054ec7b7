import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { awayFromMidnight } from '../../support/midnight.ts';
import { until } from '../../support/until.ts';
import { sendMails, type Wait, waitingFor, waitingForAttempt, waitsOf } from '../../support/waits.ts';

const HOUR_SECONDS = 3_600;

let api: TestApp;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp({ privateTransports: true });
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
});

/** A campaign to some people, once its messages are in the ledger. */
async function sendCampaign(input: object, people = 3): Promise<string> {
  const list = await makeList(api);
  await subscribeMany(api, list, rowsOf(people));
  const id = await makeCampaign(api, list, input);
  await api.rest('POST', `/campaigns/${id}/send`);
  await until(async () => (await readCampaign(api, id)).recipients_count === people);
  return id;
}

async function waitsOfCampaign(id: string): Promise<(Wait | null)[]> {
  const { body } = await api.graphql(
    `{ campaign(id: "${id}") { recipients(first: 10) { nodes { waiting { reason until } } } } }`,
  );
  return body.data.campaign.recipients.nodes.map(({ waiting }: { waiting: Wait | null }) => waiting);
}

const cancel = (id: string) => api.rest('POST', `/campaigns/${id}/cancel`);

describe('without a worker', () => {
  test('a scheduled e-mail waits for its time, and any other for a worker', async () => {
    const sendAt = new Date(Date.now() + HOUR_SECONDS * 1000).toISOString();
    const [scheduled] = await sendMails(api, ['ann@people.test'], { send_at: sendAt });
    const [due] = await sendMails(api, ['ann@people.test']);
    const waits = (await waitsOf(api, [scheduled!, due!])).map((one) => one?.waiting);
    expect(waits).toEqual([
      { reason: 'SCHEDULED', until: sendAt },
      { reason: 'WORKER', until: null },
    ]);
    await Promise.all([scheduled, due].map((id) => api.rest('DELETE', `/transactional-mails/${id}`)));
    expect((await waitsOf(api, [scheduled!, due!])).map((one) => one?.waiting)).toEqual([null, null]);
  });

  test('a campaign’s messages wait while it is paused, and for nothing once it is cancelled', async () => {
    const id = await sendCampaign({});
    expect(await waitsOfCampaign(id)).toEqual(Array(3).fill({ reason: 'WORKER', until: null }));
    await api.rest('POST', `/campaigns/${id}/pause`);
    expect(await waitsOfCampaign(id)).toEqual(Array(3).fill({ reason: 'CAMPAIGN_PAUSED', until: null }));
    await cancel(id);
    expect(await waitsOfCampaign(id)).toEqual([null, null, null]);
  });

  test.each([
    ['UTC', 2],
    ['Asia/Kolkata', 2],
    ['America/New_York', 23],
  ])('a campaign’s messages wait for its send window in %s, which opens in %i hours', async (timezone, hours) => {
    await api.rest('PATCH', '/team', { timezone });
    const opens = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + hours * HOUR_SECONDS * 1000);
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' });
    const window = { from: clock.format(opens), to: clock.format(opens.getTime() + 60_000) };
    const id = await sendCampaign({ send_window: window });
    expect(await waitsOfCampaign(id)).toEqual(Array(3).fill({ reason: 'SEND_WINDOW', until: opens.toISOString() }));
    await cancel(id);
    await api.rest('PATCH', '/team', { timezone: 'UTC' });
  });

  test('the rest of an A/B test waits for the winner', async () => {
    const variants = [{ name: 'A' }, { name: 'B', subject: 'Other' }];
    const id = await sendCampaign({ test: { variants, sample_percent: 20, by: 'manual' } }, 10);
    const whys = (await waitsOfCampaign(id)).map((wait) => wait?.reason).sort();
    expect(whys).toEqual([...Array(8).fill('AB_TEST'), 'WORKER', 'WORKER']);
    await cancel(id);
  });
});

describe('with a worker', () => {
  let inbox: Inbox;
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
    inbox = await openInbox(api.installation, Array(3).fill(HOUR_SECONDS), server);
  });
  afterAll(() => inbox.stop());
  beforeEach(awayFromMidnight);

  const createTransport = async (input: object): Promise<string> => {
    const local = { name: 'Local', host: '127.0.0.1', port: server.port };
    return (await api.rest('POST', '/transports', { ...local, ...input })).body.data.id;
  };
  const many = (count: number, domain: string) => Array.from({ length: count }, (_, index) => `p${index}@${domain}`);

  test('a sent e-mail waits for nothing', async () => {
    const mails = await sendMails(api, ['sent@people.test']);
    await inbox.mailTo('sent@people.test');
    await until(async () => (await waitsOf(api, mails))[0]?.waiting === null);
  });

  test('e-mails over a limit wait for the transport’s turn, or the domain’s', async () => {
    const slow = await createTransport({ messages_per_minute: 1 });
    const mails = await sendMails(api, many(3, 'slow.test'), { transport: slow });
    await waitingForAttempt(api, 'TRANSPORT_LIMIT', mails);
    const narrow = await createTransport({ domain_limits: [{ domain: 'narrow.test', messages_per_minute: 1 }] });
    const toNarrow = await sendMails(api, [...many(3, 'narrow.test'), ...many(1, 'wide.test')], { transport: narrow });
    await waitingFor(api, 'DOMAIN_LIMIT', toNarrow);
    await inbox.mailTo('p0@wide.test');
  });

  test('e-mails over the limit of a warm-up wait for the next day', async () => {
    const transport = await createTransport({ warm_up_started_on: new Date().toISOString().slice(0, 10) });
    const mails = await sendMails(api, many(55, 'warm.test'), { transport });
    const { until: next } = await waitingFor(api, 'DAILY_LIMIT', mails);
    const tomorrow = new Date(Date.now() + 24 * HOUR_SECONDS * 1000).toISOString().slice(0, 10);
    expect(next).toBe(`${tomorrow}T00:00:00.000Z`);
  });

  test('an e-mail that was refused for now waits for its retry', async () => {
    server.recipients.set('grey@people.test', '451 try again later');
    const mails = await sendMails(api, ['grey@people.test']);
    await waitingForAttempt(api, 'RETRY', mails);
  });

  test.each([
    ['domain', 'DOMAIN_PAUSED', {}],
    ['transport', 'TRANSPORT_PAUSED', { port: 1 }],
  ])('e-mails of a paused %s wait for the end of the pause; failed ones for their retry', async (of, why, input) => {
    const domain = `${of}.test`;
    for (const to of many(9, domain)) server.recipients.set(to, '452 too many messages');
    const transport = await createTransport(input);
    const mails = await sendMails(api, many(9, domain), { transport });
    // All may fail before the pause begins.
    const wait = await waitingFor(api, why, mails, async () => {
      mails.push(...(await sendMails(api, many(1, domain), { transport })));
    });
    const { body } = await api.rest('GET', '/sending-pauses');
    const [pause] = body.data.filter((one: { transport: string }) => one.transport === transport);
    expect(Math.abs(Date.parse(pause.paused_until) - Date.parse(wait.until!))).toBeLessThan(2_000);
    await waitingFor(api, 'RETRY', mails);
  });

  test('a campaign’s messages wait for its pace', async () => {
    const id = await sendCampaign({ messages_per_minute: 1 });
    await until(async () => (await waitsOfCampaign(id)).includes(null));
    const waits = (await waitsOfCampaign(id)).filter((wait) => wait !== null);
    expect(waits.map(({ reason }) => reason)).toEqual(['CAMPAIGN_PACE', 'CAMPAIGN_PACE']);
    expect(Date.parse(waits[0]!.until!)).toBeGreaterThan(Date.now());
    await cancel(id);
  });
});

test('the reason is read together for many messages, and changes nothing', async () => {
  const transport = (
    await api.rest('POST', '/transports', { name: 'Slow', host: 'smtp.shop.example', messages_per_minute: 1 })
  ).body.data.id;
  const mails = await sendMails(api, ['a@people.test', 'b@people.test', 'c@people.test'], { transport });
  const budgets = () => api.db.sendBudget.findMany({ orderBy: [{ transportId: 'asc' }, { domain: 'asc' }] });
  await jobs.stop(); // they look for work at any moment
  await waitsOf(api, mails); // the first call also reads the token
  const before = await budgets();
  const one = await api.statements(() => waitsOf(api, mails.slice(0, 1)));
  const three = await api.statements(() => waitsOf(api, mails));
  expect(three).toHaveLength(one.length);
  expect(await budgets()).toEqual(before);
});
