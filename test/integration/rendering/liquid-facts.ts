/** A template, its output and its data. */
export type Fact = readonly [template: string, expected: string, data?: Record<string, unknown>];

const shop = {
  shop: { name: 'Rye & Co', open: true, tags: ['bread', 'cake', 'rye'] },
  goods: [
    { name: 'Rye', price: 3.2, kind: 'bread', stock: 4 },
    { name: 'Bun', price: 0.8, kind: 'bread', stock: null },
    { name: 'Tart', price: 12, kind: 'cake', stock: 0 },
  ],
};

/**
 * Facts of Ruby's Liquid by subject, in our words, of the kinds that the public suite golden-liquid covers (by James Prior, MIT
 * licence).
 */
export const FACTS: Record<string, readonly Fact[]> = {
  texts: [
    ['{{ "rye bread" | capitalize }} {{ "RYE" | downcase }} {{ "rye" | upcase }}', 'Rye bread rye RYE'],
    ['[{{ "  rye " | strip }}][{{ "  rye " | lstrip }}][{{ "  rye " | rstrip }}]', '[rye][rye ][  rye]'],
    ['{{ "rye" | append: "-" | append: 5 }}{{ "bread" | prepend: "white " }}', 'rye-5white bread'],
    [
      '{{ "a-b-c" | replace: "-", "+" }} {{ "a-b-c" | replace_first: "-", "+" }} {{ "a-b-c" | replace_last: "-", "+" }}',
      'a+b+c a+b-c a-b+c',
    ],
    ['{{ "a-b-c" | remove: "-" }} {{ "a-b-c" | remove_first: "-" }} {{ "a-b-c" | remove_last: "-" }}', 'abc ab-c a-bc'],
    [
      '{{ "one two three" | truncate: 9 }}|{{ "one two three" | truncate: 9, "" }}|{{ "one two three" | truncate: 9, none }}',
      'one tw...|one two t|one two t',
      { none: null },
    ],
    [
      '{{ "one two three" | truncatewords: 2 }}|{{ "one two three" | truncatewords: 2, none }}',
      'one two...|one two',
      { none: null },
    ],
    ['{{ "bakery" | slice: 1, 3 }} {{ "bakery" | slice: -2, 2 }} {{ "bakery" | slice: 0 }}', 'ake ry b'],
    ['{% assign w = "a  b\nc" | split: " " %}{{ w | size }}{{ w | join: "|" }}', '3a|b|c'],
    ['{{ "rye" | split: "" | join: "." }}', 'r.y.e'],
    ['{{ "rye,,"| split: "," | size }}', '1'],
    ['{{ "a\nb" | strip_newlines }}', 'ab'],
    ['{{ "Brot & Käse!" | url_encode }} {{ "Brot+%26" | url_decode }}', 'Brot+%26+K%C3%A4se%21 Brot &amp;'],
    [
      '{{ "rye" | base64_encode }} {{ "cnll" | base64_decode }} {{ "_/" | base64_url_safe_encode }} {{ "Xy8_" | base64_url_safe_decode }}',
      'cnll rye Xy8= _/?',
    ],
    ['{{ 3.0 | append: " kg" }} {{ 3 | append: " kg" }}', '3.0 kg 3 kg'],
  ],
  HTML: [
    ['{{ "<b> & \'x\'" | escape }}', '&lt;b&gt; &amp; &#39;x&#39;'],
    ['{{ "1 < 2 &amp; 3" | escape_once }}', '1 &lt; 2 &amp; 3'],
    ['{{ "<p>Fish &amp; <i>chips</i></p><!-- no --><style>p{}</style>" | strip_html }}', 'Fish &amp; chips'],
    ['{{ "one\r\ntwo" | newline_to_br }}', 'one<br />\ntwo'],
  ],
  numbers: [
    [
      '{{ 7 | divided_by: 2 }} {{ -7 | divided_by: 2 }} {{ 7 | divided_by: 2.0 }} {{ "7.0" | divided_by: 2 }}',
      '3 -4 3.5 3.5',
    ],
    ['{{ 0.7 | plus: 0.1 }} {{ 1.1 | times: 3 }} {{ 1.4 | minus: 1 }} {{ 8.5 | modulo: 2.4 }}', '0.8 3.3 0.4 1.3'],
    ['{{ 4 | plus: 1.0 }} {{ 4 | times: 2.5 }} {{ 3.5 | minus: 0.5 }}', '5.0 10.0 3.0'],
    [
      '{{ "4" | plus: "1" }} {{ "4.5" | plus: 1 }} {{ "four" | plus: 1 }} {{ none | plus: 1 }}',
      '5 5.5 1 1',
      { none: null },
    ],
    [
      '{{ 2.5 | round }} {{ -2.5 | round }} {{ 2.345 | round: 2 }} {{ 7 | round: 2 }} {{ 1250 | round: -2 }}',
      '3 -3 2.35 7 1300',
    ],
    [
      '{{ 2.1 | ceil }} {{ -2.1 | ceil }} {{ 2.9 | floor }} {{ -2.1 | floor }} {{ -2.5 | abs }} {{ "-3" | abs }}',
      '3 -2 2 -3 2.5 3',
    ],
    ['{{ 5 | at_least: 7 }} {{ 5 | at_most: 3 }} {{ 5 | at_least: 1.5 }}', '7 3 5'],
    ['{{ goods | sum: "price" }} {{ "1,2,3" | split: "," | sum }}', '16.0 6', shop],
    ['{{ 5.0 }} {{ 5 }} {{ -1 }}', '5.0 5 -1'],
  ],
  lists: [
    ['{{ goods | map: "name" | join: ", " }} {{ goods | map: "name" | join }}', 'Rye, Bun, Tart Rye Bun Tart', shop],
    [
      '{{ goods | where: "kind", "bread" | map: "name" | join }} {{ goods | where: "stock" | map: "name" | join }}',
      'Rye Bun Rye Tart',
      shop,
    ],
    [
      '{{ goods | reject: "kind", "bread" | map: "name" | join }} {{ goods | reject: "stock" | map: "name" | join }}',
      'Tart Bun',
      shop,
    ],
    [
      '{% assign t = goods | find: "kind", "cake" %}{{ t.name }} {{ goods | find_index: "kind", "cake" }}',
      'Tart 2',
      shop,
    ],
    ['{{ goods | has: "kind", "cake" }} {{ goods | has: "kind", "soup" }}', 'true false', shop],
    [
      '{{ shop.tags | find: "ca" }} {{ shop.tags | has: "rye" }} {{ shop.tags | reject: "r" | join }} {{ shop.tags | where: "r" | join }} {{ shop.tags | find_index: "ye" }}',
      'cake true cake bread rye 2',
      shop,
    ],
    [
      '{{ goods | uniq: "kind" | map: "name" | join }} {{ goods | compact: "stock" | map: "name" | join }}',
      'Rye Tart Rye Tart',
      shop,
    ],
    [
      '{{ "b,a,b" | split: "," | uniq | join }} {{ list | compact | join }} {{ twins | uniq | size }}',
      'b a 1 2 1',
      { list: [1, null, 2], twins: [{ a: 1 }, { a: 1 }] },
    ],
    [
      '{{ goods | sort: "price" | map: "name" | join }} {{ "b,C,a" | split: "," | sort_natural | join }} {{ "b,C,a" | split: "," | sort | join }}',
      'Bun Rye Tart a b C C a b',
      shop,
    ],
    [
      '{{ shop.tags | first }} {{ shop.tags | last }} {{ shop.tags | reverse | join }} {{ shop.tags | size }}',
      'bread rye rye cake bread 3',
      shop,
    ],
    ['{{ shop | size }} {{ "rye" | size }} {{ shop.size }} {{ 5 | size }}', '3 3 3 0', shop],
    [
      '{% assign f = pair | first %}{{ f[0] }}={{ f[1] }} {{ pair.first | join: ":" }}',
      'a=1 a:1',
      { pair: { a: 1, b: 2 } },
    ],
    [
      '{{ nested | join }} {{ nested | sum }} {{ nested | concat: more | size }}',
      '1 2 3 6 4',
      { nested: [1, [2, [3]]], more: [4] },
    ],
    ['{{ list | join: none }}', 'ab', { list: ['a', 'b'], none: null }],
  ],
  default: [
    [
      '{{ none | default: "x" }} {{ "" | default: "x" }} {{ list | default: "x" }} {{ false | default: "x" }} {{ 0 | default: "x" }} {{ object | default: "x" }}',
      'x x x x 0 x',
      { none: null, list: [], object: {} },
    ],
    [
      '{{ false | default: "x", allow_false: true }} {{ false | default: allow_false: true, "x" }} {{ false | default: allow_false: false, "x" }}',
      'false false x',
    ],
  ],
  conditions: [
    [
      '{% if nil == blank %}1{% endif %}{% if none == blank %}2{% endif %}{% if "  " == blank %}3{% endif %}{% if list == empty %}4{% endif %}',
      '1234',
      { none: null, list: [] },
    ],
    [
      '{% if "rye bread" contains "rye" %}1{% endif %}{% if list contains "b" %}2{% endif %}{% if list contains nil %}3{% endif %}{% if list contains false %}4{% endif %}',
      '12',
      { list: ['b', null, false] },
    ],
    ['{% if 1 != 2 %}1{% endif %}{% if 1 <> 2 %}2{% endif %}{% if 1 <> 1 %}3{% endif %}', '12'],
    ['{% if false and false or true %}yes{% else %}no{% endif %}', 'no'],
    ['{% unless shop.open %}closed{% else %}open{% endunless %}', 'open', shop],
    ['{% case n %}{% when 1 or 2 %}few{% when 3, 4 %}some{% else %}many{% endcase %}', 'some', { n: 3 }],
    ['{% if 5.0 == 5 %}same{% endif %}', 'same'],
  ],
  loops: [
    [
      '{% for a in (1..2) %}{% for b in (1..2) %}{{ forloop.parentloop.index }}{{ forloop.index }} {% endfor %}{% endfor %}',
      '11 12 21 22 ',
    ],
    [
      '{% for a in (1..2) %}{% for b in (1..1) %}{% for c in (1..1) %}{{ forloop.parentloop.parentloop.index }}{% endfor %}{% endfor %}{% endfor %}',
      '12',
    ],
    [
      '{% for i in (1..5) limit: 2 offset: 1 %}{{ i }}{% endfor %}{% for i in (1..3) reversed %}{{ i }}{% endfor %}',
      '23321',
    ],
    [
      '{% for i in (1..4) limit: "2" %}{{ i }}{% endfor %}-{% for i in (1..4) limit: 2 %}{% endfor %}{% for i in (1..4) offset: continue %}{{ i }}{% endfor %}',
      '12-34',
    ],
    [
      '{% for i in (1..5) %}{% if i == 2 %}{% continue %}{% endif %}{% if i == 4 %}{% break %}{% endif %}{{ i }}{% endfor %}',
      '13',
    ],
    [
      '{% for p in pair %}{{ p[0] }}{{ p[1] }}{% if forloop.last %}.{% endif %}{% endfor %}{% for x in none %}{% else %}nothing{% endfor %}',
      'a1b2.nothing',
      { pair: { a: 1, b: 2 } },
    ],
    ['{% for i in (1..3) %}{{ forloop.rindex }}{{ forloop.index0 }}{{ forloop.length }} {% endfor %}', '303 213 123 '],
    [
      '{% tablerow i in (1..3) cols: 2 %}{{ i }}{% endtablerow %}',
      '<tr class="row1">\n<td class="col1">1</td><td class="col2">2</td></tr>\n<tr class="row2"><td class="col1">3</td></tr>\n',
    ],
    [
      '{% tablerow i in (1..3) %}{% if i == 2 %}{% break %}{% endif %}{{ i }}{% endtablerow %}',
      '<tr class="row1">\n<td class="col1">1</td><td class="col2"></td></tr>\n',
    ],
    ['{% for i in (1..4) %}{% cycle "a", "b" %}{% endfor %} {% cycle "n": 1, 2 %}{% cycle "n": 3, 4 %}', 'abab 14'],
    [
      '{% for k in kinds %}{% ifchanged %}[{{ k }}]{% endifchanged %}{% endfor %}',
      '[a][b][a]',
      { kinds: ['a', 'a', 'b', 'a'] },
    ],
  ],
  'other tags': [
    [
      '{%- raw -%} {{ x }} {%- endraw -%} !{% raw %}{% if %}{% endraw %}',
      '{{ x }}!{% if %}'.replace('{{ x }}!', ' {{ x }} !'),
    ],
    ['a{% comment %}b{% comment %}c{% endcomment %}d{% endcomment %}e', 'ae'],
    ['a{% doc %}{{ unclosed {% if {% enddoc %}b', 'ab'],
    ['a{% # a note %}b', 'ab'],
    ['{% liquid assign x = 2\nif x == 2\necho x | times: 2\nendif %}', '4'],
    ['{% increment n %}{% increment n %}{% decrement m %}', '01-1'],
    ['{% capture x %}{{ 1 | plus: 1 }}!{% endcapture %}{{ x }}{{ x | size }}', '2!2'],
  ],
  'white space': [
    ['a{% if true %} \n {% assign x = 1 %} \n{% endif %}b{{ x }}', 'ab1'],
    ['a{% for i in (1..3) %} {% endfor %}b{% unless false %}  {% endunless %}c{% if true %} x {% endif %}', 'abc x '],
    ['a  {%- if true -%}  b  {%- endif -%}  c {{- 1 -}} d', 'abc1d'],
  ],
  dates: [
    [
      '{{ "2026-03-04" | date: "%d.%m.%y %A" }} {{ 0 | date: "%Y" }} {{ "no date" | date: "%Y" }}',
      '04.03.26 Wednesday 1970 no date',
    ],
    [
      '{{ "March 4, 2026" | date: "%b %-d" }} {{ "2026-03-04" | date: "" }} {{ none | date: "%Y" }}',
      'Mar 4 2026-03-04 ',
      { none: null },
    ],
  ],
};

