/** A hostile template, and the data for rendering it. */
export interface Hostile {
  content: string;
  subject?: string;
  editor?: string;
  variables?: object;
}

const loops = (depth: number, inner: string): string =>
  Array.from({ length: depth }, (_, level) => `{% for i${level} in (1..5000) %}`).join('') +
  inner +
  '{% endfor %}'.repeat(depth);

/** A repeated assignment of a variable to a function of itself. */
const over = (times: number, filters: string, start = '"xxxxxxxxxx"'): string =>
  `{% assign s = ${start} %}{% for i in (1..${times}) %}{% assign s = s | ${filters} %}{% endfor %}{{ s }}`;

const range = (filters: string, to = 1_900_000): string => `{% assign a = (1..${to}) | ${filters} %}{{ a | size }}`;

const wide = Array.from({ length: 1_500 }, (_, n) => ({ name: `item ${n % 97}`, tags: ['a', 'b'], price: n }));
const deep = Array.from({ length: 30 }).reduce<object>((inner) => ({ a: inner }), {});

export const HOSTILE: Record<string, Hostile> = {
  'loop to a billion': { content: '{% for i in (1..1000000000) %}x{% endfor %}' },
  'loop to a million, empty': { content: '{% for i in (1..1000000) %}{% endfor %}' },
  'loops in loops': { content: loops(3, '{{ i0 }}') },
  'eight loops in each other': { content: loops(8, 'x') },
  'loop backwards': { content: '{% for i in (1..8000000) reversed %}{{ i }}{% endfor %}' },
  'loop with an offset': { content: '{% for i in (1..7000000) offset: 6999999 %}{{ i }}{% endfor %}' },
  'tablerow without end': { content: '{% tablerow i in (1..5000000) cols: 1 %}{{ i }}{% endtablerow %}' },
  'cycle and increment': {
    content: '{% for i in (1..5000000) %}{% cycle "a", "b" %}{% increment n %}{% decrement m %}{% endfor %}',
  },
  'conditions in a loop': {
    content: '{% for i in (1..5000000) %}{% if i contains "1" and i != 3 or i > 7 %}a{% endif %}{% endfor %}',
  },
  'case in a loop': {
    content: '{% for i in (1..5000000) %}{% case i %}{% when 1, 2, 3 %}a{% else %}b{% endcase %}{% endfor %}',
  },
  'range from a variable': { content: '{% for i in (1..n) %}{{ i }}{% endfor %}', variables: { n: 999_999_999_999 } },
  'range of negative numbers': { content: '{% for i in (-9000000..9000000) %}{{ i }}{% endfor %}' },
  'where over a range': { content: range('where: "x", 1', 7_000_000) },
  'sort, reverse, uniq': { content: range('sort | reverse | uniq | sort') },
  'sort by a property': {
    content: '{{ items | sort: "name" | sort_natural: "name" | size }}',
    variables: { items: wide },
  },
  'map and join': { content: range('map: "x" | join: "y" | split: "y"') },
  'concat of ranges': {
    content:
      '{% assign a = (1..100000) %}{% for i in (1..100) %}{% assign a = a | concat: a %}{% endfor %}{{ a | size }}',
  },
  'group by an expression': {
    content: '{% assign g = items | group_by_exp: "i", "i.price | modulo: 3" %}{{ g | size }}',
    variables: { items: wide },
  },
  'where by an expression': {
    content: '{% for i in (1..1000) %}{{ items | where_exp: "i", "i.price > 5" | size }}{% endfor %}',
    variables: { items: wide },
  },
  'find in a find': {
    content: '{% for i in items %}{{ items | find: "price", i.price }}{% endfor %}',
    variables: { items: wide },
  },
  'uniq of objects': { content: '{{ items | uniq | compact | size }}', variables: { items: wide } },
  'sum over a range': { content: range('sum', 7_000_000) },
  'string that doubles': { content: over(100, 'append: s') },
  'string that grows by replacing': { content: over(30, 'replace: "x", "xx"') },
  'string that grows by escaping': { content: over(40, 'escape', '"&&&&&&&&&&"') },
  'string that grows by encoding': { content: over(40, 'url_encode', '"%%%%%%%%"') },
  'string that grows as JSON': { content: over(40, 'json', `'"""\\"'`) },
  'string that is split and joined': { content: over(40, 'split: "" | join: "xx"') },
  'capture in a capture': {
    content: `{% assign c = "x" %}${'{% capture c %}{{ c }}{{ c }}{% endcapture %}'.repeat(60)}{{ c }}`,
  },
  'capture in a loop': {
    content: '{% for i in (1..100) %}{% capture c %}{{ c }}{{ c }}xxxx{% endcapture %}{% endfor %}{{ c }}',
  },
  'array of arrays': {
    content:
      '{% assign a = "1,2" | split: "," %}{% for i in (1..60) %}{% assign a = a | push: a %}{% endfor %}{{ a | json }}',
  },
  'fifty megabytes': { content: `{% for i in (1..50000) %}${'x'.repeat(1_000)}{% endfor %}` },
  'just under the largest output': { content: `{% for i in (1..1990) %}${'<b>x</b>'.repeat(125)}{% endfor %}` },
  'just under it, in links': {
    content: `{% for i in (1..1900) %}${'<a href="https://x.test/?a=1&amp;b=2">x</a>'.repeat(24)}{% endfor %}`,
  },
  'a padding of a billion': { content: '{{ "now" | date: "%999999999Y" }}' },
  'dates without end': { content: '{% for i in (1..5000000) %}{{ i | date: "%A, %d %B %Y %H:%M:%S %z" }}{% endfor %}' },
  'large numbers': { content: '{% for i in (1..1000000) %}{{ 1e308 | times: 1e308 | round: 99 }}{% endfor %}' },
  'truncated words': { content: `{{ "${'a '.repeat(200_000)}" | truncatewords: 199999 | strip_html }}` },
  'tags that do not close, stripped': {
    content: '{{ s | strip_html | strip_newlines }}',
    variables: { s: '<'.repeat(400_000) },
  },
  'scripts that do not close, stripped': {
    content: '{{ s | strip_html }}',
    variables: { s: '<script'.repeat(60_000) },
  },
  'conditions nested deeply': { content: '{% if true %}'.repeat(30_000) + '{% endif %}'.repeat(30_000) },
  'an expression nested deeply': { content: `{{ ${'a['.repeat(50_000)}1${']'.repeat(50_000)} }}` },
  'filters in a row': { content: `{{ "x"${' | append: "x"'.repeat(30_000)} }}` },
  'half a tag, many times': { content: '{% if '.repeat(80_000) },
  'braces that do not close': { content: '{{'.repeat(240_000) },
  'quotes that do not close': { content: `{{ ${`"a' `.repeat(120_000)} }}` },
  'comments and raws in each other': { content: '{% comment %}{% raw %}'.repeat(20_000) },
  'HTML nested a hundred thousand deep': { content: '<div>'.repeat(90_000) },
  'letters that combine, and change direction': {
    content: '{% for i in (1..3000000) %}{{ s | upcase | downcase | capitalize | size }}{% endfor %}',
    variables: { s: `${'Z\u0351\u0489\u202e\u{1f468}\u200d\u{1f469}\u200d\u{1f467}ǆİß'.repeat(500)}` },
  },
  'a subject without end': {
    subject: '{% for i in (1..1000000000) %}{{ d | json }}{% endfor %}',
    content: 'x',
    variables: { d: deep },
  },
};
