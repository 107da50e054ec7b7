import { readFileSync } from 'node:fs';

const BY_IDEA: Record<string, string[]> = JSON.parse(
  readFileSync(new URL('hostile-strings.json', import.meta.url), 'utf8'),
);

/**
 * What people write who want a page to run something of theirs: each would call `alert`, set `__hit` in the window, ask
 * evil.test for something, make an element with the attribute `hit`, or be taken for something other than a text. Each is
 * one line of at most 255 characters, as names are.
 */
export const HOSTILE_STRINGS: readonly string[] = Object.values(BY_IDEA).flat();

/** A few of each idea. */
export const A_FEW_HOSTILE: readonly string[] = Object.values(BY_IDEA).flatMap((texts) =>
  texts.filter((_, index) => index % Math.ceil(texts.length / 4) === 0),
);
