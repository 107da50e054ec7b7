import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONFLICT_REASONS } from '../../src/errors.ts';
import { ISSUE_CODES } from '../../src/issue-codes.ts';
import { ERROR_CODES } from '../../src/schema/error-code.ts';

const [, SECTION] = /## Error codes\n([\s\S]*?)\n## /.exec(
  readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8'),
) as unknown as [string, string];

/** The cells of the three tables, row by row. */
const [errors = [], reasons = [], issues = []] = SECTION.split(/\n\n+/)
  .filter((part) => /^\| (code|reason) \|/.test(part))
  .map((table) =>
    table
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').map((cell) => cell.trim())),
  );

test('the documentation lists every code of an error, with its meaning and what to do', () => {
  const listed = errors.map(([, code = '', , meaning]) => [code.replaceAll('`', ''), meaning]);
  expect(Object.fromEntries(listed)).toEqual(ERROR_CODES);
  expect(errors.filter(([, , , , remedy]) => !remedy)).toEqual([]);
});

test('the documentation lists every reason of a conflict, with its meaning', () => {
  const listed = reasons.map(([, reason = '', meaning]) => [reason.replaceAll('`', ''), meaning]);
  expect(Object.fromEntries(listed)).toEqual(CONFLICT_REASONS);
});

test('the domain gives every reason of a conflict', () => {
  const domain = new URL('../../src/', import.meta.url);
  const sources = readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(domain|demo|graphql)\/.*\.ts$/.test(name))
    .map((name) => readFileSync(new URL(name, domain), 'utf8'))
    .join('');
  expect(Object.keys(CONFLICT_REASONS).filter((reason) => !sources.includes(`'${reason}'`))).toEqual([]);
});

test('the documentation lists every code of an issue, with its meaning and what to do', () => {
  const listed = issues.map(([, code = '', meaning]) => [code.replaceAll('`', '').toLowerCase(), meaning]);
  expect(Object.fromEntries(listed)).toEqual(ISSUE_CODES);
  expect(issues.filter(([, , , remedy]) => !remedy)).toEqual([]);
});