/** Where we differ from Ruby on purpose, and why. */
export const DIFFERENCES: Record<string, readonly Fact[]> = {
  'Outputs are escaped in HTML, so that nobody else can put markup into a message.': [
    ['{{ name }}', '&lt;b&gt;', { name: '<b>' }],
    ['{{ "JiY=" | base64_decode }}', '&amp;&amp;'],
  ],
  'A message is better than none: division by zero shows Infinity, with a warning.': [
    ['{{ 1 | divided_by: 0 }}', 'Infinity'],
  ],
  'One null in a list does not empty the list.': [
    ['{{ list | reject: "b" | join }} {{ list | has: "a" }}', 'a  true', { list: ['a', null, 'b'] }],
  ],
  'A filter for lists takes any value, and a number where Ruby wants a list: templates that are saved go on.': [
    ['{{ 5 | map: "x" | join }}{{ list | concat: 3 | join }}{{ "abc" | slice: "x" }}', '1 2 3a', { list: [1, 2] }],
  ],
  'A `when` shows its content once, however many of its values fit, and an `else` is the last branch.': [
    ['{% case 1 %}{% when 1, 1 %}x{% endcase %}{% case 1 %}{% else %}a{% else %}b{% endcase %}', 'xa'],
  ],
  'LiquidJS knows more: `not`, `products.0`, names that begin with a hyphen, and comparisons of a text with a number.':
    [['{% if not false %}a{% endif %}{{ list.0 }}{% if "2" > 1 %}b{% endif %}', 'axb', { list: ['x'] }]],
};

/** Templates that saving and previewing refuse, as Ruby refuses them. Messages of templates saved before render. */
export const REFUSED: readonly string[] = [
  ...[
    '{{ "x" | upcase: 1 }}',
    '{{ 5 | times }}',
    '{{ 5 | plus: 1, 2 }}',
    '{{ "x" | date }}',
    '{{ "x" | replace }}',
    '{{ list | where }}',
  ],
  ...['{{ foo bar }}', '{% assign x = 1 - 2 %}', '{% if a startswith b %}x{% endif %}', '{{ goods[0]name }}'],
  ...['{% include "x" %}', '{% render "x" %}', '{{ x | nosuch }}', '{% for x in %}{% endfor %}', '{% raw %}'],
];

/** Stricter than Ruby: each is a slip of its author. */
export const STRICTER: readonly string[] = [
  '{% if a %}1{% else %}2{% else %}3{% endif %}',
  '{% if a %}1{% else b %}2{% endif %}',
  '{% if a %}1{% else %}2{% elsif b %}3{% endif %}',
];
