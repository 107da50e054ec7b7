import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeCompiling } from '../../../src/domain/content/compiling/compiler.ts';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
let number = 0;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(async () => {
  await api.close();
  await Promise.all([closeRendering(), closeCompiling()]);
});

const save = (input: object) => api.rest('POST', '/templates', { name: `T${++number}`, ...input });
const blocks = (...list: object[]) => JSON.stringify({ blocks: list });

/** Saves a template and renders it. */
async function render(input: object, variables: object = {}, locale?: string) {
  const { status, body } = await save(input);
  expect([status, body.errors]).toEqual([201, undefined]);
  const answer = await api.rest('POST', `/templates/${body.data.id}/render`, { variables, ...(locale && { locale }) });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

describe('styles', () => {
  test('are inlined into the elements, and the rest stays in a style element', async () => {
    const styles = 'td { color: red } a:hover { color: green } @media (max-width: 9px) { td { color: blue } }';
    const { html } = await render({ editor: 'html', content: '<table><tr><td><a>x</a></td></tr></table>', styles });
    expect(html).toContain('<td style="color: red;">');
    const rest = /<style>([\s\S]*)<\/style>/.exec(html)?.[1];
    expect(rest).toContain('a:hover');
    expect(rest).toContain('@media');
    expect(rest).not.toContain('red');
  });

  test('leave Liquid intact: loops over rows, conditions in a tag, nested quotes', async () => {
    const content =
      '<table>{% for i in items %}<tr><td {% if i.big %}class="b"{% endif %} title="{{ "a>b" | upcase }}">{{ i.name }}</td></tr>{% endfor %}</table>';
    const items = [{ name: 'Rye & Co', big: true }, { name: 'Wheat' }];
    const { html } = await render({ editor: 'html', content, styles: '.b { color: red } td { margin: 0 }' }, { items });
    expect(html.replace(/\s+/g, ' ').match(/<td.*?<\/td>/g)).toEqual([
      '<td class="b" title="A&gt;B" style="margin: 0;">Rye &amp; Co</td>',
      '<td title="A&gt;B" style="margin: 0;">Wheat</td>',
    ]);
  });

  test('are inlined again after a change, even into unchanged content', async () => {
    const { body } = await save({ editor: 'html', content: '<p>x</p>', styles: 'p { color: red }' });
    await api.rest('PUT', `/templates/${body.data.id}`, { styles: 'p { color: blue }' });
    const { template } = await ask(api, `{ template(id: "${body.data.id}") { content html } }`);
    expect(template).toEqual({ content: '<p>x</p>', html: '<p style="color: blue;">x</p>' });
  });
});

describe('MJML', () => {
  const mjml = (inside: string) =>
    `<mjml><mj-body><mj-section><mj-column>\n${inside}\n</mj-column></mj-section></mj-body></mjml>`;

  test('becomes HTML for e-mail clients, without fetching anything', async () => {
    const content = mjml(
      '<mj-text>Hello {{ name }}</mj-text><mj-button href="https://x.test/?a={{ id }}">Go</mj-button>',
    );
    const { html, text } = await render({ editor: 'mjml', content }, { name: 'A & B', id: 7 });
    expect(html).toContain('Hello A &amp; B');
    expect(html).toContain('href="https://x.test/?a=7"');
    expect(html).toContain('<table');
    expect(html.match(/(src|href)="http[^"]*"/g)).toEqual(['href="https://x.test/?a=7"']);
    expect(html).not.toMatch(/<link|@import/);
    expect(text).toContain('Hello A & B');
  });

  test('loops work in mj-raw', async () => {
    const loop = '<mj-raw>{% for i in items %}</mj-raw><mj-text>{{ i }}</mj-text><mj-raw>{% endfor %}</mj-raw>';
    const { text } = await render({ editor: 'mjml', content: mjml(loop) }, { items: ['rye', 'wheat'] });
    expect(text.split(/\s+/).filter(Boolean)).toEqual(['rye', 'wheat']);
  });

  test.each([
    [mjml('<mj-text colr="red">x</mj-text>'), 'on line 2, column 1: Attribute colr is illegal'],
    [mjml('<mj-nope>x</mj-nope>'), "on line 2, column 1: Element mj-nope doesn't exist or is not registered"],
    [mjml('{% for i in x %}<mj-text>x</mj-text>{% endfor %}'), 'on line 2, column 1: {% for i in x %} is between'],
    [mjml('\n  <mj-include path="/etc/passwd"/>'), 'on line 3, column 3: mj-include is not available'],
    ['<p>Hello</p>', 'on line 1, column 1: Malformed MJML'],
  ])('%s is refused with its location', async (content, problem) => {
    const { status, body } = await save({ editor: 'mjml', content });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['content']]);
    expect(body.message).toContain(`The content field is not valid ${problem}`);
  });
});

