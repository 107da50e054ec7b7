import { readFileSync } from 'node:fs';

const BY_IDEA: Record<string, string[]> = JSON.parse(
  readFileSync(new URL('hostile-strings.json', import.meta.url), 'utf8'),
);

/**
 * Texts of an attacker that try to run code in a page: each would call `alert`, set `__hit` in the window, send a request to
 * evil.test, create an element with the attribute `hit`, or be read as something other than text. Each is one line of at most 255
 * characters, like names.
 */
export const HOSTILE_STRINGS: readonly string[] = Object.values(BY_IDEA).flat();

/** A few of each idea. */
export const A_FEW_HOSTILE: readonly string[] = Object.values(BY_IDEA).flatMap((texts) =>
  texts.filter((_, index) => index % Math.ceil(texts.length / 4) === 0),
);
