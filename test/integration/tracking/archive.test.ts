import { parseAtomFeed } from 'feedsmith';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { visit } from '../../support/pages.ts';

const CONTENT = `<html><body><h1>Hello {{ subscriber.first_name | default: "reader" }}</h1>
<p>{{ subscriber.email }}{% for tag in subscriber.tags %}{{ tag }}{% endfor %}{{ subscriber.attributes.city }}</p>
<script>document.title = 'ran'</script><a href="https://shop.test/offer">Offer</a> <a href='{{ view_url }}'>In the browser</a>
<a class="x" href="{{ preferences_url }}">Preferences</a></body></html>`;

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  const template = { name: 'Issue', editor: 'html', subject: 'News for {{ subscriber.first_name }} & all <b>' };
  await api.rest('POST', '/templates', { ...template, content: CONTENT });
  list = await makeList(api, { name: 'Weekly & more' });
  await subscribe(api, list, [
    { email: 'ann@people.test', first_name: 'Ann', tags: ['vip'], attributes: { city: 'Köln' } },
  ]);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

async function sent(input: object = {}): Promise<string> {
  const id = await makeCampaign(api, list, { archive: true, ...input });
  await api.rest('POST', `/campaigns/${id}/send`);
  expect(await untilEnded(api, id)).toMatchObject({ status: 'sent', sent_count: 1 });
  return id;
}
const get = (path: string, headers = {}) => visit(api, 'GET', `/archive/${path}`, undefined, headers);

test('a list without archived campaigns has no archive and does not reveal its name', async () => {
  const empty = await makeList(api, { name: 'Secret launch' });
  const unknown = await get(UNKNOWN_ID);
  for (const path of [
    empty,
    empty.toUpperCase(),
    `${empty}/feed`,
    `${empty}?page=1`,
    `${empty}/${UNKNOWN_ID}`,
    `${empty}/x`,
  ]) {
    const page = await get(path);
    expect([path, page.status, page.text]).toEqual([path, 404, unknown.text]);
  }
  await subscribe(api, empty, [{ email: 'bob@people.test' }]);
  await sent({ archive: false, list: empty });
  await makeCampaign(api, empty, { archive: true });
  for (const path of [empty, `${empty}/feed`]) expect((await get(path)).status, path).toBe(404);
  for (const path of [UNKNOWN_ID, 'x', `${UNKNOWN_ID}/feed`, `${UNKNOWN_ID}/${UNKNOWN_ID}`]) {
    expect((await get(path)).status, path).toBe(404);
  }
});

test('a sent campaign is shown without personal data or scripts', async () => {
  const id = await sent();
  const { status, headers, text } = await get(`${list}/${id}`);
  expect(status).toBe(200);
  expect(text).toContain('Hello reader');
  expect(text).toContain('<a href="https://shop.test/offer">Offer</a>');
  expect(text).toContain('<a>In the browser</a>');
  expect(text).toContain('<a class="x">Preferences</a>');
  expect(text).toMatch(/<a[^>]*>Unsubscribe<\/a>/);
  expect(text).not.toMatch(/Ann|ann@|vip|Köln|\/(open|click|view|unsubscribe|preferences)\/|width="1"/);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain('sandbox');
  expect(headers['content-security-policy']).not.toContain('allow-scripts');
  expect(headers['x-robots-tag']).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['cache-control']).toBe('public, max-age=300');
  const known = await get(`${list}/${id}`, { 'if-none-match': headers.etag as string });
  expect([known.status, known.text]).toEqual([304, '']);
  const head = await visit(api, 'HEAD', `/archive/${list}/${id}`);
  expect([head.status, head.text, head.headers.etag]).toEqual([200, '', headers.etag]);
});

test('the page and the feed list it', async () => {
  const page = await get(list);
  const [, address = ''] = /<li><a href="([^"]+)">News for {2}&amp; all &lt;b&gt;<\/a>/.exec(page.text) ?? [];
  expect((await visit(api, 'GET', address)).text).toContain('Hello reader');
  expect(page.text).not.toContain('noindex');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  const feed = await get(`${list}/feed`);
  expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const atom = parseAtomFeed(feed.text);
  expect(atom).toMatchObject({
    id: `urn:uuid:${list}`,
    title: { value: 'Weekly & more' },
    authors: [{ name: 'My team' }],
  });
  expect(atom.entries).toEqual([
    expect.objectContaining({
      id: `urn:uuid:${address.slice(-36)}`,
      title: { value: 'News for  & all <b>' },
      links: [{ rel: 'alternate', type: 'text/html', href: address }],
      updated: expect.any(String),
    }),
  ]);
  expect(atom.links?.map(({ rel }) => rel)).toEqual(['self', 'alternate']);
  expect((await visit(api, 'GET', atom.links?.[0]?.href as string)).text).toBe(feed.text);
});

