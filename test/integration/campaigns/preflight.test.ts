import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign } from '../../support/campaigns.ts';
import { type FeedServer, INSIDE, openFeedServer } from '../../support/feeds.ts';
import { ask } from '../../support/graphql.ts';

let app: TestApp;
let site: FeedServer;
beforeAll(async () => {
  app = await openTestApp({ outboundAllow: [INSIDE] });
  site = await openFeedServer();
  site.answer((request, response) => {
    const status = Number(/^\/(\d{3})/.exec(request.url ?? '')?.[1] ?? 200);
    response.writeHead(status, status === 302 ? { location: '/404' } : {}).end('page');
  });
});
afterAll(async () => {
  site.close();
  await app.close();
});

/** The warnings about a campaign with this content. */
async function warningsOf(content: string, more: object = {}): Promise<string[]> {
  const api = await openTeam(app);
  await api.rest('POST', '/templates', { name: 'Issue', editor: 'html', subject: 'News', content, ...more });
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'ann@people.test' }]);
  const { body } = await api.rest('POST', `/campaigns/${await makeCampaign(api, list)}/check`);
  const known = /postal address|PUBLIC_URL|sending domain|private network|Use a public host|links do not work for/;
  return body.data.warnings
    .map(({ message }: { message: string }) => message)
    .filter((text: string) => !known.test(text));
}

const page = (inner: string, head = '') =>
  `<html><head>${head}</head><body style="background:#ffffff;color:#222222">${inner}</body></html>`;
const link = (address: string) => `<p><a href="${address}">Open</a></p>`;

describe('links', () => {
  test('links to error pages are named with their status, also after a redirect', async () => {
    const paths = ['/404', '/500', '/302', '/200'].map((path) => site.address(path));
    expect(await warningsOf(page(paths.map(link).join('')))).toEqual([
      `These links do not work: ${paths[0]} (404), ${paths[1]} (500), ${paths[2]} (404).`,
    ]);
  });

  test.each([200, 401, 403, 405, 429])('a page that answers %i to a program counts as working', async (status) => {
    expect(await warningsOf(page(link(site.address(`/${status}`))))).toEqual([]);
  });

  test('a link without a server is named, and of several such links it is said that this server may be offline', async () => {
    const closed = await openFeedServer();
    const address = closed.address('/');
    closed.close();
    expect(await warningsOf(page(link(address)))).toEqual([`These links do not work: ${address} (no server answers).`]);
    expect(await warningsOf(page(link(address) + link(`${address}other`)))).toEqual([
      expect.stringContaining('No link could be opened from this server'),
    ]);
  });

  test('links with variables are not opened', async () => {
    const before = site.statuses.length;
    expect(await warningsOf(page(link(`${site.address('/404')}?id={{ subscriber.id }}`)))).toEqual([]);
    expect(site.statuses.length).toBe(before);
  });
});

describe('samples', () => {
  test.each([
    [
      link('https://shop.example/offer'),
      'These links are samples: "https://shop.example/offer". Replace them with your own.',
    ],
    [
      link('http://www.example.com/'),
      'These links are samples: "http://www.example.com/". Replace them with your own.',
    ],
    [
      '<img alt="A mill" src="{{ team.pictures_url }}/hero-mill.png">',
      'A picture is a sample of the ready-made template. Choose your own.',
    ],
    ['<p>Use WELCOME10 today</p>', 'The template contains the sample text "WELCOME10". Replace it with your own.'],
    ['<p>…</p>', 'A block of the template has no text yet, only "…".'],
  ])('%s is found', async (content, expected) => {
    expect(await warningsOf(page(content))).toEqual([expected]);
  });

  test('own links, pictures and texts are no samples', async () => {
    const own = '<p>And so on … for example, see</p><img alt="Us" src="{{ team.pictures_url }}/social/x.png">';
    expect(await warningsOf(page(own))).toEqual([]);
  });
});

describe('contrast', () => {
  const DARK = expect.stringMatching(/^The text "Hello there" is hard to read in dark mode/);
  const LIGHT = expect.stringMatching(/^The text "Hello there" is hard to read on its background/);

  test.each<[string, unknown[]]>([
    ['<html><body><p style="color:#222">Hello there</p></body></html>', [DARK]],
    ['<html><body><p style="color:#ccc">Hello there</p></body></html>', [LIGHT]],
    ['<html><body bgcolor="#fff"><font color="#fafafa">Hello there</font></body></html>', [LIGHT, DARK]],
    [page('<div style="background:#123"><p style="color:rgba(0,0,0,.6)">Hello there</p></div>'), [LIGHT, DARK]],
    [
      page(
        '<p class="x">Hello there</p>',
        '<style data-embed>@media (prefers-color-scheme: dark) { .x { color: #ffffff !important } }</style>',
      ),
      [DARK],
    ],
    ['<html><body><p>Hello there</p></body></html>', []],
    [page('<p>Hello there</p>'), []],
    [
      page('<div style="background-image:url(https://shop.test/a.png)"><p style="color:#fff">Hello there</p></div>'),
      [],
    ],
    [page('<div style="display:none;color:#fff">Hello there</div>'), []],
    [page('<p style="color:{{ team.brand.color }}">Hello there</p>'), []],
    [page('<p style="color:#fff">…—…</p>'), []],
  ])('%s', async (content, expected) => {
    expect(await warningsOf(content)).toEqual(expected);
  });

  test('every ready-made template is readable in light and dark mode', async () => {
    const { body } = await app.rest('GET', '/ready-made-templates?per_page=100');
    expect(body.data.length).toBeGreaterThan(15);
    for (const { name, editor, content, subject } of body.data) {
      const found = await warningsOf(content, { editor, subject });
      expect([name, found.filter((text) => text.includes('hard to read'))]).toEqual([name, []]);
    }
  }, 120_000);
});

test('each warning has a code of its own', async () => {
  const api = await openTeam(app);
  const content = `<html><body bgcolor="#fff"><p style="color:#ddd">Pale</p>${link(site.address('/404'))}${link('https://shop.example/')}</body></html>`;
  await api.rest('POST', '/templates', { name: 'Issue', editor: 'html', subject: 'News', content });
  const id = await makeCampaign(api, await makeList(api));
  const { warnings } = (await ask(api, `{ checkCampaign(id: "${id}") { warnings { code message } } }`)).checkCampaign;
  const codeOf = (words: string) =>
    warnings.find(({ message }: { message: string }) => message.startsWith(words))?.code;
  expect(['These links are samples', 'These links do not work', 'The text "Pale"'].map(codeOf)).toEqual([
    'SAMPLE',
    'BROKEN_LINK',
    'LOW_CONTRAST',
  ]);
});

test('a check of hostile HTML answers', async () => {
  const deep = `${'<div>'.repeat(20_000)}<a href="https://[">x</a><p style="color:((((;background:url(">y`;
  expect(await warningsOf(page(deep))).toEqual(expect.any(Array));
});