test('Markdown becomes a page: links, tables, and lists made by loops', async () => {
  const content =
    '# Hi {{ name }}\n\n{% for i in items %}\n- {{ i }}\n{% endfor %}\n\nSee https://x.test\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
  const { html, text } = await render({ editor: 'markdown', content }, { name: '<Ann>', items: ['rye', 'wheat'] });
  expect(html).toMatch(/<h1 style="[^"]+">Hi &lt;Ann&gt;<\/h1>/);
  expect(html.match(/<li>.*<\/li>/g)).toEqual(['<li>rye</li>', '<li>wheat</li>']);
  expect(html).toMatch(/<a href="https:\/\/x.test"/);
  expect(html).toContain('<td');
  expect(text).toContain('Hi <Ann>');
});

describe('blocks', () => {
  test('every kind of block is shown', async () => {
    const content = JSON.stringify({
      settings: { preheader: 'Fresh {{ name }}', width: 640, background: '#eee', link_color: '#123456' },
      blocks: [
        { type: 'heading', text: 'Hi {{ name | default: "you" }} <3', level: 2 },
        { type: 'text', text: 'Some **bold** and <b>no tag</b>' },
        {
          type: 'if',
          test: 'total > 100',
          blocks: [{ type: 'text', text: 'Big' }],
          else: [{ type: 'text', text: 'Small' }],
        },
        {
          type: 'columns',
          columns: [
            { width: 30, blocks: [{ type: 'image', src: 'https://x.test/{{ id }}.png', alt: 'A "loaf"' }] },
            { blocks: [{ type: 'repeat', over: 'items', as: 'item', blocks: [{ type: 'text', text: '{{ item }}' }] }] },
          ],
        },
        { type: 'button', text: 'Go', href: 'https://x.test/?a=1&b={{ "2" }}' },
        { type: 'divider' },
        { type: 'spacer', height: 20 },
        { type: 'html', html: '<i>raw</i>' },
        { type: 'footer', text: 'Bye' },
      ],
    });
    const { html, text } = await render(
      { editor: 'blocks', content },
      { name: 'Ann', total: 200, id: 7, items: ['rye', 'wheat'] },
    );
    expect(html).toMatch(/<h2[^>]*>Hi Ann &lt;3<\/h2>/);
    expect(html).toContain('<strong>bold</strong>');
    expect(html).toContain('&lt;b&gt;no tag&lt;/b&gt;');
    expect(html).toContain('src="https://x.test/7.png"');
    expect(html).toContain('alt="A &quot;loaf&quot;"');
    expect(html).toContain('href="https://x.test/?a=1&amp;b=2"');
    expect(html).toContain('<i>raw</i>');
    expect(text.split(/\s+/).filter((word: string) => /^(Big|Small|rye|wheat|Bye|Unsubscribe)$/.test(word))).toEqual([
      'Big',
      'rye',
      'wheat',
      'Bye',
    ]);
  });

  test('an order is a table with aligned amounts, in the text too', async () => {
    const content = blocks({
      type: 'order',
      items: 'order.items',
      totals: [
        { label: 'Discount', value: '{{ order.discount }}', test: 'order.discount' },
        { label: 'Total', value: '{{ order.total }}', strong: true },
      ],
    });
    const items = [
      { name: 'Rye <loaf>', quantity: 2, price: '€ 9.80', image: 'https://x.test/rye.png' },
      { name: 'Apron', quantity: 1, price: '€ 109.00', description: 'Linen' },
    ];
    const { html, text } = await render({ editor: 'blocks', content }, { order: { items, total: '€ 118.80' } });
    expect(text).toBe('Rye <loaf> × 2     € 9.80\nApron            € 109.00\nLinen\nTotal            € 118.80');
    expect(html.match(/<img[^>]*src="https:\/\/x\.test\/rye\.png"/g)).toHaveLength(1);
    expect(html).not.toContain('Discount');
  });

  test('products are in rows of equal width; an image and a name with the same link have it once in the text', async () => {
    const one = (name: string) => ({
      src: `https://x.test/${name}.png`,
      alt: name,
      name,
      href: `https://x.test/${name}`,
    });
    const content = blocks({ type: 'products', columns: 3, items: [...'abcd'].map(one) });
    const { html, text } = await render({ editor: 'blocks', content });
    expect(html.match(/class="[^"]*mj-column-per-33/g)).toHaveLength(6);
    expect(text.split('\n\n')).toEqual([...'abcd'].map((name) => `${name} (https://x.test/${name})`));
  });

  test('links, quotations, codes and videos are in the text as well', async () => {
    const content = blocks(
      { type: 'menu', links: [{ text: 'Shop', href: 'https://x.test/shop' }], boxed: true },
      { type: 'quote', text: 'Fine *bread*.', author: 'Ann' },
      { type: 'coupon', text: 'Ten off', code: '{{ code }}', note: 'Until Friday' },
      { type: 'video', src: 'https://x.test/still.png', alt: 'The oven', href: 'https://x.test/film', text: 'Watch' },
      { type: 'social', links: [{ network: 'mastodon', url: 'https://x.test/@us' }] },
      { type: 'section', background: 'brand', blocks: [{ type: 'text', text: 'In a band', color: 'on_brand' }] },
      { type: 'image', src: 'https://x.test/alone.png', alt: 'Alone', href: 'https://x.test/alone', full: true },
    );
    const { html, text } = await render({ editor: 'blocks', content }, { code: 'SAVE' });
    const lines = text.split('\n').filter((line: string) => line !== '');
    expect(lines).toEqual([
      ...['Shop (https://x.test/shop)', '> Fine bread.', '> ', '> — Ann', 'Ten off', 'SAVE', 'Until Friday'],
      ...['The oven', '▶ Watch (https://x.test/film)', 'Mastodon (https://x.test/@us)', 'In a band'],
      'Alone (https://x.test/alone)',
    ]);
    expect(html).toContain('/pictures/social/mastodon.png');
  });

  test('dark mode is optional, and each colour has its counterpart', async () => {
    const text = { type: 'text', text: 'x', color: '#112233' };
    const plain = await render({ editor: 'blocks', content: blocks(text) });
    expect(plain.html).not.toMatch(/prefers-color-scheme|color-scheme/);
    const content = JSON.stringify({ settings: { dark_mode: true, language: 'de' }, blocks: [text, text] });
    const { html } = await render({ editor: 'blocks', content });
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{.*\.d\d+ div\{color:#[c-f][0-9a-f]{5}!important\}/);
    expect(html).toMatch(/<html lang="de"/);
  });

  test.each([
    ['Hello', 'is not valid: it is not JSON'],
    ['[]', 'is not valid: it must be an object.'],
    ['{}', 'is not valid: blocks is required.'],
    [blocks(), 'is not valid: blocks must have at least 1 item.'],
    [blocks({ type: 'image', alt: '' }), 'is not valid: blocks.0.src is required.'],
    [blocks({ type: 'text', text: 'a' }, { type: 'banner' }), 'is not valid: blocks.1.type must be'],
    [blocks({ type: 'text', text: 7 }), 'is not valid: blocks.0.text must be a string.'],
    [blocks({ type: 'text', text: 'x', color: 'red;' }), 'is not valid: blocks.0.color must be a colour'],
    [blocks({ type: 'spacer', height: 201 }), 'is not valid: blocks.0.height must be at most 200.'],
    [blocks({ type: 'text', text: '{% if a %}' }), 'is not valid: blocks.0.text does not parse'],
    [
      blocks({ type: 'repeat', over: 'a %}', as: 'b', blocks: [{ type: 'divider' }] }),
      'is not valid: blocks.0.over must be a name',
    ],
    [
      blocks({ type: 'if', test: 'a %}{% x', blocks: [{ type: 'divider' }] }),
      'is not valid: blocks.0.test must be a Liquid expression',
    ],
    [
      blocks({ type: 'columns', columns: [{ blocks: [{ type: 'divider' }] }] }),
      'is not valid: blocks.0.columns must have at least 2 items.',
    ],
    [blocks({ type: 'text', text: 'x', color: 'pink' }), 'is not valid: blocks.0.color must be a colour such as'],
    [
      blocks({ type: 'social', links: [{ network: 'myspace', url: 'x' }] }),
      'is not valid: blocks.0.links.0.network must',
    ],
    [blocks({ type: 'order', items: 'a b' }), 'is not valid: blocks.0.items must be a name'],
    [
      blocks({ type: 'order', items: 'a', totals: [{ label: 'x', value: 'y', test: '%}' }] }),
      'is not valid: blocks.0.totals.0.test must be a Liquid expression',
    ],
    [blocks({ type: 'products', items: [] }), 'is not valid: blocks.0.items must have at least 1 item.'],
    [blocks({ type: 'section', blocks: [{ type: 'divider' }] }), 'is not valid: blocks.0.background is required.'],
    [
      '{"settings":{"language":"not a language"},"blocks":[{"type":"divider"}]}',
      'is not valid: settings.language must be',
    ],
    [`{"blocks":${'['.repeat(500)}${']'.repeat(500)}}`, 'is not valid: is nested too deeply'],
  ])('%s is refused with the path of the block', async (content, problem) => {
    const { status, body } = await save({ editor: 'blocks', content });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['content']]);
    expect(body.message).toContain(`The content field ${problem}`);
  });
});