test('drafts, unarchived campaigns and campaigns of other lists are missing', async () => {
  const hidden = await sent({ archive: false });
  const draft = await makeCampaign(api, list, { archive: true });
  const cancelled = await makeCampaign(api, list, { archive: true });
  await api.rest('POST', `/campaigns/${cancelled}/cancel`);
  for (const id of [hidden, draft, cancelled]) expect((await get(`${list}/${id}`)).status).toBe(404);
  const id = await sent();
  const other = await makeList(api);
  expect((await get(`${other}/${id}`)).status).toBe(404);
  expect((await get(list)).text).not.toMatch(new RegExp([hidden, draft, cancelled].join('|')));
  expect((await get(`${list}/${id}`)).status).toBe(200);
  await api.rest('DELETE', `/campaigns/${id}`);
  expect((await get(`${list}/${id}`)).status).toBe(404);
});

test('it has pages of older campaigns', async () => {
  const busy = await makeList(api, { name: 'Busy' });
  const id = await makeCampaign(api, busy, { archive: true });
  const sent = {
    status: 'sent',
    archive: true,
    content: { '': { subject: 'Old', html: '<p>Old</p>', text: 'Old' } },
  } as const;
  const { templateId } = await api.db.campaign.findFirstOrThrow({ where: { id } });
  await api.db.campaign.createMany({
    data: Array.from({ length: 45 }, (_, n) => ({
      ...{ ...sent, teamId: api.teamId, id: crypto.randomUUID(), listId: busy, templateId, name: `${n}` },
      endedAt: new Date(Date.UTC(2026, 0, n + 1)),
    })),
  });
  const dates = (text: string) => [...text.matchAll(/datetime="([^"T]+)/g)].map(([, day]) => day);
  const [first, second, third] = [await get(busy), await get(`${busy}?page=2`), await get(`${busy}?page=3`)];
  expect([first, second, third].map(({ text }) => dates(text).length)).toEqual([20, 20, 5]);
  expect([dates(first.text)[0], dates(third.text).at(-1)]).toEqual(['2026-02-14', '2026-01-01']);
  expect([first, second, third].map(({ text }) => /rel="(next|prev)"/g[Symbol.match](text))).toEqual([
    ['rel="next"'],
    ['rel="prev"', 'rel="next"'],
    ['rel="prev"'],
  ]);
  for (const page of ['0', '4', '501', '-1', 'x', '1.5', '9999999999', '1&page=2']) {
    expect((await get(`${busy}?page=${page}`)).status, page).toBe(404);
  }

  const written = ({ text }: { text: string }) => />([^<]+)<\/time>/.exec(text)?.[1];
  expect(written(await get(busy))).toBe('February 14, 2026');
  await api.rest('PATCH', '/team', { timezone: 'America/Los_Angeles' });
  expect(written(await get(busy))).toBe('February 13, 2026'); // midnight in UTC is the evening before there
  await api.rest('PATCH', '/team', { timezone: null });
});

test('the archive of a suspended team is closed', async () => {
  const id = await sent();
  await api.db.team.update({ where: { id: api.teamId }, data: { status: 'suspended' } });
  for (const path of [list, `${list}/feed`, `${list}/${id}`]) expect((await get(path)).status).toBe(404);
  await api.db.team.update({ where: { id: api.teamId }, data: { status: 'active' } });
  expect((await get(`${list}/${id}`)).status).toBe(200);
});

const ESCAPED = 'Only &amp; &lt;b&gt;here&lt;/b&gt;';
test.each([
  ['a few lines', '<p>Hi</p><svg><title>A star</title></svg>', ESCAPED],
  ['a page without a head', '<html lang="de"><body><p>Hi</p></body></html>', ESCAPED],
  ['a page without a title', '<!doctype html><html><head><meta name="x"></head><body><p>Hi</p></body></html>', ESCAPED],
  ['a page with an empty title', '<html><head><title> </title></head><body><p>Hi</p></body></html>', ESCAPED],
  ['a page with a title', '<html><head><title>Its own</title></head><body><p>Hi</p></body></html>', 'Its own'],
  [
    'a page in MJML',
    '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>',
    ESCAPED,
  ],
])('%s has a title, by default the subject', async (name, content, title) => {
  const template = {
    name,
    editor: content.startsWith('<mjml') ? 'mjml' : 'html',
    subject: 'Only & <b>here</b>',
    content,
  };
  expect((await api.rest('POST', '/templates', template)).status).toBe(201);
  const other = await makeList(api);
  await subscribe(api, other, [{ email: 'ann@people.test' }]);
  const page = await get(`${other}/${await sent({ list: other, template: name })}`);
  const [, shown] = /<title>(.*?)<\/title>/.exec(page.text) ?? [];
  expect([page.status, shown]).toEqual([200, title]);
  expect(page.text.match(/<html\b/g)).toHaveLength(1);
  expect(page.text).toContain('Hi');
});
