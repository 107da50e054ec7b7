import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueNextCampaign } from '../../../src/domain/campaigns/enqueue-campaign.ts';
import { runSeries } from '../../../src/domain/campaigns/series/run-series.ts';
import { startScheduledCampaigns } from '../../../src/domain/campaigns/start-scheduled.ts';
import { openInstallation } from '../../../src/installation.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type FeedServer, INSIDE, openFeedServer, rssOf } from '../../support/feeds.ts';
import { type Inbox, linkIn, openInbox } from '../../support/inbox.ts';
import { visit } from '../../support/pages.ts';
import { clockOf, shiftClock } from '../../support/simulated-clock.ts';

const BLOG = fileURLToPath(new URL('../../fixtures/feeds/blog.rss.xml', import.meta.url));
const NOW = '2027-03-01T12:00:00Z';
const DAILY = { rule: 'FREQ=DAILY', start: '2027-03-02T09:00:00', timezone: 'UTC' };

const DIGEST = `<p>{{ feed.title }} for {{ subscriber.first_name }}</p><ul>{% for item in feed.items %}
<li>[{{ item.id }}] <a href="{{ item.link }}">{{ item.title }}</a> {{ item.summary }} {{ item.content | raw }}</li>{% endfor %}</ul>
<a href="{{ view_url }}">View</a>`;

let api: TestApp;
let inbox: Inbox;
let feeds: FeedServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-feeds-'));
  feeds = await openFeedServer();
  api = await openTestApp({ outboundAllow: [INSIDE] }, { simulatedClock: true });
  await clockOf(api).set(NOW);
  inbox = await openInbox(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
  await api.rest('POST', '/templates', {
    ...TEMPLATE,
    name: 'Digest',
    subject: '{{ feed.items[0].title }}',
    content: DIGEST,
  });
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
  feeds.close();
  await rm(folder, { recursive: true });
});

const call = (id: string, verb: string, body?: object) => api.rest('POST', `/campaigns/${id}/${verb}`, body);

/** The work of one process every few seconds. */
const sweep = async (installation = api.installation) => {
  const { connection, config, log } = installation;
  const looked = await runSeries(connection.db, installation, log);
  await startScheduledCampaigns(connection.db, config, log);
  while (await enqueueNextCampaign(connection.db));
  return looked;
};

const at = async (moment: string) => {
  await clockOf(api).set(moment);
  await sweep();
};

/** The occurrences of a series, oldest first. */
const occurrencesOf = async (id: string) => (await api.rest('GET', `/campaigns?series=${id}`)).body.data.reverse();

async function series(input: object = {}, people = 1): Promise<string> {
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(people));
  return makeCampaign(api, list, { recurrence: DAILY, ...input });
}

async function started(input: object = {}, people = 1): Promise<string> {
  await clockOf(api).set(NOW);
  const id = await series(input, people);
  const { status, body } = await call(id, 'schedule');
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data).toMatchObject({ status: 'scheduled', schedule: { timezone: null } });
  return id;
}

