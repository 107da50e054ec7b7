import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { type FeedServer, INSIDE, openFeedServer, rssOf } from '../../support/feeds.ts';

const WEEKLY = { rule: 'FREQ=WEEKLY;BYDAY=MO', start: '2026-12-07T09:00:00', timezone: 'Europe/Berlin' };
const BLOG = fileURLToPath(new URL('../../fixtures/feeds/blog.rss.xml', import.meta.url));

let api: TestApp;
let feeds: FeedServer;
let list: string;
beforeAll(async () => {
  feeds = await openFeedServer();
  api = await openTestApp({ outboundAllow: [INSIDE] });
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
  await subscribe(api, list, [{ email: 'ann@people.test' }]);
});
afterAll(async () => {
  await api.close();
  feeds.close();
});

const post = (body: object) => api.rest('POST', '/campaigns', { name: 'Weekly', list, template: 'Issue', ...body });
const put = (id: string, body: object) => api.rest('PUT', `/campaigns/${id}`, body);
const check = async (id: string) => (await api.rest('POST', `/campaigns/${id}/check`)).body.data;

test('a draft can recur, have a feed and appear in the archive, the same in GraphQL', async () => {
  const id = await makeCampaign(api, list, { recurrence: WEEKLY, feed_url: feeds.address(), archive: true });
  expect(await readCampaign(api, id)).toMatchObject({
    ...{ recurrence: WEEKLY, feed_url: feeds.address(), archive: true, series: null, occurs_at: null },
    ...{ feed_checked_at: null, feed_error: null, feed_new_count: null, status: 'draft' },
  });
  const query = `query ($id: ID!) { campaign(id: $id) { recurrence { rule start timezone } feedUrl archive series { id } } }`;
  expect((await api.graphql(query, { id })).body.data.campaign).toEqual({
    ...{ recurrence: WEEKLY, feedUrl: feeds.address(), archive: true, series: null },
  });
  expect((await put(id, { name: 'Still' })).body.data).toMatchObject({ recurrence: WEEKLY, feed_url: feeds.address() });
  const cleared = await put(id, { recurrence: null, feed_url: null, archive: null });
  expect(cleared.body.data).toMatchObject({ recurrence: null, feed_url: null, archive: false });
});

test('a draft shows its next five occurrences at their local time, and fewer if it ends earlier', async () => {
  const nextOf = async (rule: string) => {
    const id = await makeCampaign(api, list, { recurrence: { ...WEEKLY, start: '2035-03-12T09:00:00', rule } });
    const query = `query ($id: ID!) { campaign(id: $id) { recurrence { nextOccurrences } } }`;
    return (await api.graphql(query, { id })).body.data.campaign.recurrence.nextOccurrences;
  };
  expect(await nextOf('FREQ=WEEKLY;BYDAY=MO')).toEqual([
    ...['2035-03-12T08:00:00.000Z', '2035-03-19T08:00:00.000Z'],
    ...['2035-03-26T07:00:00.000Z', '2035-04-02T07:00:00.000Z', '2035-04-09T07:00:00.000Z'],
  ]);
  expect(await nextOf('FREQ=DAILY;COUNT=2')).toEqual(['2035-03-12T08:00:00.000Z', '2035-03-13T08:00:00.000Z']);
});

test("the time zone of a series defaults to the team's", async () => {
  await api.rest('PATCH', '/team', { timezone: 'Asia/Tokyo' });
  const { body } = await post({ recurrence: { rule: 'freq=daily', start: '2026-12-07T09:00' } });
  expect(body.data.recurrence).toEqual({ rule: 'FREQ=DAILY', start: '2026-12-07T09:00:00', timezone: 'Asia/Tokyo' });
});

