import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { newsletterLinks } from '../../support/newsletter-links.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

let count = 0;
const someone = () => `reader${++count}@people.test`;

async function arrived(email: string) {
  const [{ mail } = expect.fail()] = await inbox.mailTo(email);
  return { html: mail.html as string, text: mail.text! };
}

/** Sends a transactional e-mail; returns the received one. */
async function mailed(html: string, input: object = {}) {
  const email = someone();
  const mail = { subject: 's', from: 'a@shop.example', to: [email], html, ...input };
  const { status, body } = await api.rest('POST', '/transactional-mails', mail);
  expect(status, JSON.stringify(body)).toBe(201);
  return arrived(email);
}

/** Sends a campaign to one person; returns the received e-mail. */
async function sent(content: string, input: object = {}, row: object = {}, editor = 'html') {
  const email = someone();
  const name = `Template ${count}`;
  const list = await makeList(api);
  await subscribe(api, list, [{ email, ...row }]);
  const made = await api.rest('POST', '/templates', { name, editor, subject: 's', content });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const id = await makeCampaign(api, list, { template: name, ...input });
  const { status, body } = await api.rest('POST', `/campaigns/${id}/send`);
  expect(status, JSON.stringify(body)).toBe(200);
  await untilEnded(api, id);
  return arrived(email);
}

