import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { type FeedServer, INSIDE, openFeedServer } from '../../support/feeds.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
let site: FeedServer;
let picture: Buffer;
beforeAll(async () => {
  site = await openFeedServer();
  api = await openTestApp({ outboundAllow: [INSIDE] });
  picture = await readFile('pictures/hero-shop.png');
});
afterAll(async () => {
  await api.close();
  site.close();
});

const FIND = `mutation ($websiteUrl: URL!) {
  findBrand(input: { websiteUrl: $websiteUrl }) {
    name color backgroundColor fontFamily logoUrl logoWidth websiteUrl socialLinks { network url }
  }
}`;

/** Serves these files. */
function serve(files: Record<string, string | Buffer>): void {
  site.answer(({ url = '/' }, response) => {
    const file = files[url];
    if (file === undefined) return void response.writeHead(404).end();
    const type = Buffer.isBuffer(file) ? 'image/png' : url.endsWith('.css') ? 'text/css' : 'text/html';
    response.writeHead(200, { 'content-type': type }).end(file);
  });
}

/** What the website with these files shows of its brand. */
async function found(files: Record<string, string | Buffer>, path = '/') {
  serve(files);
  return (await ask(api, FIND, { websiteUrl: site.address(path) })).findBrand;
}

test('a website shows its name, logo, colours, font and social profiles', async () => {
  const page = `<!doctype html><html><head><title>Welcome</title>
    <meta property="og:site_name" content="Kolb Bäckerei"><link rel="stylesheet" href="/style.css">
    <link rel="icon" href="/icon.png"></head>
    <body><img class="site-logo" src="logo.png" alt="Kolb">
    <a href="https://www.instagram.com/kolb/">Instagram</a><a href="https://facebook.com/sharer.php?u=x">Share</a>
    <a href="https://www.instagram.com/other/">Another</a></body></html>`;
  const style = `:root { --shade: #fdf6ec; } body { background: var(--shade); font-family: "Lora", Georgia, serif; }
    @media (min-width: 600px) { .btn { background-color: #b4322a; color: #fff } } a { color: #b4322a } p { color: #333 }`;
  expect(await found({ '/': page, '/style.css': style, '/logo.png': picture })).toEqual({
    name: 'Kolb Bäckerei',
    color: '#b4322a',
    backgroundColor: '#fdf6ec',
    fontFamily: "'Lora', Georgia, serif",
    logoUrl: site.address('/logo.png'),
    logoWidth: 140,
    websiteUrl: site.address('/'),
    socialLinks: [{ network: 'INSTAGRAM', url: 'https://www.instagram.com/kolb/' }],
  });
});

test.each([
  ['its theme', '<meta name="theme-color" content="#0a7d5a">', '#0a7d5a'],
  ['a named colour', '<style>:root{--color-primary: rgb(120, 20, 90)}</style>', '#78145a'],
  ['a named colour of three numbers', '<style>:root{--color-button:18,99,88}</style>', '#126358'],
  [
    'its buttons, not the boxes beside them',
    '<style>.box{background:#3355aa}.button{background:#aa3300}</style>',
    '#aa3300',
  ],
  ['no shade of grey', '<style>.button{background:#111}a{color:#777}</style>', null],
  ['no broken style', '<style>.button{{{{;:;}}}} a{color:#nonsense}</style>', null],
])('the main colour of a website comes from %s', async (_, head, color) => {
  expect(await found({ '/': `<html><head>${head}</head><body>Hello</body></html>` })).toMatchObject({ color });
});

test('structured data names the logo, and pictures that e-mails do not show are passed over', async () => {
  const data = JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'Organization', name: 'Kolb', logo: { url: '/drawn.svg' } }],
  });
  const page = `<html><head><script type="application/ld+json">${data}</script>
    <link rel="apple-touch-icon" href="/touch.png"></head><body></body></html>`;
  const brand = await found({ '/': page, '/drawn.svg': '<svg></svg>', '/touch.png': picture });
  expect(brand).toMatchObject({ name: 'Kolb', logoUrl: site.address('/touch.png') });
});

test('a page without any look gives its address alone', async () => {
  expect(await found({ '/plain': '<p>Hello' }, '/plain')).toEqual({
    ...{ name: null, color: null, backgroundColor: null, fontFamily: null, logoUrl: null, logoWidth: null },
    websiteUrl: site.address('/plain'),
    socialLinks: [],
  });
});

test.each([
  ['an error page', '/missing', 'the server answered with status 404'],
  ['a picture', '/logo.png', 'must be the address of a web page'],
])('%s is no website', async (_, path, words) => {
  serve({ '/logo.png': picture });
  const { message, extensions } = await fail(api, FIND, { websiteUrl: site.address(path) });
  expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path: ['websiteUrl'] }] });
  expect(message).toContain(words);
});

test('addresses of the private network are refused, also those that a page names', async () => {
  const refused = await fail(api, FIND, { websiteUrl: 'http://169.254.169.254/latest' });
  expect(refused.message).toContain('private network');
  const page = `<html><head><link rel="stylesheet" href="http://169.254.169.254/a.css"></head>
    <body><img class="logo" src="http://10.0.0.1/logo.png"></body></html>`;
  expect(await found({ '/': page })).toMatchObject({ logoUrl: null, color: null });
});

test('a token without write access reads no website', async () => {
  const { extensions } = await fail(api, FIND, { websiteUrl: site.address('/') }, { token: api.readToken });
  expect(extensions.code).toBe('FORBIDDEN');
});
