import { afterAll, describe, expect, test } from 'vitest';
import {
  checkTemplate,
  closeRendering,
  RenderError,
  renderTemplate,
} from '../../../src/domain/content/rendering/pool.ts';

afterAll(closeRendering);

const html = async (source: string, mergeData: Record<string, unknown> = {}) =>
  (await renderTemplate({ subject: '', html: source, mergeData })).html;

test('values are escaped in the HTML, but not in the subject or the text', async () => {
  const source = '{{ name }}';
  const rendered = await renderTemplate({ subject: source, html: source, text: source, mergeData: { name: '<b>&' } });
  expect(rendered).toEqual({ subject: '<b>&', html: '&lt;b&gt;&amp;', text: '<b>&', warnings: [], remarks: [] });
});

test('the subject is one line', async () => {
  const mergeData = { name: '\r\nBcc: evil@x.test\0\u2028' };
  const { subject } = await renderTemplate({ subject: 'Hi {{ name }} ', html: '', mergeData });
  expect(subject).toBe('Hi  Bcc: evil@x.test');
});

test('the text part comes from the HTML, with blocks as lines and links with addresses', async () => {
  const source = `<html><head><style>p {}</style></head><body><h1>Hi {{ name }}</h1>
    <p>See <a href="https://x.test/?a=1&amp;b=2">the shop</a>.<br>Bye</p><ul><li>rye</li></ul><img src="x"></body></html>`;
  const { text } = await renderTemplate({ subject: '', html: source, mergeData: { name: '<Ann>' } });
  expect(text).toBe('Hi <Ann>\n\nSee the shop (https://x.test/?a=1&b=2).\nBye\n\n * rye');
});

test.each([
  ['News for {{ name }}', 'News for Ann'],
  ['{{ nobody }}', '-'],
])('a message without words has its subject %j as its text', async (subject, said) => {
  const picture = '<html><body><p>&nbsp;</p><img src="https://x.test/a.png" alt=""></body></html>';
  const rendered = await renderTemplate({ subject, html: picture, mergeData: { name: 'Ann' } });
  expect(rendered.text).toBe(said);
  expect((await renderTemplate({ subject, html: picture, text: ' \n', mergeData: { name: 'Ann' } })).text).toBe(said);
});

test('a template that does not parse is reported with line and column', async () => {
  expect(await checkTemplate('Hello {{ name | upcase }}')).toBeUndefined();
  expect(await checkTemplate('Hello\n  {{ name | nope }}')).toMatchObject({
    line: 2,
    column: 3,
    problem: expect.stringContaining('nope'),
  });
  expect(await checkTemplate('{% for a in b %}')).toMatchObject({ line: 1, column: 1 });
});

test('templates cannot read files or other templates', async () => {
  for (const tag of ['include', 'render', 'layout']) {
    expect(await checkTemplate(`{% ${tag} '/etc/passwd' %}`)).toMatchObject({ problem: expect.stringContaining(tag) });
  }
});

test('unknown variables are empty, and built-in JavaScript properties are unknown', async () => {
  const scope = JSON.parse('{"a": {"__proto__": "data"}, "list": [1], "text": "x"}');
  const paths = ['nobody', 'a.constructor', 'list.constructor.name', 'text.constructor', 'a.toString', '__proto__'];
  expect(await html(paths.map((path) => `[{{ ${path} }}]`).join(''), scope)).toBe('[]'.repeat(paths.length));
  expect(await html('{{ a["__proto__"] }}', scope)).toBe('data');
});

const hostile: Record<string, string> = {
  'a loop over a billion': '{% for i in (1..1000000000) %}x{% endfor %}',
  'loops in loops':
    '{% for i in (1..5000) %}{% for j in (1..5000) %}{% for k in (1..5000) %}{{ i }}{% endfor %}{% endfor %}{% endfor %}',
  'fifty megabytes': `{% for i in (1..50000) %}${'x'.repeat(1_000)}{% endfor %}`,
  'a string that doubles':
    '{% assign s = "xxxxxxxxxx" %}{% for i in (1..100) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
  'where over a range': '{% assign a = (1..7000000) | where: "x", 1 %}{{ a | size }}',
  'sort and uniq over a range': '{% assign a = (1..1900000) | sort | reverse | uniq | sort %}{{ a | size }}',
  'deep nesting': '{% if true %}'.repeat(30_000) + '{% endif %}'.repeat(30_000),
  'a deep expression': `{{ ${'a['.repeat(50_000)}1${']'.repeat(50_000)} }}`,
  'HTML nested a hundred thousand deep': '<div>'.repeat(200_000),
};

test('a date is padded to 1,024 characters at most', async () => {
  expect(await html('{{ "2026-11-27" | date: "%999999999Y" }}')).toBe('2026'.padStart(1_024, '0'));
});

test.each(Object.entries(hostile))('%s ends with an error and does not affect others', async (_name, source) => {
  const others = Array.from({ length: 20 }, (_, n) => html('{{ n }}', { n }));
  await expect(html(source)).rejects.toThrow(RenderError);
  expect(await Promise.all(others)).toEqual(Array.from({ length: 20 }, (_, n) => String(n)));
  expect(await html('{{ n }}', { n: 'alive' })).toBe('alive');
});

test('an error names the position in the template and nothing internal', async () => {
  const failing = renderTemplate({ subject: 'x', html: 'a\n{{ 1 | divided_by: 0 | nope }}', mergeData: {} });
  await expect(failing).rejects.toThrow(/^The HTML could not be rendered: .*\(line 2, column 1\)\.$/);
});

test('rendering works again after closing', async () => {
  await closeRendering();
  expect(await html('{{ n }}', { n: 1 })).toBe('1');
});

describe('the slow templates of one team', () => {
  const SLOW = hostile['loops in loops']!;
  const render = (source: string, owner: number) => renderTemplate({ subject: '', html: source, mergeData: {}, owner });

  test('do not delay those of another team', async () => {
    let ended = 0;
    // Each is tried twice, the second time after all others: the next step has the time of all forty.
    const slow = Array.from({ length: 40 }, () =>
      render(SLOW, 1).catch(() => {
        ended += 1;
      }),
    );
    await Promise.race(slow); // from now on it is known
    for (let times = 0; times < 10; times += 1) expect((await render('fine', 2)).html).toBe('fine');
    expect(ended).toBeLessThan(slow.length);
    await Promise.all([closeRendering(), ...slow]);
  });

  test('give another slow team a turn before their next one', async () => {
    const order: number[] = [];
    const slow = (owner: number) => render(SLOW, owner).catch(() => void order.push(owner));
    await Promise.all([slow(3), slow(4)]);
    order.length = 0;
    await Promise.all([...Array.from({ length: 4 }, () => slow(3)), slow(4)]);
    expect(order.indexOf(4)).toBeLessThan(2);
  });
});