test('each occurrence is its own campaign, with the settings of its series, and is sent', async () => {
  const settings = {
    subject: 'Good morning',
    from_name: 'May',
    tracking: false,
    archive: true,
    ignore_frequency: true,
  };
  const id = await started(settings, 2);
  expect((await readCampaign(api, id)).scheduled_at).toBe('2027-03-02T09:00:00.000Z');
  await at('2027-03-02T08:59:00Z');
  expect(await occurrencesOf(id)).toEqual([]);
  await at('2027-03-02T09:00:01Z');
  const [first] = await occurrencesOf(id);
  expect(await untilEnded(api, first.id)).toMatchObject({
    ...{ ...settings, status: 'sent', sent_count: 2, series: id, recurrence: null, template: 'Issue' },
    ...{ name: 'May 2027-03-02', occurs_at: '2027-03-02T09:00:00.000Z', failure_reason: null },
  });
  const [message = expect.fail()] = await inbox.mailTo('p0@people.test');
  expect(message.mail.subject).toBe('Good morning');
  expect(await readCampaign(api, id)).toMatchObject({
    ...{ status: 'scheduled', scheduled_at: '2027-03-03T09:00:00.000Z', recipients_count: null, sent_count: 0 },
  });
  await at('2027-03-03T09:00:00Z');
  expect((await occurrencesOf(id)).map(({ name }: { name: string }) => name)).toEqual([
    'May 2027-03-02',
    'May 2027-03-03',
  ]);
  const query = `query ($id: ID!) { campaigns(seriesId: $id, first: 5) { totalCount nodes { series { id name } } } }`;
  const { campaigns } = (await api.graphql(query, { id })).body.data;
  expect(campaigns).toMatchObject({ totalCount: 2, nodes: [{ series: { id, name: 'May' } }, { series: { id } }] });
  expect((await call(id, 'unschedule')).body.data).toMatchObject({ status: 'draft', scheduled_at: null });
  await at('2027-03-04T09:00:00Z');
  expect(await occurrencesOf(id)).toHaveLength(2);
});

test('the local time stays over both changes of clocks', async () => {
  const recurrence = { rule: 'FREQ=WEEKLY;BYDAY=SU', start: '2027-03-01T09:00', timezone: 'Europe/Berlin' };
  const id = await started({ recurrence });
  for (const moment of [
    '2027-03-21T08:00:00Z',
    '2027-03-28T07:00:00Z',
    '2027-10-24T07:00:00Z',
    '2027-10-31T08:00:00Z',
  ]) {
    await at(new Date(Date.parse(moment) - 60_000).toISOString());
    const before = await occurrencesOf(id);
    await at(moment);
    const [last] = (await occurrencesOf(id)).slice(before.length);
    // One missed in the weeks between was made by the first look; this one is of this moment.
    expect(last.occurs_at).toBe(moment.replace('Z', '.000Z'));
  }
  await call(id, 'unschedule');
});

const momentsOf = async (id: string) =>
  (await occurrencesOf(id)).map(({ occurs_at }: { occurs_at: string }) => occurs_at);

test('processes that look at the same moment make one occurrence, and of missed ones only one is made', async () => {
  const id = await started();
  await clockOf(api).set('2027-03-02T09:00:00Z');
  await Promise.all(Array.from({ length: 8 }, () => sweep()));
  expect(await momentsOf(id)).toEqual(['2027-03-02T09:00:00.000Z']);
  await clockOf(api).set('2027-03-20T12:00:00Z'); // after weeks without a look
  await Promise.all(Array.from({ length: 8 }, () => sweep()));
  expect(await momentsOf(id)).toEqual(['2027-03-02T09:00:00.000Z', '2027-03-03T09:00:00.000Z']);
  expect((await readCampaign(api, id)).scheduled_at).toBe('2027-03-21T09:00:00.000Z');
  await call(id, 'cancel');
});

test('a process that waits while another one creates the occurrence does not create the next one early', async () => {
  const id = await started();
  await clockOf(api).set('2027-03-02T09:00:00Z');
  const { config, log } = api.installation;
  const other = await openInstallation({ ...config, databasePool: 1 }, api.databaseUrl, log);
  const looking = sweep(other); // has its connection until it has seen the series
  const connection = await other.connection.pool.connect();
  await sweep();
  connection.release();
  await looking;
  await other.close();
  expect(await momentsOf(id)).toEqual(['2027-03-02T09:00:00.000Z']);
  await call(id, 'cancel');
});

test('a process whose clock is slightly behind the database’s continues with the next occurrence', async () => {
  const id = await started();
  await clockOf(api).set('2027-03-02T08:59:59Z');
  const ahead = Date.parse('2027-03-02T09:00:01Z') - Date.now();
  await shiftClock(api.databaseUrl, `${ahead} milliseconds`); // which the process has not noticed yet
  await sweep();
  expect(await momentsOf(id)).toEqual(['2027-03-02T09:00:00.000Z']);
  expect((await readCampaign(api, id)).scheduled_at).toBe('2027-03-03T09:00:00.000Z');
  await call(id, 'cancel');
});

