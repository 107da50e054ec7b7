import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type Kind = 'language' | 'script' | 'region' | 'variant';

const require = createRequire(import.meta.url);
const known = new Map<Kind, ReadonlySet<string>>();

/** The subtags of one kind in IANA's registry (RFC 5646), in lower case. Loaded on first use and kept. */
function subtagsOf(kind: Kind): ReadonlySet<string> {
  const there = known.get(kind);
  if (there) return there;
  const file = require.resolve(`language-subtag-registry/data/json/${kind}.json`);
  const names = Object.keys(JSON.parse(readFileSync(file, 'utf8')));
  const subtags = new Set(names.filter((name) => !name.includes('..')));
  known.set(kind, subtags);
  return subtags;
}

/** The registry's private-use ranges. Kosovo, for example, is XK. */
const PRIVATE: Record<Kind, RegExp | undefined> = {
  language: /^q[a-t][a-z]$/,
  script: /^qa(a[a-z]|b[a-x])$/,
  region: /^(q[m-z]|x[a-z])$/,
  variant: undefined,
};

/** Whether a subtag is registered, ignoring case. */
export function isRegistered(kind: Kind, subtag: string): boolean {
  const name = subtag.toLowerCase();
  return subtagsOf(kind).has(name) || PRIVATE[kind]?.test(name) === true;
}

const kindOf = (subtag: string): Kind => {
  if (/^[a-z]{4}$/i.test(subtag)) return 'script';
  return /^([a-z]{2}|\d{3})$/i.test(subtag) ? 'region' : 'variant';
};

/**
 * A well-formed tag in canonical form without its unregistered subtags. Undefined if its language is unregistered.
 */
export function registeredPart(tag: string): string | undefined {
  const [language = '', ...rest] = tag.split('-');
  if (!isRegistered('language', language)) return undefined;
  const end = rest.findIndex((subtag) => subtag.length === 1); // from here on: extensions and private use
  const subtags = end < 0 ? rest : rest.slice(0, end);
  const extensions = end < 0 ? [] : rest.slice(end);
  return [language, ...subtags.filter((subtag) => isRegistered(kindOf(subtag), subtag)), ...extensions].join('-');
}
