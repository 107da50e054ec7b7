import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { NoFeed, parseFeed } from '../../src/domain/campaigns/feed/parse-feed.ts';
import { closeFeeds, parseInThread } from '../../src/domain/campaigns/feed/parsing.ts';

const ADDRESS = 'https://bakery.example/blog/feed.xml';
const RSS = readFileSync(new URL('../fixtures/feeds/blog.rss.xml', import.meta.url), 'utf8');

afterAll(() => closeFeeds());

test('RSS 2.0: newest first, titles as text, content without harmful parts', () => {
  const { title, link, items, keys, shownKeys } = parseFeed(RSS, ADDRESS);
  expect([title, link]).toEqual(['Bread & Butter', 'https://bakery.example/blog/']);
  expect(items.map(({ id }) => id)).toEqual(['bakery-2', 'bakery-1']);
  expect(keys).toEqual(shownKeys);
  const [butter = expect.fail(), rye] = items;
  expect(butter).toMatchObject({
    ...{ title: 'Butter of the week', link: 'https://bakery.example/blog/butter', author: 'Ann Baker' },
    ...{ summary: 'Salted, with nuts.', published_at: '2026-11-03T05:00:00.000Z', categories: ['Butter', 'Nuts'] },
    image: 'https://bakery.example/blog/butter.jpg',
  });
  expect(butter.content.replace(/\s+/g, ' ')).toBe(
    '<p>Salted, with <b>nuts</b>.</p> <img src="https://bakery.example/blog/butter.jpg" width="300" style="max-width:100%">' +
      '<a>x</a> <a href="https://bakery.example/blog/shop?a=1&amp;b=2">Shop</a> <div><p>open</p></div>',
  );
  expect(rye).toMatchObject({
    summary: 'A short word on rye.',
    content: 'A short word on rye.',
    author: null,
    image: null,
  });
});

test('Atom: texts by type, links by rel, updated as the fallback for a missing publication date', () => {
  const { title, items } = parseFeed(
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>A &lt; B</title><link rel="self" href="/feed"/><link href="https://a.example/"/>
      <entry><id>urn:1</id><title type="html">One &amp;amp; &lt;i&gt;two&lt;/i&gt;</title><link rel="enclosure" type="image/png" href="/one.png"/>
        <link href="/one"/><updated>2026-11-03T05:00:00Z</updated><summary>1 &lt; 2</summary>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hi <b>you</b></p></div></content>
        <author><name>Ann</name></author><category term="t" label="Label"/></entry></feed>`,
    ADDRESS,
  );
  expect(title).toBe('A < B');
  expect(items).toEqual([
    {
      ...{ id: 'urn:1', title: 'One & two', link: 'https://a.example/one', summary: '1 < 2', author: 'Ann' },
      ...{ content: '<p>Hi <b>you</b></p>', published_at: '2026-11-03T05:00:00.000Z' },
      ...{ image: 'https://a.example/one.png', categories: ['Label'] },
    },
  ]);
});

test('RSS 1.0 is read, and a feed without dates keeps its order', () => {
  const { items } = parseFeed(
    `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="https://a.example/"><title>R</title><link>https://a.example/</link></channel>
      ${[1, 2].map((n) => `<item rdf:about="https://a.example/${n}"><title>N${n}</title><link>https://a.example/${n}</link></item>`)}</rdf:RDF>`,
    ADDRESS,
  );
  expect(items.map(({ id, title }) => [id, title])).toEqual([
    ['https://a.example/1', 'N1'],
    ['https://a.example/2', 'N2'],
  ]);
});

const rss = (inside: string, title = '') =>
  `<rss version="2.0"><channel><title>${title}</title>${inside}</channel></rss>`;

test('a repeated entry counts once, and all entries are distinguished, although only the newest 100 are shown', () => {
  const entry = (n: number) => `<item><guid>g${n}</guid><title>T${n}</title></item>`;
  const { items, keys } = parseFeed(rss(Array.from({ length: 150 }, (_, n) => entry(n)).join('') + entry(3)), ADDRESS);
  expect([items.length, keys.length, new Set(keys).size]).toEqual([100, 150, 150]);
});

test.each([
  ['HTML', '<!doctype html><html><head><title>x</title></head><body><p>hello</body></html>'],
  ['JSON of another kind', '{"name": "tidings", "items": [1]}'],
  ['a list of JSON', '[{"id": 1, "title": "x"}]'],
  ['half a JSON Feed', '{"version": "https://jsonfeed.org/version/1.1", "title": "x", "items": ['],
  ['JSON that nests', `{"version": "https://jsonfeed.org/version/1.1", "items": ${'['.repeat(100_000)}`],
  ['nothing', ''],
  ['plain text', 'not found'],
  ['XML of another kind', '<sitemap><loc>https://a.example</loc></sitemap>'],
  ['half a feed', '<rss version="2.0"><channel><title>x</title><item'],
  ['entities of its own', `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(10)}">]>${rss('', '&b;')}`],
  ['the entity of a file', `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss('', '&x;')}`],
])('%s is not a feed', (_, text) => {
  expect(() => parseFeed(text, ADDRESS)).toThrow(NoFeed);
});

const MB = 1_048_576;

test.each([
  ['tags that never end', `<html>${'<link '.repeat(MB / 2)}`],
  ['links', `<html>${'<link rel=alternate type=application/rss+xml href=x title=comments>'.repeat(80_000)}`],
  ['numbers', `{"version": "https://jsonfeed.org/version/1", "items": [${'{"id": 1},'.repeat(MB / 3)}{}]}`],
])('five megabytes of %s are no feed, or read', async (_, text) => {
  const { feed, page } = await parseInThread({ text, address: ADDRESS }, 1);
  expect(feed?.items.length ?? page?.feed ?? 'none').toBeDefined();
  expect(await parseInThread({ text: RSS, address: ADDRESS }, 1)).toMatchObject({ feed: { title: 'Bread & Butter' } });
});

test.each([
  ['tags within tags', rss('<a>'.repeat(MB))],
  ['a tag that never ends', '<a '.repeat(MB)],
  ['comments that never end', rss('<!--'.repeat(MB))],
  ['very many attributes', rss(`<item ${Array.from({ length: 300_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`)],
  ['very many entries', rss('<item><title>a</title><link>http://a.test/</link></item>'.repeat(80_000))],
  ['HTML that nests', rss(`<item><title>a</title><description>${'&lt;b&gt;'.repeat(MB / 2)}</description></item>`)],
])('five megabytes of %s are read or given up, and the next feed is read', async (_, text) => {
  const { feed } = await parseInThread({ text, address: ADDRESS }, 1);
  expect(feed?.items.length ?? 0).toBeLessThanOrEqual(1);
  if (feed) for (const { content } of feed.items) expect(content.length).toBeLessThan(30_000);
  expect(await parseInThread({ text: RSS, address: ADDRESS }, 1)).toMatchObject({ feed: { title: 'Bread & Butter' } });
});