describe('languages', () => {
  const template = {
    editor: 'markdown',
    subject: 'Hello',
    content: 'Good day',
    locale_variants: { de: { subject: 'Hallo {{ name }}', content: 'Guten *Tag*' }, 'pt-br': { content: 'Bom dia' } },
  };

  test('a template uses the requested language, or its own', async () => {
    expect(await render(template, { name: 'Ann' }, 'de-AT')).toMatchObject({ subject: 'Hallo Ann', text: 'Guten Tag' });
    expect(await render(template, {}, 'pt-BR')).toMatchObject({ subject: 'Hello', text: 'Bom dia' });
    expect(await render(template, {}, 'fr')).toMatchObject({ subject: 'Hello', text: 'Good day' });
  });

  test('are shown as sent, under their canonical names, and replaced as a whole', async () => {
    const { body } = await save(template);
    const { 'pt-br': brazil, ...others } = template.locale_variants;
    expect(body.data.locale_variants).toEqual({ ...others, 'pt-BR': brazil });
    const kept = await api.rest('PUT', `/templates/${body.data.id}`, { content: 'Day' });
    expect(kept.body.data.locale_variants).toEqual(body.data.locale_variants);
    const replaced = await api.rest('PUT', `/templates/${body.data.id}`, {
      locale_variants: { fr: { subject: 'Salut' } },
    });
    expect(replaced.body.data.locale_variants).toEqual({ fr: { subject: 'Salut' } });
    const cleared = await api.rest('PUT', `/templates/${body.data.id}`, { locale_variants: null });
    expect(cleared.body.data.locale_variants).toEqual({});
  });

  test.each([
    [{ 'not a language': {} }, 'locale_variants.not a language'],
    [{ de: { content: '{% if %}' } }, 'locale_variants.de.content'],
    [{ 'pt-BR': { subject: 'a\nb' } }, 'locale_variants.pt-BR.subject'],
    [{ de: 7 }, 'locale_variants.de'],
    [[1], 'locale_variants'],
    ['de', 'locale_variants'],
  ])('%j is refused with its path', async (variants, path) => {
    const { status, body } = await save({ ...template, locale_variants: variants });
    expect([status, Object.keys(body.errors)]).toEqual([422, [path]]);
  });
});

