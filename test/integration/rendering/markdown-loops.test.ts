import { afterAll, beforeAll, expect, test } from 'vitest';
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

const variables = {
  event: {
    items: [
      { name: 'Rye', price: 320, sizes: ['S', 'L'] },
      { name: 'Tart <3', price: 1200, sizes: ['M'] },
    ],
  },
  none: [],
  open: true,
};

async function preview(editor: string, content: string) {
  const { body } = await api.rest('POST', '/templates/preview', { editor, content, variables });
  expect(body.errors).toBeUndefined();
  return body.data as { html: string; text: string; warnings: string[] };
}

/** The content of the page, without attributes and white space between elements. */
async function markdown(content: string): Promise<string> {
  const { html } = await preview('markdown', content);
  const page = /<div class="page"[^>]*>(.*)<\/div>/s.exec(html)?.[1] ?? '';
  return page.replace(/<([a-z0-9]+) [^>]*>/g, '<$1>').replace(/\s*(<[^>]+>)\s*/g, '$1');
}

const FOR = '{% for item in event.items %}';
const BOTH = '<li>Rye</li><li>Tart &lt;3</li>';

test.each([
  [`${FOR}- {{ item.name }}\n{% endfor %}`, `<ul>${BOTH}</ul>`],
  [`${FOR}1. {{ item.name }}\n{% endfor %}`, `<ol>${BOTH}</ol>`],
  [`${FOR}\n* {{ item.name }}\n{% endfor %}\n`, `<ul>${BOTH}</ul>`],
  ['{%- for item in event.items -%}\n- {{ item.name }}\n{%- endfor -%}', `<ul>${BOTH}</ul>`],
  [`Yours:\n${FOR}- {{ item.name }}\n{% endfor %}Thanks!`, `<p>Yours:</p><ul>${BOTH}</ul><p>Thanks!</p>`],
  [`- One\n${FOR}\n- {{ item.name }}\n{% endfor %}\n- Last`, `<ul><li>One</li>${BOTH}<li>Last</li></ul>`],
  [
    `${FOR}\n- {{ item.name }}\n{% for size in item.sizes %}\n  - {{ size }}\n{% endfor %}\n{% endfor %}`,
    '<ul><li>Rye<ul><li>S</li><li>L</li></ul></li><li>Tart &lt;3<ul><li>M</li></ul></li></ul>',
  ],
  [
    `${FOR}\n- {{ item.name }}\n\n  Fresh\n{% endfor %}`,
    '<ul><li><p>Rye</p><p>Fresh</p></li><li><p>Tart &lt;3</p><p>Fresh</p></li></ul>',
  ],
  [
    `${FOR}{% if item.price > 500 %}- **{{ item.name }}**{% else %}- cheap{% endif %}\n{% endfor %}`,
    '<ul><li>cheap</li><li><strong>Tart &lt;3</strong></li></ul>',
  ],
  ['{% if open %}\n- open\n{% else %}\n- closed\n{% endif %}\n- both', '<ul><li>open</li><li>both</li></ul>'],
  [`{% assign n = 1 %}${FOR}- {{ n }} {{ item.name }}\n{% endfor %}`, '<ul><li>1 Rye</li><li>1 Tart &lt;3</li></ul>'],
  ['{% case open %}{% when true %}\n- yes\n{% else %}\n- no\n{% endcase %}', '<ul><li>yes</li></ul>'],
  ['- a {% if open %}- b{% endif %}\n- {% if open %}c{% endif %}', '<ul><li>a - b</li><li>c</li></ul>'],
  ['{% for x in none %}- {{ x }}\n{% endfor %}', '<ul></ul>'],
])('a loop around entries is one list: %j', async (content, expected) => {
  expect(await markdown(content)).toBe(expected);
});

const HEAD = '| Item | Price |\n|:---|---:|\n';
const ROW = '| {{ item.name }} | {{ item.price | money: "EUR" }} |';
const rows = (more = '') =>
  `<table><thead><tr><th>Item</th><th>Price</th></tr></thead><tbody><tr><td>Rye</td><td>€3.20</td></tr><tr><td>Tart &lt;3</td><td>€12.00</td></tr>${more}</tbody></table>`;

test.each([
  [`${HEAD}${FOR}${ROW}\n{% endfor %}`, rows()],
  [`${HEAD}${FOR}\n${ROW}\n{% endfor %}\n\nThanks`, `${rows()}<p>Thanks</p>`],
  [`${HEAD}${FOR}${ROW}\n{% endfor %}| Sum | 15 |`, rows('<tr><td>Sum</td><td>15</td></tr>')],
  [`${HEAD}${FOR}{% if open %}\n${ROW}\n{% endif %}{% endfor %}\nThanks`, `${rows()}<p>Thanks</p>`],
  [`Item | Price\n---|---\n${FOR}{{ item.name }} | {{ item.price | money: "EUR" }}\n{% endfor %}`, rows()],
])('a loop around rows is one table: %j', async (content, expected) => {
  expect(await markdown(content)).toBe(expected);
});

test('a loop around whole paragraphs repeats them, with a list in each', async () => {
  const content = `${FOR}\n## {{ item.name }}\n\n{% for size in item.sizes %}- {{ size }}\n{% endfor %}\n{% endfor %}\n\nEnd {% if open %}here{% endif %}`;
  expect(await markdown(content)).toBe(
    '<h2>Rye</h2><ul><li>S</li><li>L</li></ul><h2>Tart &lt;3</h2><ul><li>M</li></ul><p>End here</p>',
  );
});

test('a loop around entries is one list in a text block too', async () => {
  const text = `Yours:\n${FOR}- {{ item.name }}\n{% endfor %}`;
  const { html } = await preview('blocks', JSON.stringify({ blocks: [{ type: 'text', text }] }));
  expect(html.match(/<ul/g)).toHaveLength(1);
  expect(html.match(/<li>[^<]*<\/li>/g)).toEqual(['<li>Rye</li>', '<li>Tart &lt;3</li>']);
});

test('the text part has one line for each entry and no blank lines', async () => {
  const { text } = await preview('markdown', `Yours:\n\n${FOR}- {{ item.name }}\n{% endfor %}\nBye`);
  expect(text).toBe('Yours:\n\n * Rye\n * Tart <3\n\nBye');
});
