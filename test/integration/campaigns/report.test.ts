import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, untilEnded } from '../../support/campaigns.ts';
import { runHere } from '../../support/command-line.ts';
import { EMPTY_REPORT } from '../../support/empty-report.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { openReporter } from '../../support/generic-feedback.ts';
import { ask } from '../../support/graphql.ts';
import { visit } from '../../support/pages.ts';
import {
  APPLE,
  fetchAs,
  type ReceivedMessage,
  reportOf,
  SCANNER,
  sendCampaignTo,
  TEMPLATE_WITH_LINKS,
} from '../../support/received-messages.ts';
import { sseClient } from '../../support/sse.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let feedbackApp: FeedbackApp;
let jobs: ReturnType<typeof startJobs>;
let report: Awaited<ReturnType<typeof openReporter>>;
let list: string;
let id: string;
let messages: ReceivedMessage[];

const PEOPLE = ['ann@a.test', 'bob@a.test', 'cem@a.test', 'dan@b.test', 'eva@b.test', 'fay@c.test', 'gus@c.test'];

beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
  const { api, inbox } = feedbackApp;
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  jobs = startJobs(api.installation);
  report = await openReporter(api);
  await api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  list = await makeList(api);
  await subscribe(
    api,
    list,
    PEOPLE.map((email) => ({ email })),
  );
  inbox.server.recipients.set('gus@c.test', '550 5.7.1 no');
  ({ id, messages } = await sendCampaignTo(api, inbox, list, PEOPLE));
});
afterAll(async () => {
  await jobs.stop();
  await feedbackApp.close();
});

test('the report of a draft is all zeros', async () => {
  const draft = await makeCampaign(feedbackApp.api, list, { template: TEMPLATE_WITH_LINKS.name });
  const { status, body } = await feedbackApp.api.rest('GET', `/campaigns/${draft}/report`);
  expect([status, body.data]).toEqual([200, EMPTY_REPORT]);
});

test('a campaign of another team has no report', async () => {
  const { status } = await feedbackApp.api.rest('GET', `/campaigns/${id}/report`, undefined, {
    token: feedbackApp.api.otherToken,
  });
  expect(status).toBe(404);
});

test('a report counts sent, opened, clicked, sold, unsubscribed and bounced', async () => {
  const { api } = feedbackApp;
  const [ann, bob, cem, dan, eva] = messages as [
    ReceivedMessage,
    ReceivedMessage,
    ReceivedMessage,
    ReceivedMessage,
    ReceivedMessage,
  ];
  for (const url of [ann.pixel, ann.pixel, ann.clicks[0]!, ann.clicks[0]!, bob.pixel, dan.pixel, dan.clicks[1]!]) {
    await fetchAs(api, url);
  }
  await fetchAs(api, cem.pixel, APPLE);
  await fetchAs(api, cem.pixel, SCANNER);
  await fetchAs(api, cem.clicks[0]!, SCANNER);
  await visit(api, 'POST', bob.unsubscribe, '');
  await report('soft', cem);
  await report('bounce', cem);
  await report('bounce', eva);
  await report('complaint', dan);
  const sale = { email: ann.to, value: 1250, currency: 'EUR' };
  const { id: first } = (await api.rest('POST', '/conversions', sale)).body.data;
  await api.rest('POST', `/conversions/${first}/refund`, { value: 250 });
  await api.rest('POST', '/events', { email: dan.to, name: 'order', value: 300, currency: 'USD' });
  expect(await reportOf(api, id)).toEqual({
    ...{ recipients: 7, sent: 6, delivered: 4, failed: 1, unknown: 0, withheld: {} },
    opens: { unique: 3, total: 4, proxies: 1, scanners: 1 },
    clicks: { unique: 2, total: 3, scanners: 1 },
    ...{ unsubscribes: 1, unsubscribe_reasons: {}, bounces: { hard: 2, soft: 1 }, complaints: 1 },
    revenue: [
      { currency: 'EUR', revenue: 1000, orders: 1 },
      { currency: 'USD', revenue: 300, orders: 1 },
    ],
    rates: { open: 0.75, click: 0.5, click_to_open: 0.666667, unsubscribe: 0.25, bounce: 0.333333, complaint: 0.25 },
    links: [
      { url: 'https://shop.test/a', unique: 1, total: 2 },
      { url: 'https://shop.test/b', unique: 1, total: 1 },
    ],
    variants: [],
    domains: [
      { domain: 'a.test', sent: 3, opens: 2, clicks: 1, bounces: 1 },
      { domain: 'b.test', sent: 2, opens: 1, clicks: 1, bounces: 1 },
      { domain: 'c.test', sent: 1, opens: 0, clicks: 0, bounces: 0 },
    ],
    hours: [{ hour: 0, opens: 3, clicks: 2 }],
  });
});

