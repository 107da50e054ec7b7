import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const text = readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8');

/** Statements about missing features. Remove a statement here when it gets a test; adding one needs a review. */
const NOT_BUILT = /^not built: /;
const UNTESTED: readonly number[] = [];

const rows = [...text.matchAll(/^\| (\d+) \| (.+?) \| (.*?) \|$/gm)].map(([, number, statement, shown]) => ({
  number: Number(number),
  statement,
  tests: NOT_BUILT.test(shown as string) ? [] : (shown as string).replaceAll('\\|', '|').split('<br>').filter(Boolean),
  shown,
}));

/** The test names in a source, unexpanded. */
const namesIn = (source: string): string[] =>
  [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)+)\1,\s*(?:\{[^}]*\},\s*)?(?:async\s*)?\(/g)].map(([, , name]) =>
    (name as string).replaceAll('\\', ''),
  );

test('the statements are numbered without a gap', () => {
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  expect(text.match(/^\| \d/gm)).toHaveLength(rows.length);
});

test('every statement has a test, except about missing features', () => {
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ number }) => number)).toEqual(UNTESTED);
});

test('the counts are right', () => {
  const [statements, tested] = [rows.length, rows.length - UNTESTED.length];
  expect(text.replaceAll('\n', ' ')).toContain(`**${statements} statements, ${tested} of them tested**`);
});

test.each(rows)('$number: $statement', ({ tests }) => {
  for (const reference of tests) {
    const [, file = '', name = ''] = /^`?(test\/[\w/.-]+\.test\.ts) › (.+?)`?$/.exec(reference) ?? [];
    expect(existsSync(join(ROOT, file)) && file, reference).toMatch(/\.test\.ts$/);
    expect(namesIn(readFileSync(join(ROOT, file), 'utf8')), reference).toContain(name);
  }
});
