/** URLs as in newsletters, shops and apps, in the form that a person types into a browser. */
const ADDRESSES: readonly string[] = [
  'https://shop.example/reset?token=abc&user=1',
  'https://shop.example/',
  'https://shop.example',
  'https://shop.example/p/42?variant=7&utm_source=mail&utm_medium=e-mail',
  'https://news.example/issues/2026/11/?ref=footer#comments',
  'https://app.example/#/orders/7?tab=items&sort=-date',
  'https://app.example/confirm?t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln_bm-F0dXJl==',
  'https://list.example/track/click?u=a1b2c3&id=4d5e6f&e=90ab12',
  'https://shop.example/search?q="red shoes"&size=<42>',
  "https://shop.example/o'neil/it's?who=d'Arc",
  'https://shop.example/filter?color[0]=red&color[1]=blue&price[lt]=20',
  'https://law.example/?copy=1&copy=2&sect=3&para=4&reg=5&times=6&lt=7&gt=8&not=9&yen=10',
  'https://shop.example/grün/größe?farbe=blau&maß=1#ende',
  'https://shop.example/%E2%82%AC?price=%EF%BC%91&pct=100%25',
  'https://shop.example/emoji/🎉?party=🥳&n=1',
  'https://münchen.example/bier?heute=ja',
  'https://例え.example/本?頁=１',
  'https://user:pa%20ss@intern.example:8443/a?b=c',
  'https://shop.example:443/default-port?x=1',
  'HTTPS://SHOP.example/Upper/Case?Q=A&q=a',
  'http://plain.example/a;v=1;w=2/b?c=d;e=f',
  'https://wiki.example/Bread_(food)?action=raw&title=Bread_(food)',
  'https://maps.example/@48.137154,11.576124,17z/data=!3m1!4b1?entry=ttu',
  'https://proxy.example/https://shop.example/a?url=https%3A%2F%2Fshop.example%2Fb%3Fc%3Dd%26e%3Df',
  'https://x.example//double//slash/../up/./here?a=../b',
  'https://x.example/tilde~/dash-/under_/dot./star*/plus+/comma,/at@/excl!/dollar$',
  'https://x.example/pipe|/caret^/tick`/brace{a}/back\\slash?p=|^`{}\\',
  'https://x.example/a b c/d  e?f=g h',
  'https://x.example/?a=1&&b=2&=3&c',
  'https://x.example/?&amp;=kept&amp;copy;=kept',
  'https://x.example/?q=a+b%2Bc&r=%zz&s=%',
  'https://x.example/?redirect=/a?b=c#d#e',
  'https://x.example/?json={"id":[1,2],"name":"A & B"}',
  'https://x.example/?b64=aGVsbG8gd29ybGQ/+w==&sig=MEUCIQ+/=',
  'https://x.example/?q=&#38;&#x26;&#0;',
  'https://x.example/é/ñ/ç/ß/µ?x=¥£€©®™',
  'https://127.0.0.1.nip.example/?ip=1',
  `https://x.example/long?${Array.from({ length: 40 }, (_, index) => `p${index}=v${index}`).join('&')}`,
  'https://x.example/?lt=<&gt=>&quot="&apos=\'&eq==',
  'https://x.example/ends-with-dot.?and=paren)',
  'https://x.example/amp&in&path?q&r&s',
];

type Encoding = (address: string) => string;

const each = (address: string, pattern: RegExp, write: (character: string) => string): string =>
  address.replace(pattern, write);

const numbered = (base: 10 | 16) => (character: string) => {
  const code = character.codePointAt(0)!;
  return base === 16 ? `&#x${code.toString(16).toUpperCase()};` : `&#${code};`;
};