test('GraphQL reports the same', async () => {
  const { campaign } = await ask(
    feedbackApp.api,
    `query($id: ID!) { campaign(id: $id) { report {
      recipients sent delivered failed unknown unsubscribes complaints
      opens { unique total proxies scanners } clicks { unique total scanners } bounces { hard soft }
      revenue { currency revenue orders } links { url unique total } domains { domain sent opens clicks bounces }
      hours { hour opens clicks } rates { open click click_to_open: clickToOpen unsubscribe bounce complaint }
    } } }`,
    { id },
  );
  const { withheld: _, variants: __, unsubscribe_reasons: ___, ...same } = await reportOf(feedbackApp.api, id);
  expect(campaign.report).toEqual(same);
});

test('a message that bounced in several ways counts once, and so does a repeated report', async () => {
  const before = await reportOf(feedbackApp.api, id);
  await report('bounce', messages[4]!);
  await report('complaint', messages[3]!);
  expect(await reportOf(feedbackApp.api, id)).toEqual(before);
});

test('a recount from the rows changes no correct figures, and restores lost ones', async () => {
  const { api } = feedbackApp;
  const before = await reportOf(api, id);
  const recount = () => runHere(['campaign', 'recount', '--campaign', id], { DATABASE_URL: api.databaseUrl });
  expect(await recount()).toEqual({ code: 0, stdout: `${id} 0\n`, stderr: '' });
  await statement(
    api.databaseUrl,
    `delete from campaign_counts where what in ('opens', 'revenue') or what like '%_at_%'`,
  );
  expect(await reportOf(api, id)).not.toEqual(before);
  expect((await recount()).code).toBe(0);
  expect(await reportOf(api, id)).toEqual(before);
});

test('a recount covers all campaigns at once, each with its own sales', async () => {
  const { api, inbox } = feedbackApp;
  const [buyers, other] = [['ira@d.test', 'jon@d.test'], await makeList(api)];
  await subscribe(
    api,
    other,
    buyers.map((email) => ({ email })),
  );
  const second = await sendCampaignTo(api, inbox, other, buyers);
  for (const [index, { clicks, to }] of second.messages.entries()) {
    await fetchAs(api, clicks[0]!);
    await api.rest('POST', '/conversions', { email: to, value: 100 * (index + 1), currency: 'JPY' });
  }
  const before = [await reportOf(api, id), await reportOf(api, second.id)];
  expect(before[0].revenue).not.toEqual([]);
  expect(before[1].revenue).toEqual([{ currency: 'JPY', revenue: 300, orders: 2 }]);
  await statement(
    api.databaseUrl,
    `delete from campaign_counts where what = 'opens';
     update campaign_counts set count = count + 1 where what in ('revenue', 'orders')`,
  );
  const env = { DATABASE_URL: api.databaseUrl };
  const wrong = async () =>
    new Map(
      (await runHere(['campaign', 'recount', '--all'], env)).stdout
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    );
  const first = await wrong();
  expect([Number(first.get(id)) >= 3, first.get(second.id)]).toEqual([true, '3']);
  expect([await reportOf(api, id), await reportOf(api, second.id)]).toEqual(before);
  const again = await wrong();
  expect([again.get(id), again.get(second.id)]).toEqual(['0', '0']);
});

test('messages sent by an older version are counted once the workers run', async () => {
  const { api } = feedbackApp;
  const before = await reportOf(api, id);
  await jobs.stop();
  await statement(
    api.databaseUrl,
    `delete from campaign_counts; delete from campaign_links; delete from message_facts where what <> 'unsubscribed';
     update campaigns set counted = false`,
  );
  expect(await reportOf(api, id)).toMatchObject({ opens: { unique: 0 }, links: [], sent: 6 });
  jobs = startJobs(api.installation);
  await expect.poll(() => reportOf(api, id), { timeout: 180_000 }).toEqual(before);
  await until(async () => (await api.db.campaign.count({ where: { counted: false } })) === 0);
});

test('subscribers of a campaign see its report change after it was sent, too', async () => {
  const { api, inbox } = feedbackApp;
  const people = ['hal@d.test', 'ida@d.test'];
  await subscribe(
    api,
    list,
    people.map((email) => ({ email })),
  );
  const sent = await sendCampaignTo(api, inbox, list, people);
  expect((await untilEnded(api, sent.id)).status).toBe('sent');
  const { port } = api.app.server.address() as { port: number };
  const { client } = sseClient(`http://127.0.0.1:${port}/graphql`, api.readToken);
  const query =
    'subscription ($id: ID!) { campaignProgressed(id: $id) { report { opens { unique } clicks { unique } } } }';
  const seen: unknown[] = [];
  for await (const { data } of client.iterate({ query, variables: { id: sent.id } })) {
    const shown = (data!.campaignProgressed as { report: { opens: { unique: number }; clicks: { unique: number } } })
      .report;
    seen.push(shown);
    if (seen.length === 1) await fetchAs(api, sent.messages[0]!.pixel);
    else if (shown.clicks.unique === 0) await fetchAs(api, sent.messages[1]!.clicks[0]!);
    else break;
  }
  expect(seen.at(-1)).toEqual({ opens: { unique: 2 }, clicks: { unique: 1 } });
  expect(seen[0]).toEqual({ opens: { unique: 0 }, clicks: { unique: 0 } });
});

