import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { until } from '../../support/until.ts';

const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';
const A_MINUTE_AGO = new Date(Date.now() - 60_000);

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  const content =
    '<p><a href="https://shop.test/a">A</a> <a href="https://shop.test/b?x=1">B</a> <a href="https://shop.test/c">C</a></p>';
  await api.rest('POST', '/templates', { ...TEMPLATE, content });
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

/** The links of the latest mail to an address, in their order. */
async function linksTo(email: string): Promise<string[]> {
  const { mail } = (await inbox.mailTo(email)).at(-1)!;
  return (String(mail.html).match(/http:\/\/[^"]+\/click\/[^"]+/g) ?? []).map((url) => new URL(url).pathname);
}

/** One after the other: a third link within two seconds would be a machine's. */
async function click(urls: (string | undefined)[], userAgent = BROWSER): Promise<void> {
  for (const url of urls) await api.app.inject({ url: url!, headers: { 'user-agent': userAgent } });
}

const LINKS = 'links { url unique total }';

test('the links of a campaign are counted by people and clicks, most clicked first, without machines', async () => {
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(3));
  const [id, other] = [await makeCampaign(api, list), await makeCampaign(api, list)];
  for (const campaign of [id, other]) {
    await api.rest('POST', `/campaigns/${campaign}/send`);
    await untilEnded(api, campaign);
    if (campaign === other) break;
    await api.db.message.updateMany({ where: { campaignId: id }, data: { sentAt: A_MINUTE_AGO } });
    const [[a0, b0], [a1, b1], [, , c2]] = [
      await linksTo('p0@people.test'),
      await linksTo('p1@people.test'),
      await linksTo('p2@people.test'),
    ];
    await click([a0, a0, a0, b0, b1]);
    await click([a1, c2], 'curl/8.0');
  }
  const query =
    '{ campaigns(orderBy: { field: CREATED_AT, direction: ASC }) { nodes { id links { url unique total } } } }';
  expect((await ask(api, query)).campaigns.nodes).toEqual([
    {
      id,
      links: [
        { url: 'https://shop.test/a', unique: 1, total: 3 },
        { url: 'https://shop.test/b?x=1', unique: 2, total: 2 },
      ],
    },
    { id: other, links: [] },
  ]);
  expect((await ask(api, query, {}, { token: api.otherToken })).campaigns.nodes).toEqual([]);
});

test('the links of an e-mail are counted separately', async () => {
  const send = async (email: string) => {
    const mail = { template: TEMPLATE.name, from: 's@shop.test', to: [email] };
    const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
    await until(async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data.status === 'sent');
    await api.db.transactionalMail.updateMany({ where: { id }, data: { sentAt: A_MINUTE_AGO } });
    return id as string;
  };
  const [ann, bob] = [await send('ann@x.test'), await send('bob@x.test')];
  const [a, b] = await linksTo('ann@x.test');
  await click([b, b, a]);
  const { transactionalMails } = await ask(api, `{ transactionalMails { nodes { id clicks ${LINKS} } } }`);
  expect(transactionalMails.nodes).toEqual([
    { id: bob, clicks: 0, links: [] },
    {
      ...{ id: ann, clicks: 3 },
      links: [
        { url: 'https://shop.test/b?x=1', unique: 1, total: 2 },
        { url: 'https://shop.test/a', unique: 1, total: 1 },
      ],
    },
  ]);
});
