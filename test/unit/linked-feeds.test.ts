import { expect, test } from 'vitest';
import { readPage } from '../../src/domain/campaigns/feed/linked-feed.ts';

const ADDRESS = 'https://bakery.example/blog/post?x=1';
const feedIn = (head: string) =>
  readPage(`<!DOCTYPE html><html><head>${head}</head><body></body></html>`, ADDRESS)?.feed;
const link = (type: string, href: string, more = '') => `<link rel="alternate" type="${type}" href="${href}" ${more}>`;
const RSS = 'application/rss+xml';

test.each([
  ['a relative address', link(RSS, 'feed.xml'), 'https://bakery.example/blog/feed.xml'],
  ['one from the root, of Atom', link('application/atom+xml', '/atom'), 'https://bakery.example/atom'],
  ['a JSON Feed', link('application/feed+json', '//cdn.example/f.json'), 'https://cdn.example/f.json'],
  ['application/json alone', link('application/json', '/feed.json'), 'https://bakery.example/feed.json'],
  [
    'words in any case and order',
    '<LINK HREF=/f TYPE="Application/RSS+XML; charset=UTF-8" REL="home  ALTERNATE">',
    '/f',
  ],
  ['entities in its address', link(RSS, '/f?a=1&amp;b=2&#x26;c=3'), '/f?a=1&b=2&c=3'],
  ['a base', `<base href="/en/">${link(RSS, 'feed')}`, '/en/feed'],
  [
    'a base of another host, the first of two',
    `<base href="https://b.example/"><base href="/x/">${link(RSS, 'f')}`,
    'https://b.example/f',
  ],
  ['a base that is no web address', `<base href="data:text/html,x">${link(RSS, 'f')}`, '/blog/f'],
  ['a base after the link', `${link(RSS, 'f')}<base href="/late/">`, '/late/f'],
])('the feed of a page with %s is found', (_, head, address) => {
  expect(feedIn(head)).toBe(new URL(address, 'https://bakery.example').href);
});

test.each([
  ['the feed of comments', [link(RSS, '/comments/feed/', 'title="Bakery » Comments Feed"'), link(RSS, '/feed/')]],
  ['comments without the word in the title', [link(RSS, '/?feed=comments-rss2'), link(RSS, '/feed/')]],
  ['German comments', [link(RSS, '/post/feed/', 'title="Kommentar-Feed zu Brot"'), link(RSS, '/feed/')]],
  ['a programming interface', [link('application/json', '/wp-json/wp/v2/posts/7'), link(RSS, '/feed/')]],
  ['oEmbed', [link('application/json+oembed', '/oembed'), link('text/xml+oembed', '/o'), link(RSS, '/feed/')]],
  ['another language', ['<link rel=alternate hreflang=de href=/de>', link(RSS, '/feed/')]],
  ['style sheets', ['<link rel="alternate stylesheet" type="text/css" href="/x.css">', link(RSS, '/feed/')]],
  [
    'links that no browser sees',
    [
      `<template>${link(RSS, '/t')}</template>`,
      `<!-- ${link(RSS, '/c')} -->`,
      `<script>'${link(RSS, '/s')}'</script>`,
      link(RSS, '/feed/'),
    ],
  ],
  [
    'addresses that are none',
    [link(RSS, 'ftp://x.example/f'), link(RSS, 'https://u:p@x.example/f'), link(RSS, ''), link(RSS, '/feed/')],
  ],
  ['a link to itself of another kind', [`<link rel="self" type="${RSS}" href="/self">`, link(RSS, '/feed/')]],
  [
    'a later feed',
    [link(RSS, '/feed/'), link('application/atom+xml', '/atom'), link('application/feed+json', '/json')],
  ],
])('the feed is chosen among several links, not %s', (_, links) => {
  expect(feedIn(links.join('\n'))).toBe('https://bakery.example/feed/');
});

test('a blog named like a comment feed has its feed', () => {
  expect(feedIn(link(RSS, '/feed/', 'title="Kommentare zur Lage"'))).toBe('https://bakery.example/feed/');
});

test.each([
  ['no link', '<title>x</title>'],
  ['a feed of comments alone', link(RSS, '/comments/feed/')],
  ['a link to another language', '<link rel="alternate" hreflang="de" href="/de">'],
])('a page with %s links to no feed', (_, head) => {
  expect(feedIn(head)).toBeNull();
});

test.each(['', 'not found', '{"html": 1}', '<feed><link rel="alternate" type="application/rss+xml" href="/x"/>'])(
  '%j is not a page',
  (text) => {
    expect(readPage(text, ADDRESS)).toBeUndefined();
  },
);