test('`send` starts a series too, and a series counts as sent when its rule ends', async () => {
  await clockOf(api).set(NOW);
  const id = await series({ recurrence: { ...DAILY, rule: 'FREQ=DAILY;COUNT=2' } });
  expect((await call(id, 'send')).body.data).toMatchObject({ status: 'scheduled' });
  await at('2027-03-02T09:00:00Z');
  await at('2027-03-03T09:00:00Z');
  expect(await occurrencesOf(id)).toHaveLength(2);
  expect(await readCampaign(api, id)).toMatchObject({
    status: 'sent',
    scheduled_at: null,
    ended_at: expect.any(String),
  });
  await at('2027-03-04T09:00:00Z');
  expect(await occurrencesOf(id)).toHaveLength(2);
});

test('a series accepts no other time, and starts only if it can be sent and will occur', async () => {
  await clockOf(api).set(NOW);
  const id = await series();
  for (const body of [{ at: '2027-03-05T09:00:00Z' }, { at: '2027-03-05T09:00', timezone: 'UTC' }]) {
    const { status, body: answer } = await call(id, 'schedule', body);
    expect([status, Object.keys(answer.errors)]).toEqual([422, Object.keys(body)]);
  }
  await clockOf(api).set('2027-01-01T00:00:00Z');
  const over = await series({ recurrence: { ...DAILY, rule: 'FREQ=DAILY;UNTIL=20270303' } });
  await clockOf(api).set('2027-03-05T09:00:00Z');
  expect((await call(over, 'schedule')).body.errors).toHaveProperty(['recurrence.rule']);
  await clockOf(api).set(NOW);
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Bare', subject: null });
  expect((await call(await series({ template: 'Bare' }), 'schedule')).body.errors).toHaveProperty('subject');
  const broken = await series({ feed_url: feeds.address('/none') });
  expect((await call(broken, 'send')).body.errors).toEqual({ feed_url: [expect.stringContaining('status 404')] });
  expect(await readCampaign(api, broken)).toMatchObject({ status: 'draft' });
});

test('an occurrence that cannot be sent fails, and the series continues', async () => {
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Fleeting' });
  const id = await started({ template: 'Fleeting' });
  const { body } = await api.rest('GET', '/templates?per_page=100');
  const { id: template } = body.data.find(({ name }: { name: string }) => name === 'Fleeting');
  await api.rest('DELETE', `/templates/${template}`);
  await at('2027-03-02T09:00:00Z');
  const [failed] = await occurrencesOf(id);
  expect(failed).toMatchObject({ status: 'failed', failure_reason: expect.stringContaining('template') });
  expect(await readCampaign(api, id)).toMatchObject({ status: 'scheduled', scheduled_at: '2027-03-03T09:00:00.000Z' });
  await call(id, 'unschedule');
});

test('a suspended team makes no occurrences until it is active again', async () => {
  const id = await started();
  await clockOf(api).set('2027-03-02T09:00:00Z');
  await api.db.team.update({ where: { id: api.teamId }, data: { status: 'suspended' } });
  expect(await sweep()).toBe(0);
  await api.db.team.update({ where: { id: api.teamId }, data: { status: 'active' } });
  expect(await sweep()).toBe(1);
  api.installation.access.forget(api.teamId);
  expect(await occurrencesOf(id)).toHaveLength(1);
  await call(id, 'unschedule');
});

test('deleting a series keeps its occurrences', async () => {
  const id = await started({ feed_url: feeds.address() }).catch(() => undefined);
  expect(id).toBeUndefined(); // there is no feed yet
  const plain = await started();
  await at('2027-03-02T09:00:00Z');
  const [occurrence] = await occurrencesOf(plain);
  expect((await api.rest('DELETE', `/campaigns/${plain}`)).status).toBe(204);
  expect(await readCampaign(api, occurrence.id)).toMatchObject({ series: plain });
  const query = `query ($id: ID!) { campaign(id: $id) { series { id } } }`;
  expect((await api.graphql(query, { id: occurrence.id })).body.data.campaign).toEqual({ series: null });
});

