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

async function preview(content: string, variables: object = {}) {
  const { body } = await api.rest('POST', '/templates/preview', { editor: 'html', content, variables });
  expect(body.errors).toBeUndefined();
  return body.data as { html: string; text: string; warnings: string[] };
}

test.each([
  ['{{ 0.1 | plus: 0.2 }}', '0.3'],
  ['{{ 4.35 | times: 100 }}', '435.0'],
  ['{{ 100 | times: 1.15 }}', '115.0'],
  ['{{ 10.1 | minus: 2.2 }}', '7.9'],
  ['{{ 1.1 | times: 1.1 }}', '1.21'],
  ['{{ 19.99 | times: 3 }}', '59.97'],
  ['{{ "19.99" | plus: "0.01" }}', '20.0'],
  ['{{ items | sum: "p" }}', '0.3'],
  ['{{ items | map: "p" | sum }}', '0.3'],
  ['{{ 10.1 | modulo: 7.0 }}', '3.1'],
  ['{{ -7 | modulo: 3 }}', '2'],
  ['{{ 17 | divided_by: 5 }}', '3'],
  ['{{ -17 | divided_by: 5 }}', '-4'],
  ['{{ 17 | divided_by: 5.0 }}', '3.4'],
  ['{{ 17.0 | divided_by: 5 }}', '3.4'],
  ['{{ 20 | divided_by: 7.0 }}', '2.857142857142857'],
  ['{{ 1250 | divided_by: 100.0 | round: 2 }}', '12.5'],
  ['{{ 1.005 | round: 2 }}', '1.01'],
  ['{{ -2.5 | round }}', '-3'],
  ['{{ 1234 | round: -2 }}', '1200'],
  ['{{ 2.1 | ceil }} {{ 2.9 | floor }} {{ -1.5 | abs }}', '3 2 1.5'],
  ['{{ 9007199254740991 | times: 10 }}', '90071992547409910'],
  ['{{ 3 | times: 4 }}', '12'],
  ['{{ "12 pieces" | plus: 1 }}', '13'],
  ['{{ none | plus: 1 }}', '1'],
  [
    '{% assign n = 6 | divided_by: 2.0 %}{% if n == 3 %}three{% endif %}{% for i in (1..n) %}{{ i }}{% endfor %}',
    'three123',
  ],
])('%s is %s', async (content, expected) => {
  const { html, warnings } = await preview(content, { none: null, items: [{ p: 0.1 }, { p: 0.2 }] });
  expect([html, warnings]).toEqual([expected, []]);
});

test.each([
  ['{{ 10 | divided_by: 0 }}', '{{ 10 | divided_by: 0 }} shows Infinity instead of a number.'],
  ['{{ 0 | modulo: 0 }}', '{{ 0 | modulo: 0 }} shows NaN instead of a number.'],
  ['{{ order }}', '{{ order }} shows [object Object]: name one of its properties.'],
  [
    '{{ 10 | divided_by: 0 | append: " €" }}',
    '{{ 10 | divided_by: 0 | append: " €" }} shows Infinity instead of a number.',
  ],
  ['{{ orders | join: ", " }}', '{{ orders | join: ", " }} shows [object Object]: name one of its properties.'],
  ['{{ film | escape }}', undefined],
  ['{{ orders }}', '{{ orders }} shows [object Object]: name one of its properties.'],
  ['{% echo order %}', '{% echo order %} shows [object Object]: name one of its properties.'],
])('%s warns its author', async (content, warning) => {
  const { warnings } = await preview(content, {
    film: 'Infinity War',
    order: { total: 1 },
    orders: [{ a: 1 }, { a: 2 }],
  });
  expect(warnings).toEqual(warning ? [warning] : []);
});
