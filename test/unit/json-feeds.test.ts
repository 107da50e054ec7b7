import { expect, test } from 'vitest';
import { parseFeed } from '../../src/domain/campaigns/feed/parse-feed.ts';
import { decodeDocument } from '../../src/mime/decode-document.ts';

const ADDRESS = 'https://bakery.example/blog/feed.json';
const VERSION = 'https://jsonfeed.org/version/1.1';

const read = (items: readonly unknown[], more: object = {}) =>
  parseFeed(JSON.stringify({ version: VERSION, title: 'Bread & <Butter>', items, ...more }), ADDRESS);

test('a JSON Feed: newest first, titles as text, content without harmful parts', () => {
  const { title, link, items } = read(
    [
      { id: 'rye', url: 'https://bakery.example/rye', title: 'Rye', date_published: '2026-11-02T05:00:00+01:00' },
      {
        ...{ id: 'butter', url: 'butter', external_url: 'https://dairy.example/', title: ' 1 < 2 &amp; <b>more</b> ' },
        ...{ content_html: '<p onclick=x>Salted<script>x()</script> <a href="/shop">Shop</a></p>', content_text: 'No' },
        ...{ summary: 'Short & <good>', image: 'butter.jpg', banner_image: 'banner.jpg', tags: ['Butter', 'Nuts'] },
        ...{ date_published: '2026-11-03T05:00:00Z', authors: [{ url: 'https://ann.example' }, { name: 'Ann Baker' }] },
      },
    ],
    { home_page_url: '/blog/' },
  );
  expect([title, link]).toEqual(['Bread & <Butter>', 'https://bakery.example/blog/']);
  expect(items.map(({ id }) => id)).toEqual(['butter', 'rye']);
  expect(items[0]).toEqual({
    ...{ id: 'butter', title: '1 < 2 &amp; <b>more</b>', link: 'https://bakery.example/blog/butter' },
    ...{ summary: 'Short & <good>', content: '<p>Salted <a href="https://bakery.example/shop">Shop</a></p>' },
    ...{ author: 'Ann Baker', published_at: '2026-11-03T05:00:00.000Z', categories: ['Butter', 'Nuts'] },
    image: 'https://bakery.example/blog/butter.jpg',
  });
});

test('version 1.0 with its author, used for items without one', () => {
  const author = { name: 'Ann' };
  const { items } = read([{ id: 1, author: { name: 'Bob' } }, { id: 2 }], { version: VERSION.slice(0, -2), author });
  expect(items.map(({ id, author }) => [id, author])).toEqual([
    ['1', 'Bob'],
    ['2', 'Ann'],
  ]);
});

test('short messages without titles are entries, with their text as paragraphs', () => {
  const { items } = read([
    { id: 3, content_text: 'Fresh rolls & <cake>\nfrom 7\n\nCome!', url: 'https://bakery.example/3' },
    { id: 2, content_html: '<img src="/rolls.png">' },
    { content_text: 'Only a text' },
    { content_text: 'Another' },
  ]);
  expect(items).toMatchObject([
    {
      ...{ id: '3', title: '', summary: 'Fresh rolls & <cake> from 7 Come!' },
      content: '<p>Fresh rolls &amp; &lt;cake&gt;<br>from 7</p><p>Come!</p>',
    },
    { id: '2', title: '', image: 'https://bakery.example/rolls.png' },
    { id: '', summary: 'Only a text' },
    { id: '', summary: 'Another' },
  ]);
});

test('numeric ids distinguish entries, even beyond the precision of numbers', () => {
  const item = (id: string) => `{"id": ${id}, "content_text": "\\"id\\": 1234567890123456789"}`;
  const ids = ['0', '12.5', '1234567890123456788', '1234567890123456789', '-5'];
  const text = `{"version": "${VERSION}", "items": [${ids.map(item).join()}]}`;
  const { items, keys } = parseFeed(text, ADDRESS);
  expect(items.map(({ id }) => id)).toEqual(ids);
  expect(items[0]?.summary).toBe('"id": 1234567890123456789');
  expect(new Set(keys).size).toBe(5);
});

test("links and pictures come from an item's fields", () => {
  const { items } = read([
    { id: 'a', external_url: 'https://else.example/a', banner_image: '/banner.png' },
    {
      id: 'https://bakery.example/b',
      attachments: [
        { url: '/b.mp3', mime_type: 'audio/mpeg' },
        { url: '/b.png', mime_type: 'image/png' },
      ],
    },
    { id: 'urn:c', url: 'javascript:alert(1)', image: 'data:image/png;base64,AA==' },
    { id: 'd', url: '//cdn.example/d', date_modified: '2026-11-03T05:00:00Z' },
  ]);
  expect(items.map(({ link, image }) => [link, image])).toEqual([
    ['https://else.example/a', 'https://bakery.example/banner.png'],
    ['https://bakery.example/b', 'https://bakery.example/b.png'],
    [null, null],
    ['https://cdn.example/d', null],
  ]);
  expect(items[3]?.published_at).toBe('2026-11-03T05:00:00.000Z');
});

test.each([
  [
    'values of other types',
    [{ id: { a: 1 }, title: 7, tags: 'one', authors: 'Ann', image: [], date_published: 'soon' }],
  ],
  ['what is no item', [null, 5, 'x', [], { id: null }, { id: 'fine' }]],
  ['keys of objects', [JSON.parse('{"__proto__": {"title": "x"}, "id": "fine"}')]],
  ['the beginning of an entity', [{ id: 'fine', content_html: '<!ENTITY x "y"> <rss version="2.0"><channel>' }]],
])('a feed with %s is read', (_, items) => {
  expect(read(items).items.length).toBeGreaterThan(0);
});

test('a feed without a title, or without a version but with one, is a feed', () => {
  expect(read([{ id: 1 }], { title: undefined }).items).toHaveLength(1);
  expect(read([{ id: 1 }], { version: undefined }).items).toHaveLength(1);
});

const JSON_TEXT = JSON.stringify({ version: VERSION, title: 'Bäckerei 🥐', items: [] });

test.each([
  ['plain text in Latin 1', Buffer.from(JSON_TEXT), 'text/plain; charset=iso-8859-1'],
  ['a byte order mark', Buffer.from(`\uFEFF${JSON_TEXT}`), 'text/html'],
  ['a byte order mark and white space', Buffer.from(`\uFEFF\r\n ${JSON_TEXT}`), ''],
  ['UTF-16 with its mark', Buffer.from(`\uFEFF${JSON_TEXT}`, 'utf16le'), 'application/feed+json; charset=utf-8'],
])('JSON served as %s is read', (_, bytes, type) => {
  expect(parseFeed(decodeDocument(bytes, type), ADDRESS).title).toBe('Bäckerei 🥐');
});