const clicksIn = (html: string): string[] =>
  [...html.matchAll(/http:\/\/[^/\s"'<>]+(\/click\/[\w-]+\/[\w-]+)/g)].map(([, path]) => path!);

/** Where clicks on the links of a message arrive. */
async function targetsOf(html: string): Promise<string[]> {
  const targets: string[] = [];
  for (const url of clicksIn(html)) {
    const { statusCode, headers } = await api.app.inject({ url });
    expect(statusCode).toBe(302);
    targets.push(headers.location as string);
  }
  return targets;
}

/** The addresses of the links in a message whose clicks are not counted, as we write them. */
const hrefsIn = (html: string): string[] =>
  [...html.matchAll(/href=(?:"([^"]*)"|'([^']*)')/g)].map(([, double, single]) =>
    (double ?? single)!
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );

describe('1,000 links as newsletters write them', () => {
  const links = newsletterLinks(1000);
  const parts = Array.from({ length: 10 }, (_, index) => links.slice(index * 100, (index + 1) * 100));

  test.each(parts.map((part, index) => [index * 100, part] as const))(
    'redirect clicks to the address that a browser would open, from %i',
    async (_, part) => {
      const { html } = await mailed(part.map((link) => `<p>${link.html}</p>`).join('\n'));
      const targets = await targetsOf(html);
      expect(html).not.toMatch(/href=["']?https:\/\/decoy\.example\/[^123]/);
      expect(part.map(({ name }, index) => `${name} → ${targets[index]}`)).toEqual(
        part.map(({ name, leadsTo }) => `${name} → ${leadsTo}`),
      );
      expect(targets).toHaveLength(part.length);
    },
  );

  test('redirect there from a campaign with inlined styles', async () => {
    const part = links.filter(({ name }) => !/: (?:self|outlook),/.test(name)).slice(0, 200);
    const style = '<style>a{color:red} .button{color:blue}</style>';
    const { html } = await sent(
      `<html><head>${style}</head><body>${part.map((link) => `<p>${link.html}</p>`).join('\n')}<p>{{ unsubscribe_url }} {{ team.postal_address }}</p></body></html>`,
    );
    const targets = await targetsOf(html);
    expect(part.map(({ name }, index) => `${name} → ${targets[index]}`)).toEqual(
      part.map(({ name, leadsTo }) => `${name} → ${leadsTo}`),
    );
  });
});

describe('a value in an address', () => {
  const values = [
    'https://x.example/?q="a"&b=2',
    "https://x.example/it's?a=<b>&c=d",
    'https://x.example/?a=1&copy=2&lt=3',
    'https://x.example/?already=&amp;escaped',
    'https://x.example/grün?größe=1#ö',
  ];

  test.each(values)('%s redirects unchanged', async (url) => {
    const { html } = await mailed('<a href="{{ url }}">1</a><a href=\'{{ url }}\'>2</a>', { variables: { url } });
    expect(await targetsOf(html)).toEqual([new URL(url).href, new URL(url).href]);
  });

  test('inside the address redirects unchanged', async () => {
    const variables = { name: 'Tom & "Jerry" <x>', token: "a'b=c" };
    const { html } = await mailed('<a href="https://x.example/?n={{ name }}&amp;t={{ token }}">1</a>', { variables });
    expect(await targetsOf(html)).toEqual([
      new URL(`https://x.example/?n=${variables.name}&t=${variables.token}`).href,
    ]);
  });
});

describe('UTM parameters', () => {
  const utm = { source: 'n' };
  const LINKS = [
    ['https://x.example/?t&#x3D;1&amp;b&#x3D;2', 'https://x.example/?t=1&b=2&utm_source=n'],
    ['https:&#x2F;&#x2F;x.example&#x2F;a', 'https://x.example/a?utm_source=n'],
    ['https://x.example/&eacute;?a=&apos;1&apos;&#35;top', "https://x.example/é?a='1'&utm_source=n#top"],
    ['https://x.example/?a=1&copy=2', 'https://x.example/?a=1&copy=2&utm_source=n'],
    ['https://x.example/?q=&quot;a&quot;', 'https://x.example/?q="a"&utm_source=n'],
  ] as const;
  const content = LINKS.map(([href]) => `<a href="${href}">x</a>`).join(' ');

  test('are added to the decoded address, with clicks counted', async () => {
    const { html } = await sent(content, { utm });
    expect(await targetsOf(html)).toEqual(LINKS.map(([, address]) => new URL(address).href));
  });

  test('are added without click tracking too', async () => {
    const { html } = await sent(content, { utm, tracking: false });
    expect(hrefsIn(html).slice(0, LINKS.length)).toEqual(LINKS.map(([, address]) => address));
    expect(html).toContain('href="https://x.example/?t=1&amp;b=2&amp;utm_source=n"');
  });

  test('are added to areas, Outlook shapes, unquoted addresses and tags with ">" in a value', async () => {
    const content = `<map name=m><area href="https://x.example/1" alt=""></map>
      <!--[if mso]><v:roundrect href="https://x.example/2?a=1&amp;b=2" arcsize="8%"></v:roundrect><![endif]-->
      <a href=https://x.example/3?a=1&amp;b=2 >3</a> <a title="a > b" href='https://x.example/4'>4</a>`;
    const { html } = await sent(content, { utm, tracking: false });
    expect(hrefsIn(html).slice(0, 4)).toEqual([
      'https://x.example/1?utm_source=n',
      'https://x.example/2?a=1&b=2&utm_source=n',
      'https://x.example/3?a=1&b=2&utm_source=n',
      'https://x.example/4?utm_source=n',
    ]);
  });
});

describe('a link exempt from tracking', () => {
  const EXEMPT = [
    '<a data-no-track href="https://app.example/open?a=1&amp;b=2">1</a>',
    '<a href="https://app.example/open?a=1&amp;b=2" clicktracking="off" class="x">1</a>',
    "<a href='https://app.example/open?a=1&amp;b=2' CLICKTRACKING=OFF>1</a>",
    '<a class="y" data-no-track="true"href="https://app.example/open?a=1&amp;b=2">1</a>',
    '<area data-no-track="" href="https://app.example/open?a=1&amp;b=2">',
    '<!--[if mso]><v:rect href="https://app.example/open?a=1&amp;b=2" clicktracking=off></v:rect><![endif]-->',
  ];

  test.each(EXEMPT)('keeps its address and loses the attribute: %s', async (link) => {
    const { html, text } = await sent(`${link} <a href="https://app.example/other">2</a>`, { utm: { source: 'n' } });
    expect(html).toMatch(/href=["']https:\/\/app\.example\/open\?a=1&amp;b=2["']/);
    expect(html).not.toMatch(/data-no-track|clicktracking/i);
    expect(await targetsOf(html)).toEqual(['https://app.example/other?utm_source=n']);
    expect(text).toContain('2 (https://app.example/other?utm_source=n)');
    expect(text).not.toContain('open?a=1&b=2&utm');
  });

  test.each([true, false])('loses the attribute in a mail, counted: %s', async (tracking) => {
    const { html } = await mailed(`${EXEMPT.join('')}<a href="https://app.example/other">2</a>`, { tracking });
    expect(html).not.toMatch(/data-no-track|clicktracking/i);
    expect(hrefsIn(html).filter((href) => href === 'https://app.example/open?a=1&b=2')).toHaveLength(EXEMPT.length);
    expect(clicksIn(html)).toHaveLength(tracking ? 1 : 0);
  });

  test.each([
    '<a clicktracking="on" href="https://app.example/a">1</a>',
    '<a data-no-track="false" href="https://app.example/a">1</a>',
    '<a title="data-no-track" href="https://app.example/a">1</a>',
    '<a title=\'clicktracking="off"\' href="https://app.example/a">1</a>',
  ])('is not %s', async (link) => {
    expect(await targetsOf((await mailed(link)).html)).toEqual(['https://app.example/a']);
  });

  test('stays exempt in a template with inlined styles, and in MJML', async () => {
    const link = '<a data-no-track href="https://app.example/open">1</a>';
    const html = `<html><head><style>a{color:red}</style></head><body>${link}</body></html>`;
    const mjml = `<mjml><mj-head><mj-html-attributes><mj-selector path=".own a"><mj-html-attribute name="data-no-track">true</mj-html-attribute></mj-selector></mj-html-attributes></mj-head><mj-body><mj-section><mj-column><mj-text>${link}</mj-text><mj-button css-class="own" href="https://app.example/open">2</mj-button></mj-column></mj-section></mj-body></mjml>`;
    for (const [content, editor] of [
      [html, 'html'],
      [mjml, 'mjml'],
    ] as const) {
      const arrived = await sent(content, { utm: { source: 'n' } }, {}, editor);
      expect(clicksIn(arrived.html)).toEqual([]);
      expect(arrived.html).toContain('href="https://app.example/open"');
      expect(arrived.html).not.toContain('data-no-track');
    }
  });
});

describe('a link of a block with no_track', () => {
  const APP = 'https://app.example/open?a=1&b=2';
  const exempt = { href: APP, no_track: true };
  const SRC = 'https://x.example/a.png';
  const KINDS = {
    button: { type: 'button', text: 'Open', ...exempt },
    text: { type: 'text', text: `[One](${APP}) and [two](<${APP}>) and ${APP}`, no_track: true },
    image: { type: 'image', src: SRC, alt: 'A', ...exempt },
    logo: { type: 'logo', ...exempt },
    menu: { type: 'menu', links: [{ text: 'Open', ...exempt }] },
    social: { type: 'social', links: [{ network: 'website', url: APP, no_track: true }] },
    video: { type: 'video', src: SRC, alt: 'A', text: 'Watch', ...exempt },
    products: { type: 'products', items: [{ src: SRC, alt: 'A', name: 'Rye', button: 'Buy', ...exempt }] },
    html: { type: 'html', html: `<p>1<br>2</p><a data-no-track href="https://app.example/open?a=1&amp;b=2">3</a>` },
  };
  const counted = { type: 'button', text: 'Other', href: 'https://app.example/other' };

  test.each(Object.entries(KINDS))('keeps its address: %s', async (_, block) => {
    const content = JSON.stringify({ blocks: [block, counted] });
    const { html } = await sent(content, { utm: { source: 'n' } }, {}, 'blocks');
    expect(await targetsOf(html)).toEqual(['https://app.example/other?utm_source=n']);
    expect(hrefsIn(html)).toContain(APP);
    expect(html).not.toContain('no-track');
  });

  test('is counted without no_track, with false, and beside an exempt one', async () => {
    const menu = [
      { text: '1', href: 'https://x.example/1' },
      { text: '2', href: 'https://x.example/2', no_track: false },
      { text: '3', href: 'https://x.example/3', no_track: true },
    ];
    const content = JSON.stringify({ blocks: [{ type: 'menu', links: menu }] });
    const { html } = await sent(content, {}, {}, 'blocks');
    expect(await targetsOf(html)).toEqual(['https://x.example/1', 'https://x.example/2']);
  });

  test.each([
    [{ type: 'button', text: 'a', href: APP, no_track: 'yes' }, 'blocks.0.no_track'],
    [{ type: 'button', text: 'a', href: APP, no_track: 1 }, 'blocks.0.no_track'],
    [{ type: 'menu', links: [{ text: 'a', href: APP, no_track: {} }] }, 'blocks.0.links.0.no_track'],
  ])('is refused if no_track is not a boolean: %j', async (block, path) => {
    const input = { name: 'Refused', subject: 'S', editor: 'blocks', content: JSON.stringify({ blocks: [block] }) };
    const { status, body } = await api.rest('POST', '/templates', input);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(path);
  });
});

describe('text that is not a link', () => {
  test.each([
    ['a comment', '<!-- <a href="https://x.example/a">don\'t</a> -->'],
    ['a style', '<style>/* <a href="https://x.example/a"> */</style>'],
    ['a script', '<script type="application/ld+json">{"html":"<a href=\'https://x.example/a\'>"}</script>'],
    ['a title', '<title><a href="https://x.example/a"></title>'],
    ['another tag', '<abbr href="https://x.example/a">x</abbr><article href="https://x.example/a"></article>'],
  ])('stays as it is: %s', async (_, part) => {
    const { html } = await mailed(`${part}<a href="https://x.example/b">b</a>`);
    expect(html).toContain(part);
    expect(await targetsOf(html)).toEqual(['https://x.example/b']);
  });

  test.each(['mailto:a@x.example', 'tel:+49', '#top', 'myapp://x', '://x.example', 'http://', 'cid:a', 'javascript:x'])(
    'keeps its address: %s',
    async (href) => {
      const { html } = await mailed(`<a href="${href}">x</a>`);
      expect(html).toContain(`<a href="${href}">x</a>`);
    },
  );

  test('in an unclosed tag does not stop the rewriting', async () => {
    const bombs = ['<a title="x '.repeat(20_001), "<a href='x ".repeat(20_000)];
    const bomb = ['<a href="https://x.example/a">a</a>', ...bombs].join('');
    const { html } = await mailed(bomb);
    expect(await targetsOf(html)).toEqual(['https://x.example/a']);
  });
});