test('a feed is polled three times: new entries are sent once, and a broken feed is reported', async () => {
  const file = join(folder, 'blog.xml');
  await copyFile(BLOG, file);
  feeds.serve(file);
  const id = await started({ template: 'Digest', feed_url: feeds.address() }, 2);
  await at('2027-03-02T09:00:00Z');
  const [first] = await occurrencesOf(id);
  expect(await untilEnded(api, first.id)).toMatchObject({ status: 'sent', sent_count: 2, feed_url: null });
  const mails = await inbox.mailTo('p1@people.test');
  const { mail } = mails.at(-1) ?? expect.fail();
  expect(mail.subject).toBe('Butter of the week');
  expect(mail.text).toMatch(/\[bakery-2\][\s\S]*Salted, with nuts[\s\S]*\[bakery-1\]/);
  expect(mail.html).toContain('Bread &amp; Butter for ');
  expect(mail.html).not.toMatch(/<script|onerror|javascript:|<iframe|evil\.example/);
  const view = await visit(api, 'GET', linkIn(mails.at(-1)!, 'view'));
  expect(view.text).toContain('[bakery-2]');
  expect(await readCampaign(api, id)).toMatchObject({ feed_new_count: 2, feed_error: null });

  const known = feeds.statuses.length;
  await at('2027-03-03T09:00:00Z'); // nothing new
  expect(feeds.statuses.slice(known)).toEqual([304]);
  expect(await occurrencesOf(id)).toHaveLength(1);
  expect(await readCampaign(api, id)).toMatchObject({
    ...{ feed_new_count: 0, feed_error: null, scheduled_at: '2027-03-04T09:00:00.000Z' },
    feed_checked_at: expect.stringContaining('2027-03-03T09:00'),
  });

  const text = await readFile(BLOG, 'utf8');
  const entry =
    '<item><title>Rolls</title><guid>https://bakery.example/blog/rolls</guid><description>Hot</description></item>';
  await writeFile(file, text.replace('<item>', `${entry}<item>`));
  await at('2027-03-04T09:00:00Z');
  const [, second] = await occurrencesOf(id);
  await untilEnded(api, second.id);
  const { mail: next } = (await inbox.mailTo('p1@people.test', mails.length + 1)).at(-1) ?? expect.fail();
  expect(next.subject).toBe('Rolls');
  expect(next.text).not.toContain('bakery-');
  // Everybody gets the same content, even after the feed changes.
  const again = await visit(api, 'GET', linkIn(mails.at(-1)!, 'view'));
  expect(again.text).toContain('[bakery-2]');

  await writeFile(file, '<!doctype html><title>Blog</title><p>secret'); // broken
  await at('2027-03-05T09:00:00Z');
  expect(await occurrencesOf(id)).toHaveLength(2);
  const broken = await readCampaign(api, id);
  expect(broken).toMatchObject({ status: 'scheduled', feed_new_count: null, scheduled_at: '2027-03-06T09:00:00.000Z' });
  expect(broken.feed_error).toContain('no link to a feed');
  const coded = await api.graphql(`{ campaign(id: "${id}") { feedErrorCode } }`);
  expect(coded.body.data.campaign).toEqual({ feedErrorCode: 'NO_FEED' });
  await writeFile(file, text.replace('<item>', `${entry.replaceAll(/[Rr]olls/g, 'Cake')}<item>`));
  await at('2027-03-06T09:00:00Z'); // mended
  expect(await occurrencesOf(id)).toHaveLength(3);
  expect(await readCampaign(api, id)).toMatchObject({ feed_new_count: 1, feed_error: null });
  await call(id, 'unschedule');
});

