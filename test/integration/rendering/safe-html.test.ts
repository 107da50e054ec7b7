import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(async () => {
  await api.close();
  await closeRendering();
});

const EVIL = `<img src=x onerror="alert('1')">\n&`;

async function preview(content: string, variables: object = {}, subject = '') {
  const { status, body } = await api.rest('POST', '/templates/preview', {
    editor: 'html',
    content,
    subject,
    variables,
  });
  expect(body.errors).toBeUndefined();
  expect(status).toBe(200);
  return body.data as { subject: string; html: string; text: string; warnings: string[] };
}

const html = async (content: string, variables: object = {}) => (await preview(content, variables)).html;

test.each([
  ['{{ note | newline_to_br }}', { note: 'a\r\nb & c\nd' }, 'a<br />\nb &amp; c<br />\nd'],
  ['{{ name | escape }}', { name: "O'Neil & Söhne" }, 'O&#39;Neil &amp; Söhne'],
  ['{{ name | escape_once }}', { name: 'Tom &amp; Jerry & Co' }, 'Tom &amp; Jerry &amp; Co'],
  ['{{ bio | strip_html }}', { bio: '<b>Tom &amp; J</b><script>x()</script>' }, 'Tom &amp; J'],
  ['{{ note | escape | newline_to_br | raw }}', { note: 'a\n<b>' }, 'a<br />\n&lt;b&gt;'],
  ['{{ note | newline_to_br | escape }}', { note: 'a\nb' }, 'a<br />\nb'],
  ['{{ name | escape | upcase }}', { name: "O'Neil & Co" }, 'O&#39;NEIL &amp; CO'],
  ['{{ note | newline_to_br | upcase }}', { note: 'a\n<b>' }, 'A\n&lt;B&gt;'],
  ['{{ name | escape | truncate: 8 }}', { name: 'Tom & Jerry' }, 'Tom &amp;...'],
  ['{{ note | newline_to_br | append: "<hr>" }}', { note: 'a\nb' }, 'a<br />\nb&lt;hr&gt;'],
  ['{{ "<p>" | append: x }}', { x: 'a' }, '&lt;p&gt;a'],
  ['{{ nothing | newline_to_br | default: "none & nil" }}', {}, 'none &amp; nil'],
  ['{% assign shown = note | newline_to_br %}{{ shown }}', { note: 'a\nb' }, 'a<br />\nb'],
  [
    '{% capture line %}<b>{{ note | newline_to_br }}</b>{% endcapture %}{{ line }}',
    { note: '<\n' },
    '<b>&lt;<br />\n</b>',
  ],
  ['{% capture hi %}Hi {{ name }}{% endcapture %}{{ hi | upcase }}', { name: "O'N" }, 'HI O&#39;N'],
  ['{% echo note | newline_to_br %}', { note: '<\n' }, '&lt;<br />\n'],
  ['{% cycle note, "x" %}', { note: '<b>' }, '&lt;b&gt;'],
  ['{% assign n = name | escape %}{% if n == "a&b" %}same{% endif %}', { name: 'a&b' }, 'same'],
  ['<a title="{{ t | escape }}">', { t: '" onclick="x' }, '<a title="&#34; onclick=&#34;x">'],
])('%s makes safe HTML', async (content, variables, expected) => {
  expect(await html(content, variables)).toBe(expected);
});

test.each([
  'escape',
  'newline_to_br',
  'escape | newline_to_br',
  'strip_html | append: evil',
  'upcase',
  'newline_to_br | raw',
])('data cannot put markup into a message through | %s', async (filters) => {
  const shown = await html(`{{ evil | ${filters} }}`, { evil: EVIL });
  expect(shown).not.toMatch(/<(?!br \/>)/i);
  expect(shown).not.toContain('"');
});

test('an unclosed tag left by strip_html is escaped', async () => {
  expect(await html('{{ bio | strip_html }}<p>', { bio: '<b>Hi</b> <img src=x onerror=alert(1) ' })).toBe(
    'Hi &lt;img src=x onerror=alert(1) <p>',
  );
});

test('the subject and the text part show the same as plain text', async () => {
  const variables = { name: "O'Neil & Söhne", note: 'a\nb', bio: '<b>Tom &amp; J</b>' };
  const content =
    '<p>{{ name | escape }}</p><p>{{ note | newline_to_br }}</p><p>{{ bio | strip_html }}</p><p>{{ bio | escape_once }}</p>';
  const { subject, text } = await preview(content, variables, '{{ name | escape }} {{ bio | strip_html }}');
  expect(subject).toBe("O'Neil & Söhne Tom & J");
  expect(text).toBe("O'Neil & Söhne\n\na\nb\n\nTom & J\n\n<b>Tom & J</b>");
});

describe('json', () => {
  const data = { n: '</script><b>"Ada" & \u00e9', list: [1, { a: null }] };

  test('is JSON inside JSON-LD and cannot close the script', async () => {
    const content = `<script type="application/ld+json">{"name": {{ n | json }}, "list": {{ list | json }}, "none": {{ none | json }}}</script><p>x</p>`;
    const shown = await html(content, data);
    expect(shown.match(/<\/script/g)).toHaveLength(1);
    const [, written = ''] = /<script[^>]*>(.*)<\/script>/s.exec(shown) ?? [];
    expect(JSON.parse(written)).toEqual({ name: data.n, list: data.list, none: null });
  });

  test.each([
    "<script type='application/ld+json'>[{{ n | json }}]</script>",
    '<SCRIPT id="a" TYPE=application/ld+json >[{{ n | json | raw }}]</SCRIPT>',
    '<script type="application/ld+json">[{% echo n | json %}]</script>',
  ])('is JSON in any spelling of the script tag: %s', async (content) => {
    const [, written = ''] = />(.*)<\/script>/is.exec(await html(content, data)) ?? [];
    expect(JSON.parse(written)).toEqual([data.n]);
  });

  test.each([
    '<p>{{ n | json }}</p>',
    '<script type="text/plain">{{ n | json }}</script>',
    '<script type="application/ld+json">1</script>{{ n | json }}',
  ])('is escaped elsewhere: %s', async (content) => {
    expect(await html(content, data)).toContain('&#34;&lt;/script&gt;&lt;b&gt;');
  });
});
