import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf } from '../../src/issue-codes.ts';

const SRC = join(import.meta.dirname, '../../src');

/** The sentences in the code, with every inserted value replaced by a number. */
function sentences(): string[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && /^(validation|domain|rest|schema)\//.test(file),
  );
  const found = files.flatMap((file) =>
    [
      ...readFileSync(join(SRC, file), 'utf8').matchAll(
        /(['`])((?:must|is|has|needs?|cannot|can|requires|applies|already|does not) [^'`\n]*\.)\1/g,
      ),
    ].map(([, , text]) => text!.replace(/\$\{[^}]*\}/g, '7')),
  );
  return [...new Set(found)];
}

test.each([
  ['is required.', 'required'],
  ['is required with currency.', 'required'],
  ['must not be blank.', 'blank'],
  ['is empty.', 'blank'],
  ['must be a string.', 'type'],
  ['must be an array.', 'type'],
  ['must be true or false.', 'type'],
  ['must be a whole number.', 'type'],
  ['must be a valid email address.', 'format'],
  ['must be a day, such as 2026-01-31.', 'format'],
  ['must be a valid date-time (RFC 3339, such as 2026-01-31T12:00:00Z).', 'format'],
  ['must be one of and, or.', 'choice'],
  ['must be null or one of a, b.', 'choice'],
  ['must not be greater than 100 characters.', 'too_long'],
  ['must be one line of at most 500 characters.', 'too_long'],
  ['must have at least 1 item.', 'too_few'],
  ['must not have more than 100 items.', 'too_many'],
  ['has more than 200 columns.', 'too_many'],
  ['must be at least 0.', 'too_small'],
  ['must be in the future.', 'too_small'],
  ['must be after from.', 'too_small'],
  ['must be at most 30 days ahead.', 'too_large'],
  ['must not be in the future.', 'too_large'],
  ['must not be larger than 10 MB.', 'too_large'],
  ['must be an integer between 1 and 3.', 'range'],
  ['has already been taken.', 'taken'],
  ['is given twice.', 'taken'],
  ['must be the name or id of a template.', 'not_found'],
  ['must be the id of a list.', 'not_found'],
  ['is not known to this operation. Did you mean reference?', 'unknown_key'],
  ['cannot be used together with a password. Set one of them to null.', 'excluded'],
  ['must not be given together with conditions.', 'excluded'],
  ['The campaign has no recipients.', 'invalid'],
])('"%s" has the code %s', (problem, code) => expect(codeOf({ problem })).toBe(code));

test('every sentence about a value has a code that says more than "invalid"', () => {
  const found = sentences();
  expect(found.length).toBeGreaterThan(200);
  expect(found.filter((problem) => codeOf({ problem }) === 'invalid')).toEqual([]);
});
