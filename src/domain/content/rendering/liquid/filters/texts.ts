import { filters } from 'liquidjs';
import { argumentsOf, type FilterContext } from '../filter-context.ts';
import { LiquidNumber } from '../liquid-number.ts';
import { isRecord } from '../rendering-context.ts';
import { shownText } from '../shown-text.ts';

type Filter = (this: FilterContext, ...given: unknown[]) => unknown;

const LIQUIDJS = filters as unknown as Record<string, Filter>;

/** Text filters of LiquidJS. They do not know our numbers. */
const OF_TEXTS = [
  ...['capitalize', 'downcase', 'upcase', 'lstrip', 'rstrip', 'strip', 'strip_newlines', 'squish', 'slice', 'truncate'],
  ...['remove', 'remove_first', 'remove_last', 'replace', 'replace_first', 'replace_last', 'truncatewords', 'slugify'],
  ...['normalize_whitespace', 'number_of_words', 'base64_encode', 'base64_decode', 'sha256', 'hmac_sha256'],
  ...['url_encode', 'url_decode', 'cgi_escape', 'uri_escape'],
];

const isOurs = (value: unknown): boolean => value instanceof LiquidNumber || isRecord(value);

const forTexts = (name: string): Filter =>
  function (value, ...given) {
    return LIQUIDJS[name]!.call(this, isOurs(value) ? shownText(value) : value, ...given);
  };

/** An ending of null means none, not the default. */
const withEnd = (name: string): Filter =>
  function (value, length, ...end) {
    return LIQUIDJS[name]!.call(this, isOurs(value) ? shownText(value) : value, length, ...end.map((one) => one ?? ''));
  };

/** The value, or a default if it is empty, missing or false. `allow_false: true` keeps false. */
function fallback(this: FilterContext, value: unknown, ...given: unknown[]): unknown {
  const { named, positional } = argumentsOf(this, given);
  const [other = ''] = positional;
  if (value === false) return named.allow_false === true ? value : other;
  if (value === null || value === undefined) return other;
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof LiquidNumber) return value;
  if (isRecord(value)) return Object.keys(value).length > 0 ? value : other;
  return shownText(value) === '' && !(Array.isArray(value) && value.length > 0) ? other : value;
}

function toBase64Url(this: FilterContext, value: unknown): string {
  const text = shownText(value);
  this.context.memoryLimit.use(text.length);
  return Buffer.from(text).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

function fromBase64Url(this: FilterContext, value: unknown): string {
  const text = shownText(value);
  this.context.memoryLimit.use(text.length);
  if (!/^[\w-]*={0,2}$/.test(text.trim())) throw new Error('invalid base64 provided to base64_url_safe_decode');
  return Buffer.from(text, 'base64url').toString();
}

/** Text filters, with Ruby's differences. */
export const TEXT_FILTERS: Record<string, Filter> = {
  ...Object.fromEntries(OF_TEXTS.map((name) => [name, forTexts(name)])),
  // Ruby encodes !, ', ( and ) too.
  url_encode: forTexts('cgi_escape'),
  truncate: withEnd('truncate'),
  truncatewords: withEnd('truncatewords'),
  default: fallback as Filter,
  base64_url_safe_encode: toBase64Url,
  base64_url_safe_decode: fromBase64Url,
};