test.each([
  [{ recurrence: { ...WEEKLY, rule: 'every monday' } }, 'recurrence.rule'],
  [{ recurrence: { ...WEEKLY, rule: 'FREQ=SECONDLY' } }, 'recurrence.rule'],
  [{ recurrence: { ...WEEKLY, rule: 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30' } }, 'recurrence.rule'],
  [{ recurrence: { ...WEEKLY, rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' } }, 'recurrence.rule'],
  [{ recurrence: { ...WEEKLY, rule: 'FREQ=HOURLY;INTERVAL=24;BYHOUR=5' } }, 'recurrence.rule'],
  [{ recurrence: { ...WEEKLY, rule: 'FREQ=WEEKLY;UNTIL=20200101' } }, 'recurrence.rule'],
  [{ recurrence: { ...WEEKLY, rule: 'DTSTART:20261201T090000Z\nFREQ=DAILY' } }, 'recurrence.rule'],
  [{ recurrence: { ...WEEKLY, rule: 'FREQ=DAILY\u0000' } }, 'recurrence.rule'],
  [{ recurrence: { ...WEEKLY, start: '2026-12-01T09:00:00Z' } }, 'recurrence.start'],
  [{ recurrence: { ...WEEKLY, start: '2026-02-30T09:00:00' } }, 'recurrence.start'],
  [{ recurrence: { ...WEEKLY, timezone: 'Mars/Olympus' } }, 'recurrence.timezone'],
  [{ recurrence: { ...WEEKLY, timezone: 'recipient' } }, 'recurrence.timezone'],
  [{ recurrence: { rule: 'FREQ=DAILY' } }, 'recurrence.start'],
  [{ recurrence: { ...WEEKLY, until: '2027-01-01' } }, 'recurrence.until'],
  [{ recurrence: 'FREQ=DAILY' }, 'recurrence'],
  [{ feed_url: 'https://blog.example/feed' }, 'feed_url'],
  ...[
    ...['ftp://blog.example/feed', 'file:///etc/passwd', 'http://169.254.169.254/', 'http://[::ffff:127.0.0.1]/'],
    ...['https://user:secret@blog.example/feed', 'http://localhost/feed', 'http://10.0.0.1/', 'http://0x7f.2/', 'feed'],
    ...[
      'http://127.0.0.2/',
      'http://feeds.internal/',
      'javascript:alert(1)',
      `https://blog.example/${'x'.repeat(2_000)}`,
    ],
  ].map((feed_url) => [{ recurrence: WEEKLY, feed_url }, 'feed_url'] as const),
  [{ archive: 'yes' }, 'archive'],
] as const)('%j is refused', async (body, path) => {
  const before = await api.db.campaign.count();
  const { status, body: answer } = await post(body);
  expect([status, Object.keys(answer.errors)]).toEqual([422, [path]]);
  expect(await api.db.campaign.count()).toBe(before);
});

test('a draft keeps its recurrence while it has a feed', async () => {
  const id = await makeCampaign(api, list, { recurrence: WEEKLY, feed_url: feeds.address() });
  expect((await put(id, { recurrence: null })).body.errors).toHaveProperty('feed_url');
  expect(await readCampaign(api, id)).toMatchObject({ recurrence: WEEKLY });
});

test('a preview shows the new entries of the feed', async () => {
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Digest', subject: '{{ feed.items[0].title }}' });
  const id = await makeCampaign(api, list, { recurrence: WEEKLY, feed_url: feeds.address(), template: 'Digest' });
  feeds.serve(BLOG);
  const { status, body } = await api.rest('GET', `/campaigns/${id}/preview`);
  expect([status, body.data.subject]).toEqual([200, 'Butter of the week']);
});

test('a template with an entry as its subject is checked and shown with an example while the feed is empty', async () => {
  const subject = '{{ feed.items[0].title }}';
  const id = await makeCampaign(api, list, { recurrence: WEEKLY, feed_url: feeds.address(), subject });
  feeds.answer((_, response) => response.end(rssOf([])));
  expect(await check(id)).toMatchObject({ ready: true, problems: [] });
  expect((await api.rest('GET', `/campaigns/${id}/preview`)).body.data.subject).toBe('An example entry');
  feeds.answer((_, response) => response.writeHead(404).end());
  expect((await check(id)).problems).toEqual([{ path: 'feed_url', message: expect.stringContaining('404') }]);
});

test('the check reports a feed that is fine, empty or unusable', async () => {
  const id = await makeCampaign(api, list, { recurrence: WEEKLY, feed_url: feeds.address() });
  feeds.serve(BLOG);
  expect(await check(id)).toMatchObject({ ready: true, problems: [] });
  expect((await check(id)).warnings).not.toContainEqual(expect.objectContaining({ path: 'feed_url' }));
  feeds.answer((_, response) => response.end(rssOf([])));
  expect(await check(id)).toMatchObject({ ready: true, problems: [] });
  expect((await check(id)).warnings).toContainEqual({ path: 'feed_url', message: expect.stringContaining('no new') });
  for (const [answer, said] of [
    [(_, response) => response.writeHead(404).end('gone'), 'status 404'],
    [(_, response) => response.end('<!doctype html><title>Blog</title><p>secret'), 'The page has no link to a feed.'],
    [(_, response) => response.end('secret'), 'The response is not a readable feed'],
    [(_, response) => response.writeHead(302, { location: 'http://127.0.0.2:1/feed' }).end(), 'private network'],
    [(_, response) => response.end(Buffer.alloc(6_000_000, '<rss>')), 'larger than'],
    [(request) => request.socket.destroy(), 'could not be reached'],
  ] as [Parameters<FeedServer['answer']>[0], string][]) {
    feeds.answer(answer);
    const { ready, problems } = await check(id);
    expect([ready, problems]).toEqual([false, [{ path: 'feed_url', message: expect.stringContaining(said) }]]);
    expect(JSON.stringify(problems)).not.toContain('secret');
  }
});

describe('a page in place of a feed', () => {
  const page = (href: string, type = 'application/rss+xml') =>
    `<!doctype html><head><title>Blog</title><link rel="alternate" type="${type}" href="${href}"></head><p>secret`;
  const byPath = (answers: Record<string, string>) =>
    feeds.answer((request, response) => {
      const answer = answers[request.url as string];
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(answer);
    });

  test('leads to its linked feed: the check names it, and scheduling stores its address', async () => {
    const jsonFeed = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'B',
      items: [{ id: 7, content_text: 'Rolls' }],
    };
    byPath({ '/blog/': page('../feed.json', 'application/feed+json'), '/feed.json': JSON.stringify(jsonFeed) });
    const id = await makeCampaign(api, list, { recurrence: WEEKLY, feed_url: feeds.address('/blog/') });
    expect(await readCampaign(api, id)).toMatchObject({ feed_found_url: null });
    const { ready, warnings } = await check(id);
    expect([ready, warnings]).toEqual([
      true,
      expect.arrayContaining([
        {
          path: 'feed_url',
          message: `The page links to the feed ${feeds.address('/feed.json')}. The campaign uses the entries of this feed.`,
        },
      ]),
    ]);
    const { status, body } = await api.rest('POST', `/campaigns/${id}/schedule`);
    expect([status, body.data]).toMatchObject([
      200,
      { feed_url: feeds.address('/blog/'), feed_found_url: feeds.address('/feed.json') },
    ]);
    const query = 'query ($id: ID!) { campaign(id: $id) { feedUrl feedFoundUrl } }';
    expect((await api.graphql(query, { id })).body.data.campaign).toEqual({
      feedUrl: feeds.address('/blog/'),
      feedFoundUrl: feeds.address('/feed.json'),
    });
    await api.rest('POST', `/campaigns/${id}/unschedule`);
    const changed = await put(id, { feed_url: feeds.address('/else') });
    expect(changed.body.data).toMatchObject({ feed_url: feeds.address('/else'), feed_found_url: null });
  });

  test.each([
    ['no feed', { '/blog/': '<!doctype html><title>Blog</title>secret' }, 'The page has no link to a feed.'],
    ['a missing feed', { '/blog/': page('/gone') }, '/gone. The server of the feed answered with status 404.'],
    [
      'a page',
      { '/blog/': page('/more'), '/more': page('/feed'), '/feed': rssOf([]) },
      '/more. The response is not a readable feed',
    ],
    ['itself', { '/blog/': page('') + page('/blog/') }, '/blog/. The response is not a readable feed'],
    [
      'an address inside',
      { '/blog/': page('http://127.0.0.2:1/feed') },
      'http://127.0.0.2:1/feed. The address is in a private network',
    ],
    ['the metadata of the machine', { '/blog/': page('http://169.254.169.254/latest') }, 'private network'],
  ])('that links to %s is refused by check and schedule, which name the field', async (_, answers, said) => {
    byPath(answers as Record<string, string>);
    const id = await makeCampaign(api, list, { recurrence: WEEKLY, feed_url: feeds.address('/blog/') });
    const { ready, problems } = await check(id);
    expect([ready, problems]).toEqual([false, [{ path: 'feed_url', message: expect.stringContaining(said) }]]);
    expect(JSON.stringify(problems)).not.toContain('secret');
    const { status, body } = await api.rest('POST', `/campaigns/${id}/schedule`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['feed_url']]);
    const schedule = 'mutation ($id: ID!) { scheduleCampaign(input: { id: $id }) { campaign { id } } }';
    const { errors } = (await api.graphql(schedule, { id })).body;
    expect(errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path: ['feedUrl'] }] });
    expect(await readCampaign(api, id)).toMatchObject({ status: 'draft', feed_found_url: null });
  });
});
