import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeCompiling } from '../../../src/domain/content/compiling/compiler.ts';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(async () => {
  await api.close();
  await Promise.all([closeRendering(), closeCompiling()]);
});

const preview = (content: string, variables: object = {}) =>
  api.rest('POST', '/templates/preview', { editor: 'mjml', content, variables });

const body = (inside: string) => `<mjml><mj-body>\n${inside}\n</mj-body></mjml>`;
const column = (inside: string) => body(`<mj-section><mj-column>\n${inside}\n</mj-column></mj-section>`);

describe('MJML that would lose content is refused with its location', () => {
  test.each([
    [column('<mj-text>HELLO</mj-column>'), 'line 3, column 1: <mj-text> is not closed. Add </mj-text>'],
    [column('<mj-text>A\n<mj-text>B</mj-text>'), 'line 3, column 1: <mj-text> is not closed'],
    [column('<mj-button href="x">Go</mj-buton>'), 'line 3, column 1: <mj-button> is not closed'],
    [column('<mj-raw><table><tr><td>x</td></tr></table>'), 'line 3, column 1: <mj-raw> is not closed'],
    [body('<mj-section><mj-column><mj-text>A</mj-text></mj-section>'), 'line 2, column 13: <mj-column> is not closed'],
    [
      body('<mj-wrapper><mj-section><mj-column></mj-column></mj-section>'),
      'line 2, column 1: <mj-wrapper> is not closed',
    ],
    ['<mjml><mj-body><mj-section><mj-column><mj-text>A', 'line 1, column 39: <mj-text> is not closed'],
    ['<mjml><mj-head><mj-title>x</mj-head><mj-body></mj-body></mjml>', 'line 1, column 16: <mj-title> is not closed'],
    [column('{{ a\n}}<mj-text>A\n'), 'line 4, column 3: <mj-text> is not closed'],
    [
      body(
        '<mj-raw><!--[if mso]></mj-raw><mj-section><mj-column></mj-column></mj-section><mj-raw><![endif]--></mj-raw>',
      ),
      'line 2, column 9: The comment extends beyond its element',
    ],
    [
      body('<mj-raw>\n<!-- hidden </mj-raw>\n<mj-section></mj-section>\n<mj-raw> --></mj-raw>'),
      'line 3, column 1: The comment extends beyond its element',
    ],
    [
      column('<mj-text>A<!--[if mso]></mj-text><mj-text>B<![endif]--></mj-text>'),
      'line 3, column 11: The comment extends beyond its element',
    ],
    [
      body('<!--[if mso]><mj-section><mj-column></mj-column></mj-section><![endif]-->'),
      'line 2, column 1: The comment extends beyond its element',
    ],
    [column('<mj-raw><!-- never closed</mj-raw>'), 'line 3, column 9: The comment is not closed. Add -->'],
    [
      column('<mj-image src="x" width="{{ w }}px"/>'),
      '{{ w }} is in the attribute width of <mj-image>, where MJML needs a fixed value',
    ],
    [
      body('<mj-section><mj-column width="{{ w }}%"><mj-text>A</mj-text></mj-column></mj-section>'),
      '{{ w }} is in the attribute width of <mj-column>, where MJML needs a fixed value',
    ],
    [column('<mj-text {% if a %}color="red"{% endif %}>x</mj-text>'), '{% if a %} is in the tag <mj-text>, next to'],
    [column('{{ a }}'), 'line 3, column 1: {{ a }} is between MJML elements. Move it into <mj-raw>'],
    [
      column('<!-- {% if a %} --><mj-text>x</mj-text><!-- {% endif %} -->'),
      '{% if a %} is in a comment, which is removed',
    ],
  ])('%s', async (content, problem) => {
    const { status, body } = await preview(content);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['content']]);
    expect(body.message).toContain(problem);
  });
});

describe('complete MJML works', () => {
  test.each([
    [
      'elements that close themselves',
      column('<mj-divider/><mj-spacer height="9px" /><mj-text>A</mj-text><mj-image src="x" alt=""/>'),
    ],
    [
      'void elements of HTML',
      column('<mj-text>A<br>B<hr><img src="x" alt="">C</mj-text><mj-raw><meta name="x"><br></mj-raw>'),
    ],
    ['HTML that leaves ends out', column('<mj-text><p>A<p>B<ul><li>C<li>D</ul></mj-text>')],
    ['tables', column('<mj-table><tr><td>A<td>B</tr></mj-table>')],
    [
      'attributes with > and quotes',
      column(
        '<mj-text css-class="a"><a title="A > B" href=\'x\'>C</a></mj-text><mj-button href="https://x.test/?a=1&b=>">A</mj-button>',
      ),
    ],
    [
      'Liquid in attributes and around elements',
      column(
        '<mj-raw>{% for i in (1..2) %}</mj-raw><mj-text css-class="{{ i }}" color="{{ c | default: "red" }}">A</mj-text><mj-raw>{% endfor %}</mj-raw>',
      ),
    ],
    [
      'comments',
      column(
        '<!-- <mj-text> --><mj-text>A<!-- x > y --></mj-text><!-- {{ old }} --><mj-raw><!-- <mj-text>old</mj-text> --></mj-raw>',
      ),
    ],
    [
      'conditional comments in one element',
      column(
        '<mj-raw><!--[if mso]><table><tr><td><![endif]--></mj-raw><mj-text>A</mj-text><mj-raw><!--[if mso]></td></tr></table><![endif]--></mj-raw>',
      ),
    ],
    [
      'what all but Outlook see',
      column('<mj-raw><!--[if !mso]><!--></mj-raw><mj-text>A</mj-text><mj-raw><!--<![endif]--></mj-raw>'),
    ],
    [
      'heads',
      `<mjml lang="en"><mj-head><mj-title>T</mj-title><mj-preview>P</mj-preview><mj-attributes><mj-all padding="0"/><mj-class name="x" color="red"/></mj-attributes><mj-style>.a > .b{color:red}</mj-style><mj-breakpoint width="320px"/></mj-head><mj-body><mj-section><mj-column><mj-text mj-class="x">A</mj-text></mj-column></mj-section></mj-body></mjml>`,
    ],
    ['capital letters and blanks in ends', column('<mj-text>A</mj-text  ><mj-text>B</MJ-TEXT>')],
    [
      'every kind of element',
      body(
        '<mj-hero background-url="x" height="9px"><mj-text>A</mj-text></mj-hero><mj-section><mj-group><mj-column><mj-social><mj-social-element name="x" href="y">S</mj-social-element></mj-social></mj-column></mj-group></mj-section><mj-section><mj-column><mj-navbar><mj-navbar-link href="x">N</mj-navbar-link></mj-navbar><mj-accordion><mj-accordion-element><mj-accordion-title>T</mj-accordion-title><mj-accordion-text>X</mj-accordion-text></mj-accordion-element></mj-accordion></mj-column></mj-section>',
      ),
    ],
  ])('%s', async (_, content) => {
    const { status, body } = await preview(content);
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.data.text).toContain('A');
    expect(body.data.html.replace(/<!--[\s\S]*?-->/g, '')).not.toContain('<mj-');
  });

  test('a conditional comment between elements stays', async () => {
    const comment = '<!--[if mso]><p>Outlook {{ name }}</p><![endif]-->';
    const { body } = await preview(column(`<mj-text>A</mj-text>${comment}`), { name: 'Ann' });
    expect(body.data.html).toContain('<!--[if mso]><p>Outlook Ann</p><![endif]-->');
  });
});
