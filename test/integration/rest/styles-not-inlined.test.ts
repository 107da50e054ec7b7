import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeCompiling } from '../../../src/domain/content/compiling/compiler.ts';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
let number = 0;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(async () => {
  await api.close();
  await Promise.all([closeRendering(), closeCompiling()]);
});

/** A person's rendering of a saved template. */
async function render(input: object, variables: object = {}) {
  const { status, body } = await api.rest('POST', '/templates', { name: `T${++number}`, editor: 'html', ...input });
  expect([status, body.errors]).toEqual([201, undefined]);
  const answer = await api.rest('POST', `/templates/${body.data.id}/render`, { variables });
  expect(answer.status).toBe(200);
  const html: string = answer.body.data.html;
  const kept = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n');
  return { html, kept, warnings: answer.body.data.warnings as string[] };
}

const page = (css: string, body: string) =>
  `<!doctype html><html><head><style>${css}</style></head><body class="body">${body}</body></html>`;

describe('rules that cannot become attributes stay', () => {
  test.each([
    '@import url(https://x.test/font.css);',
    '@import "https://x.test/dark.css" screen;',
    '@supports (display:grid){.t{display:grid}}',
    '@font-face{font-family:Own;src:url(https://x.test/own.woff2)}',
    '@media (prefers-color-scheme:dark){.t{color:#fff!important}}',
    '@media screen{@media (min-width:0px){.t{color:red!important}}}',
    '@keyframes spin{to{opacity:1}}',
    '[data-ogsc] .t{color:#fff!important}',
    '[data-ogsb] .t{background-color:#000!important}',
    'u + .body .t{width:100%!important}',
    '.body:not(#x) > u ~ div .t{margin:0!important}',
    '#outlook a{padding:0}',
    '.ExternalClass{width:100%}',
    'a[x-apple-data-detectors]{color:inherit!important}',
    '#MessageViewBody a{color:inherit}',
    '.t::first-letter{font-size:30px}',
    '.t:before{content:"»"}',
    '.t:hover{opacity:.5}',
    'input:checked ~ .t{display:none}',
    '@page{margin:0}',
  ])('%s, unchanged', async (rule) => {
    const body = '<div class="t">x</div>';
    const own = await render({ content: page(`${rule} .t{color:black}`, body) });
    expect(own.kept.trim()).toBe(rule);
    expect(own.html).toContain('<div class="t" style="color: black;">');
    const given = await render({
      content: `<html><head></head><body class="body">${body}</body></html>`,
      styles: rule,
    });
    expect(given.kept.trim()).toBe(rule);
  });

  test('in every editor', async () => {
    const styles = '[data-ogsc] .t{color:#fff!important} .gone{color:red}';
    const mjml =
      '<mjml><mj-head><mj-style inline="inline">.late{color:red} .now{color:green}</mj-style></mj-head><mj-body><mj-section><mj-column><mj-text><p class="now">x</p></mj-text></mj-column></mj-section></mj-body></mjml>';
    const blocks = JSON.stringify({ blocks: [{ type: 'text', text: 'x' }] });
    for (const [editor, content] of Object.entries({ markdown: '# x', mjml, blocks, html: '<p>x</p>' })) {
      const { kept } = await render({ editor, content, styles });
      expect([editor, kept]).toEqual([editor, expect.stringContaining('[data-ogsc] .t{color:#fff!important}')]);
      expect(kept).toContain('.gone{color:red}');
    }
    const { html, kept } = await render({ editor: 'mjml', content: mjml });
    expect(kept).toContain('.late{color:red}');
    expect(kept).not.toContain('.now');
    expect(html).toContain('<p class="now" style="color: green;">');
  });

  test('next to the same rules of other selectors, which become attributes', async () => {
    const { html, kept } = await render({ content: page('a, a:hover, .later{color:red}', '<a>x</a>') });
    expect(html).toContain('<a style="color: red;">');
    expect(kept.trim()).toBe('a:hover,.later{color:red}');
  });

  test('in style elements of one medium or with data-embed, which stay whole', async () => {
    const css = '<style media="print">p{color:red}</style><style data-embed>p{color:blue}</style>';
    const { html, kept } = await render({ content: `<html><head>${css}</head><body><p>x</p></body></html>` });
    expect(html).toContain('<p>x</p>');
    expect(kept).toContain('red');
    expect(kept).toContain('blue');
  });
});