test.each([
  ['is gone', (_, response) => response.writeHead(410).end('secret'), 'status 410'],
  [
    'has 100 MB',
    (_, response) => {
      const chunk = Buffer.alloc(1_048_576, '<item/>');
      let left = 100;
      const more = () => {
        while (left-- > 0 && !response.destroyed) if (!response.write(chunk)) return void response.once('drain', more);
        response.end();
      };
      more();
    },
    'larger than',
  ],
  [
    'redirects inside',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
    'private network',
  ],
  ['breaks off', (request) => request.socket.destroy(), 'could not be reached'],
] as [string, Parameters<FeedServer['answer']>[0], string][])(
  'a feed that %s sends nothing and reports it',
  async (_, answer, said) => {
    feeds.answer((_, response) => response.end(rssOf([{ id: 'a' }])));
    const id = await started({ feed_url: feeds.address() });
    feeds.answer(answer);
    await at('2027-03-02T09:00:00Z');
    const { feed_error, status } = await readCampaign(api, id);
    expect([status, feed_error]).toEqual(['scheduled', expect.stringContaining(said)]);
    expect(feed_error).not.toContain('secret');
    expect(await occurrencesOf(id)).toEqual([]);
    await call(id, 'unschedule');
  },
);

test('the first occurrence contains the newest ten entries, a later one fifty at most', async () => {
  const entries = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => ({ id: `e${to - n - 1}` }));
  feeds.answer((_, response) => response.end(rssOf(entries(0, 30))));
  const id = await started({ template: 'Digest', feed_url: feeds.address() });
  await at('2027-03-02T09:00:00Z');
  feeds.answer((_, response) => response.end(rssOf(entries(0, 90))));
  await at('2027-03-03T09:00:00Z');
  await at('2027-03-04T09:00:00Z');
  const feedsOf = await api.db.campaign.findMany({ where: { seriesId: id }, orderBy: { occursAt: 'asc' } });
  const ids = feedsOf.map(({ feed }) => (feed as { items: { id: string }[] }).items.map(({ id }) => id));
  expect(ids.map((all) => [all.length, all[0], all.at(-1)])).toEqual([
    [10, 'e29', 'e20'],
    [50, 'e89', 'e40'],
  ]);
  await call(id, 'unschedule');
});

test('entries of a failed occurrence come with the next one', async () => {
  feeds.answer((_, response) => response.end(rssOf([{ id: 'kept' }])));
  const id = await started({ feed_url: feeds.address(), template: 'Digest', subject: '{{ feed.items[0].id }}' });
  await api.rest('POST', '/transports', { name: 'Real', host: 'smtp.provider.example', is_default: true });
  await at('2027-03-02T09:00:00Z'); // no postal address, and links to localhost
  const { data: transports } = (await api.rest('GET', '/transports')).body;
  for (const { id } of transports) await api.rest('DELETE', `/transports/${id}`);
  await at('2027-03-03T09:00:00Z');
  const found = await api.db.campaign.findMany({ where: { seriesId: id }, orderBy: { occursAt: 'asc' } });
  expect(found.map(({ status, feed }) => [status === 'failed', feed])).toEqual([
    [true, null],
    [false, expect.objectContaining({ items: [expect.objectContaining({ id: 'kept' })] })],
  ]);
  await call(id, 'unschedule');
});

test('a feed claimed by another process is left to it for a minute, and then polled again', async () => {
  feeds.answer((_, response) => response.end(rssOf([{ id: 'a' }])));
  const id = await started({ feed_url: feeds.address() });
  await clockOf(api).set('2027-03-02T09:00:05Z');
  await api.db.campaign.updateMany({ where: { id }, data: { feedCheckedAt: new Date('2027-03-02T09:00:02Z') } });
  await sweep();
  expect(await occurrencesOf(id)).toEqual([]);
  await at('2027-03-02T09:01:10Z'); // it was killed
  expect(await occurrencesOf(id)).toHaveLength(1);
  await call(id, 'unschedule');
});