test('orders, conversions and refunds reach subscribers of the campaign', async () => {
  const { api, inbox } = feedbackApp;
  await subscribe(api, list, [{ email: 'joe@d.test' }]);
  const { id, messages } = await sendCampaignTo(api, inbox, list, ['joe@d.test']);
  await untilEnded(api, id);
  await fetchAs(api, messages[0]!.clicks[0]!);
  const { port } = api.app.server.address() as { port: number };
  const { client } = sseClient(`http://127.0.0.1:${port}/graphql`, api.readToken);
  const query =
    'subscription ($id: ID!) { campaignProgressed(id: $id) { report { clicks { unique } revenue { revenue orders } } } }';
  const person = { email: 'joe@d.test', value: 5_000, currency: 'EUR' };
  const sold = [
    () => api.rest('POST', '/events', { ...person, name: 'order', reference: 'sale-1' }),
    () => api.rest('POST', '/events', { events: [{ ...person, name: 'order', reference: 'sale-2' }] }),
    () => api.rest('POST', '/conversions', { ...person, reference: 'sale-3' }),
    () => api.rest('POST', '/conversions/refund', { reference: 'sale-3', value: 2_000 }),
  ];
  const seen: number[] = [];
  for await (const { data } of client.iterate({ query, variables: { id } })) {
    const { report } = data!.campaignProgressed as {
      report: { clicks: { unique: number }; revenue: { revenue: number }[] };
    };
    const revenue = report.revenue[0]?.revenue ?? 0;
    if (report.clicks.unique === 0 || revenue === seen.at(-1)) continue;
    seen.push(revenue);
    const next = sold.shift();
    if (!next) break;
    expect((await next()).status).toBeLessThan(300);
  }
  expect(seen).toEqual([0, 5_000, 10_000, 15_000, 13_000]);
});

test('simultaneous changes to many messages are streamed as few changes', async () => {
  const { api, inbox } = feedbackApp;
  const other = await makeList(api);
  const people = Array.from({ length: 40 }, (_, index) => `crowd${index}@d.test`);
  await subscribe(
    api,
    other,
    people.map((email) => ({ email })),
  );
  const sent = await sendCampaignTo(api, inbox, other, people);
  const { port } = api.app.server.address() as { port: number };
  const { client } = sseClient(`http://127.0.0.1:${port}/graphql`, api.readToken);
  const query = 'subscription ($id: ID!) { campaignProgressed(id: $id) { report { unsubscribes } } }';
  const seen: number[] = [];
  for await (const { data } of client.iterate({ query, variables: { id: sent.id } })) {
    seen.push((data!.campaignProgressed as { report: { unsubscribes: number } }).report.unsubscribes);
    if (seen.length === 1) {
      await Promise.all(
        sent.messages.map(({ oneClick }) => visit(api, 'POST', oneClick, 'List-Unsubscribe=One-Click')),
      );
    }
    if (seen.at(-1) === people.length) break;
  }
  expect(seen.length).toBeLessThan(people.length / 2);
});

describe('unsent messages are counted by reason:', () => {
  const withheldOf = async (campaign: string) => (await reportOf(feedbackApp.api, campaign)).withheld;

  test('unsubscribed, suppressed, bounced, and no longer on the list', async () => {
    const { api } = feedbackApp;
    const other = await makeList(api);
    const emails = ['u', 's', 'g', 'k'].map((name) => `${name}@why.test`);
    const { data } = await subscribe(
      api,
      other,
      emails.map((email) => ({ email })),
    );
    await feedbackApp.inbox.stop();
    const campaign = await makeCampaign(api, other, { template: TEMPLATE_WITH_LINKS.name });
    await api.rest('POST', `/campaigns/${campaign}/send`);
    await until(async () => (await reportOf(api, campaign)).recipients === 4);
    await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`);
    await api.rest('POST', '/suppressions', { email: emails[1] });
    await api.rest('DELETE', `/subscribers/${data[2].id}`);
    const { openInbox } = await import('../../support/inbox.ts');
    Object.assign(feedbackApp, { inbox: await openInbox(api.installation) });
    await expect
      .poll(() => withheldOf(campaign), { timeout: 180_000 })
      .toEqual({
        ...{ unsubscribed: 1, suppressed: 1, left_list: 1 },
      });
  });

  test('cancelled', async () => {
    const { api } = feedbackApp;
    const other = await makeList(api);
    await subscribe(api, other, [{ email: 'x@why.test' }, { email: 'y@why.test' }]);
    await feedbackApp.inbox.stop();
    const campaign = await makeCampaign(api, other, { template: TEMPLATE_WITH_LINKS.name });
    await api.rest('POST', `/campaigns/${campaign}/send`);
    await until(async () => (await reportOf(api, campaign)).recipients === 2);
    await api.rest('POST', `/campaigns/${campaign}/cancel`);
    const { openInbox } = await import('../../support/inbox.ts');
    Object.assign(feedbackApp, { inbox: await openInbox(api.installation) });
    await expect.poll(() => withheldOf(campaign), { timeout: 180_000 }).toEqual({ cancelled: 2 });
  });
});