describe("rules for Liquid's output stay", () => {
  test.each([
    ['.btn{background:blue}', '<a class="{{ cls }}">x</a>'],
    ['.btn{background:blue}', '<a class="a {{ cls }} b">x</a>'],
    ['.post p{color:red}', '<div class="post">{{ body | raw }}</div>'],
    ['.big{font-size:30px}', '<p class="{% if big %}big{% endif %}">x</p>'],
    ['.big{font-size:30px}', '<p class="{% if big %} big {% else %} small {% endif %}">x</p>'],
    ['.big{font-size:30px}', '<p {% if big %}class="big"{% endif %}>x</p>'],
    ['.big{font-size:30px}', '<p {% if big %} class="big" {% endif %}>x</p>'],
    ['#main{font-size:30px}', '<p id="{{ id }}">x</p>'],
    ['[data-kind=new]{color:red}', '<p data-kind="{{ kind }}">x</p>'],
    ['.row-odd td{color:red}', '<table>{% for i in x %}<tr class="row-{{ i }}"><td>1</td></tr>{% endfor %}</table>'],
    ['tr:nth-child(odd){color:red}', '<table>{% for i in x %}<tr><td>1</td></tr>{% endfor %}</table>'],
    ['p:not(.big){color:red}', '<p class="{{ cls }}">x</p>'],
  ])('%s for %s', async (rule, body) => {
    const { html, kept } = await render({ content: page(rule, body) }, { x: [1] });
    expect(kept.trim()).toBe(rule);
    expect(html.slice(html.indexOf('<body'))).not.toContain('style=');
  });

  test('also if they become attributes elsewhere', async () => {
    const { html, kept } = await render({
      content: page('.btn{color:red}', '<a class="btn">x</a><a class="{{ c }}">y</a>'),
    });
    expect(html).toContain('<a class="btn" style="color: red;">');
    expect(kept.trim()).toBe('.btn{color:red}');
    const raw = await render({ content: page('p{color:red}', '<p>x</p>{{ body | raw }}') }, { body: '<p>y</p>' });
    expect(raw.html).toContain('<p style="color: red;">x</p><p>y</p>');
    expect(raw.kept.trim()).toBe('p{color:red}');
  });

  test('and so do rules between tags in the CSS, with the tags', async () => {
    const css = '{% if dark %}.a{color:red} p{margin:0}{% endif %} .b{color:{{ colour }}}';
    const body = '<p class="a">x</p><i class="b">y</i>';
    const content = page(css, body);
    expect((await render({ content }, { dark: true })).kept).toMatch(/\.a\{color:red\}\s*p\{margin:0\}/);
    expect((await render({ content }, { dark: false })).kept).not.toContain('.a');
    const { html } = await render({ content: page('.b{color:{{ colour }}}', body) }, { colour: '#123456' });
    expect(html).toContain('<i class="b" style="color: #123456;">');
  });

  test('but not rules that all became attributes', async () => {
    const css = 'p{color:red} .a{margin:0} td > i, h4{x:y} p:first-child{padding:0}';
    const { html } = await render({ content: page(css, '<p class="a">x</p>') });
    expect(html).not.toContain('<style');
    const { kept } = await render({ editor: 'markdown', content: '# x' });
    expect(kept).toBe('');
  });
});

describe('the order of precedence stays', () => {
  test('a remaining rule wins over attributes that it won over as rules', async () => {
    const css = 'a{color:blue;padding:1px} a:hover{color:red} @media (max-width:9px){a{padding:2px}}';
    const { html, kept } = await render({ content: page(css, '<a>x</a>') });
    expect(html).toContain('<a style="color: blue; padding: 1px;">');
    expect(kept).toContain('a:hover{color:red !important}');
    expect(kept).toContain('{a{padding:2px !important}}');
  });

  test('a remaining rule wins over no other attributes', async () => {
    const css = '.btn{color:white} .red{color:red} #top{color:green}';
    const body =
      '<a class="btn {{ c }}">x</a><a class="btn {{ c }}" id="top">y</a><a class="{{ c }}" style="color:#111">z</a>';
    const { html, kept } = await render({ content: page(css, body) }, { c: 'red' });
    expect(kept).toContain('.red{color:red !important}');
    expect(html).toContain('id="top" style="color: green !important;">y');
    expect(html).toMatch(/style="color: ?#111 !important;?">z/);
    const weak = await render({ content: page('.red{color:red} a.btn{color:white}', '<a class="btn {{ c }}">x</a>') });
    expect(weak.kept.trim()).toBe('.red{color:red}');
  });

  test("an author's important rule always wins over a normal one", async () => {
    const css = '.btn{color:white} a.red{color:red} @media (prefers-color-scheme:dark){.btn{color:black!important}}';
    const { html, kept } = await render({ content: page(css, '<a class="btn {{ c }}">x</a>') });
    expect(kept).toContain('a.red{color:red}');
    expect(kept).toContain('.btn{color:white}');
    expect(html).not.toContain('style="');
  });

  test('of ids, classes, elements and pseudo-classes, and of the order in the text', async () => {
    const css =
      'p:first-child{color:red} p.a{color:blue} .a.b{margin:1px} #i{margin:2px} p{padding:1px} p{padding:2px}';
    const { html } = await render({ content: page(css, '<p class="a b" id="i" style="border:0">x</p>') });
    const style = /<p[^>]*style="([^"]*)"/.exec(html)?.[1];
    expect(style).toContain('color: blue;');
    expect(style).toContain('margin: 2px;');
    expect(style).toContain('padding: 2px;');
    expect(style).toMatch(/border: ?0;$/);
  });
});