test('a series without new entries can be stopped, passes the check, and starts again', async () => {
  feeds.answer((_, response) => response.end(rssOf([{ id: 'only' }])));
  const id = await started({ feed_url: feeds.address(), template: 'Digest' });
  await at('2027-03-02T09:00:00Z');
  expect(await readCampaign(api, id)).toMatchObject({ feed_new_count: 1 });
  await call(id, 'unschedule');
  expect((await call(id, 'check')).body.data).toMatchObject({ ready: true, problems: [] });
  expect((await call(id, 'schedule')).body.data).toMatchObject({ status: 'scheduled' });
  await at('2027-03-03T09:00:00Z');
  expect(await readCampaign(api, id)).toMatchObject({ feed_new_count: 0 });
  expect(await occurrencesOf(id)).toHaveLength(1);
  await call(id, 'unschedule');
});

test('all entries of another feed are new', async () => {
  feeds.answer((request, response) => response.end(rssOf([{ id: request.url as string }, { id: 'both' }])));
  const id = await started({ feed_url: feeds.address('/one'), template: 'Digest' });
  await at('2027-03-02T09:00:00Z');
  await call(id, 'unschedule');
  await api.rest('PUT', `/campaigns/${id}`, { feed_url: feeds.address('/two') });
  expect(await readCampaign(api, id)).toMatchObject({ feed_checked_at: null, feed_new_count: null });
  await call(id, 'schedule');
  await at('2027-03-03T09:00:00Z');
  expect(await readCampaign(api, id)).toMatchObject({ feed_new_count: 2 });
  await call(id, 'unschedule');
});

test('a page is polled each time for its feed, which is not read again while unchanged', async () => {
  let href = '/one.json';
  let ids = [1];
  const asked: string[] = [];
  feeds.answer((request, response) => {
    asked.push(request.url as string);
    if (request.url === '/blog') {
      response.writeHead(200, { etag: '"page"' });
      return response.end(`<html><link rel=alternate type=application/feed+json href=${href}></html>`);
    }
    const etag = `"${request.url}${ids.join()}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    const items = ids.map((id) => ({ id, content_text: `Short message ${id}` }));
    const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'Blog', items };
    response.writeHead(200, { etag, 'content-type': 'text/plain' }).end(JSON.stringify(feed));
  });
  await api.rest('POST', '/templates', {
    ...{ ...TEMPLATE, name: 'Messages', subject: '{{ feed.items[0].title | default: feed.items[0].summary }}' },
    content: DIGEST,
  });
  const id = await started({ feed_url: feeds.address('/blog'), template: 'Messages' });
  await at('2027-03-02T09:00:00Z');
  const [first] = await occurrencesOf(id);
  expect(await untilEnded(api, first.id)).toMatchObject({ status: 'sent' });
  expect((await inbox.mailTo('p0@people.test')).at(-1)?.mail.subject).toBe('Short message 1');
  const known = feeds.statuses.length;
  await at('2027-03-03T09:00:00Z'); // unchanged
  expect(feeds.statuses.slice(known)).toEqual([200, 304]);
  expect(await readCampaign(api, id)).toMatchObject({ feed_new_count: 0, feed_found_url: feeds.address('/one.json') });
  href = '/two.json'; // the feed has moved, and has one entry more
  ids = [2, 1];
  await at('2027-03-04T09:00:00Z');
  expect(asked.slice(-2)).toEqual(['/blog', '/two.json']);
  expect(await readCampaign(api, id)).toMatchObject({ feed_new_count: 1, feed_found_url: feeds.address('/two.json') });
  await call(id, 'unschedule');
  // Entering the address of the feed itself sends none of its entries again.
  await api.rest('PUT', `/campaigns/${id}`, { feed_url: feeds.address('/two.json') });
  expect(await readCampaign(api, id)).toMatchObject({ feed_found_url: null, feed_new_count: 1 });
  await call(id, 'schedule');
  await at('2027-03-05T09:00:00Z');
  expect(await readCampaign(api, id)).toMatchObject({ feed_new_count: 0, feed_error: null });
  await call(id, 'unschedule');
});