test('rendering warns of likely mistakes', async () => {
  const content =
    '<img src="x"><img src="y" alt="">{{ name }} {{ team.name }} {{ unsubscribe_url }} {% for i in items %}{{ i }}{% endfor %}';
  const { warnings } = await render({ editor: 'html', content }, { items: [] });
  expect(warnings).toEqual(['The variable name has no value.', 'An image has no alternative text.']);
  const long = await render({ editor: 'html', content: 'x'.repeat(102_401) });
  expect(long.warnings).toEqual(['The HTML is over 100 KB. Gmail shows only its beginning.']);
});

test('a test mail goes to any address, and is logged', async () => {
  const { body } = await save({ editor: 'markdown', subject: 'Hi {{ name }}', content: 'Hello' });
  const path = `/templates/${body.data.id}/test`;
  const sent = await api.rest('POST', path, {
    to: ['me@shop.test'],
    from: 'shop@shop.test',
    variables: { name: 'Ann' },
  });
  expect([sent.status, sent.body.data]).toMatchObject([
    201,
    { status: 'pending', to: ['me@shop.test'], from: 'shop@shop.test' },
  ]);
  const preview = await api.rest('GET', `/transactional-mails/${sent.body.data.id}/preview`);
  expect(preview.body.data.subject).toBe('[Test] Hi Ann');
  expect((await api.rest('POST', path, { to: [], from: 'shop@shop.test' })).status).toBe(422);
  expect((await api.rest('POST', path, {})).body.errors).toHaveProperty('to');
});