describe('broken CSS', () => {
  test.each([
    ['p{color:red; .x{', 'Line 1, column 2 of the styles: The block that begins here is not closed. Add "}".'],
    ['p{color:red}\n}\n.x{margin:0}', 'Line 2, column 1 of the styles: There is an extra "}".'],
    ['p{colr:red}', 'Line 1, column 3 of the styles: The property colr does not exist. Did you mean color?'],
    ['p{color:red;\n  margin}', 'Line 2, column 3 of the styles: "margin" is not a declaration'],
    ['p{color:red\n.x{margin:0}', 'Line 1, column 3 of the styles: A ";" or "}" is missing after color: …'],
    ['p{color:red !importent}', 'Line 1, column 3 of the styles: "!importent" must be "!important".'],
    ['p{color:}', 'Line 1, column 3 of the styles: color has no value.'],
    ['.a..b{color:red}', 'Line 1, column 1 of the styles: ".a..b" is not a valid selector.'],
    ['p{}\n/* never closed', 'Line 2, column 1 of the styles: The comment is not closed.'],
    ['@media screen{p{color:red}', 'Line 1, column 14 of the styles: The block that begins here is not closed.'],
    ['hello', 'Line 1, column 1 of the styles: "hello" is not a valid selector.'],
    ['p{margin:0}\n@import "x.css";', 'Line 2, column 1 of the styles: @import must come before all rules.'],
  ])('%j is a warning with its location', async (styles, warning) => {
    for (const editor of ['html', 'markdown']) {
      const { warnings } = await render({ editor, content: '<p>Hello</p>', styles });
      expect(warnings.join('\n')).toContain(warning);
    }
    const preview = await api.rest('POST', '/templates/preview', { editor: 'html', content: '<p>Hello</p>', styles });
    expect([preview.status, preview.body.data.warnings.join()]).toEqual([200, expect.stringContaining(warning)]);
  });

  test('in the content is located correctly after multi-line Liquid, and shown with the template', async () => {
    const content = '{% if a\n  == 1 %}x{% endif %}\n<style>\np{colr:red}</style><p>Hello</p>';
    const { body } = await api.rest('POST', '/templates', { name: 'Broken', editor: 'html', content });
    const warning = 'Line 4, column 3 of the content: The property colr does not exist. Did you mean color?';
    expect(body.data.css_warnings).toEqual([warning]);
    const mended = await api.rest('PUT', `/templates/${body.data.id}`, { content: '<p>Hello</p>' });
    expect(mended.body.data.css_warnings).toEqual([]);
  });

  test.each([
    'p{mso-line-height-rule:exactly;-webkit-text-size-adjust:100%;color-scheme:light dark;supported-color-schemes:light}',
    'p{*zoom:1;_height:1px;--own:1px;margin:var(--own)}',
    '@font-face{font-family:x;src:url(y);mso-font-alt:Arial}',
    '<!-- p{color:red} -->',
    '',
    ' \n',
    '@media only screen and (-webkit-min-device-pixel-ratio:0){.a{color:red}}',
    'p{background:url(data:image/png;base64,AA==)}',
  ])('%j is not', async (styles) => {
    expect((await render({ content: '<p>Hello</p>', styles })).warnings).toEqual([]);
  });

  test.each([
    ['p{color:red}\n</style><script>', 2, 1],
    ['<style>p{color:red}</style>', 1, 1],
  ])('%j would end the CSS, and is refused with its location', async (styles, line, column) => {
    const input = {
      name: 'No',
      editor: 'html',
      content: '<p>Hello</p>',
      styles,
      locale_variants: { de: { content: 'x' } },
    };
    const { status, body } = await api.rest('POST', '/templates', input);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['styles']]);
    expect(body.message).toContain(`The styles field is not valid on line ${line}, column ${column}: `);
  });
});