/** HTML references for characters that often occur in URLs. */
const NAMES: Record<string, string> = {
  ...{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos', '=': 'equals', '/': 'sol', ':': 'colon' },
  ...{ '?': 'quest', '#': 'num', '%': 'percnt', '+': 'plus', '[': 'lbrack', ']': 'rsqb', '(': 'lpar', ')': 'rpar' },
  ...{ '{': 'lcub', '}': 'rcub', '|': 'vert', '`': 'grave', '@': 'commat', '!': 'excl', $: 'dollar', '*': 'ast' },
  ...{ ',': 'comma', ';': 'semi', '.': 'period', _: 'lowbar', '\\': 'bsol', '^': 'Hat', é: 'eacute', ñ: 'ntilde' },
  ...{ ü: 'uuml', ö: 'ouml', ß: 'szlig', ç: 'ccedil', µ: 'micro', '¥': 'yen', '£': 'pound', '€': 'euro', '©': 'copy' },
};
const named = (character: string): string => (NAMES[character] ? `&${NAMES[character]};` : character);
const escapedBy = (table: Record<string, string>, pattern: RegExp): Encoding => {
  return (address) => each(address, pattern, (character) => table[character]!);
};

/** The ways in which programs write a URL into an attribute. All mean the same URL by the rules of HTML. */
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  plain: escapedBy({ '&': '&amp;', '"': '&quot;', "'": '&#39;' }, /[&"']/g),
  handlebars: escapedBy(
    { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' },
    /[&<>"'`=]/g,
  ),
  react: escapedBy({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }, /[&<>"']/g),
  jinja: escapedBy({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }, /[&<>"']/g),
  php: escapedBy({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }, /[&<>"']/g),
  mustache: escapedBy(
    {
      '&': '&amp;',
      '<': '&lt;',
      '>': '&gt;',
      '"': '&quot;',
      "'": '&#39;',
      '/': '&#x2F;',
      '`': '&#x60;',
      '=': '&#x3D;',
    },
    /[&<>"'`=/]/g,
  ),
  decimal: (address) => each(address, /[^A-Za-z0-9]/gu, numbered(10)),
  hexadecimal: (address) => each(address, /[^A-Za-z0-9]/gu, numbered(16)),
  everything: (address) => each(address, /[\s\S]/gu, numbered(16)),
  named: (address) => each(address, /[^A-Za-z0-9]/gu, named),
  // "&#61" ends before a non-digit, and "&lt" before a character that is not a letter, digit or "=".
  unended: (address) =>
    each(address, /[^A-Za-z0-9]/gu, numbered(10)).replace(/;(?![0-9])/g, (end, at, all: string) =>
      /&#\d+$/.test(all.slice(0, at)) && at + 1 < all.length ? '' : end,
    ),
  // An ampersand before a name and "=" is literal, even if HTML has a reference of that name.
  bare: (address) =>
    each(address, /&(?!\w+=)|["']/g, (character) => ({ '&': '&amp;', '"': '&quot;', "'": '&#39;' })[character]!),
  // Browsers drop line breaks, tabs, and surrounding spaces.
  broken: (address) => `  ${ENCODINGS.plain!(address.slice(0, 12))}\n\t${ENCODINGS.plain!(address.slice(12))}\n `,
};

type Shape = (value: string) => string;

const DECOY = 'https://decoy.example/';
const shown = 'A link';

/** Tags as in e-mails, with the encodings that each supports. */
const SHAPES: Readonly<Record<string, Shape>> = {
  plain: (value) => `<a href="${value}">${shown}</a>`,
  single: (value) => `<a href='${value}'>${shown}</a>`,
  unquoted: (value) => (/[\s>]/.test(value) ? `<a href="${value}">${shown}</a>` : `<a href=${value} id=x>${shown}</a>`),
  lines: (value) => `<a\n   class="button"\n   href = "${value}"\n>${shown}</a>`,
  upper: (value) => `<A CLASS=x HREF="${value}">${shown}</A>`,
  title: (value) => `<a title="a > b" href="${value}" style="color:red">${shown}</a>`,
  decoys: (value) => `<a data-href="${DECOY}1" title='href="${DECOY}2"' href="${value}" href="${DECOY}3">${shown}</a>`,
  area: (value) => `<map name="m"><area shape="rect" coords="0,0,9,9" alt="x" href="${value}"></map>`,
  self: (value) => `<area/href="${value}"/>`,
  outlook: (value) =>
    `<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="${value}" arcsize="8%" fillcolor="#333"><center>${shown}</center></v:roundrect><![endif]-->`,
  others: (value) => `<!--[if !mso]><!--><a style="mso-hide:all" href="${value}">${shown}</a><!--<![endif]-->`,
  picture: (value) => `<a href="${value}"><img src="https://cdn.example/a.png?x=1&amp;y=2" alt="a > b"></a>`,
  tight: (value) => `<a class="x"href="${value}"target=_blank>${shown}</a>`,
};

export interface NewsletterLink {
  /** A description, for a failed test. */
  name: string;
  /** The tag in the HTML of the e-mail. */
  html: string;
  /** The URL that a browser opens for it. */
  leadsTo: string;
}

/** This many links, always the same: each URL meets each encoding in a different tag. */
export function newsletterLinks(count: number): NewsletterLink[] {
  const [encodings, shapes] = [Object.keys(ENCODINGS), Object.keys(SHAPES)];
  return Array.from({ length: count }, (_, index) => {
    const address = ADDRESSES[index % ADDRESSES.length]!;
    const round = Math.floor(index / ADDRESSES.length);
    const encoding = encodings[(index + round) % encodings.length]!;
    const shape = shapes[(index + 3 * round) % shapes.length]!;
    return {
      name: `${index}: ${shape}, ${encoding}, ${address}`,
      html: SHAPES[shape]!(ENCODINGS[encoding]!(address)),
      leadsTo: new URL(address).href,
    };
  });
}