test('two simultaneous changes leave a template with matching HTML, content and styles', async () => {
  const { body } = await save({ editor: 'html', content: '<p>a</p>', styles: 'p { color: red }' });
  const path = `/templates/${body.data.id}`;
  const answers = await Promise.all([
    api.rest('PUT', path, { content: '<p>b</p>' }),
    api.rest('PUT', path, { styles: 'p { color: blue }' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { template } = await ask(api, `{ template(id: "${body.data.id}") { html } }`);
  expect(template.html).toBe('<p style="color: blue;">b</p>');
});

describe('expensive templates are refused, and other requests are answered meanwhile', () => {
  test.each([
    ['html', `<style>${'div '.repeat(400)}{ color: red }</style>${'<div>'.repeat(20_000)}x`],
    ['markdown', `${'>'.repeat(20_000)} x`],
    ['markdown', `${'[a]('.repeat(50_000)}`],
    [
      'mjml',
      `<mjml><mj-body>${'<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>'.repeat(6_000)}</mj-body></mjml>`,
    ],
    ['mjml', `<mjml><mj-body>${'<mj-wrapper>'.repeat(10_000)}`],
    ['blocks', blocks(...Array.from({ length: 201 }, () => ({ type: 'divider' })))],
  ])('%s: %.40s', async (editor, content) => {
    const [{ status }, other] = await Promise.all([save({ editor, content }), api.rest('GET', '/lists')]);
    expect([201, 422]).toContain(status);
    expect(other.status).toBe(200);
    expect((await save({ editor: 'markdown', content: 'still *here*' })).status).toBe(201);
  });
});
