import { expect, test } from 'vitest';
import { BY_CODE, inGerman } from '../../src/dashboard/client/issue-words-de.ts';
import { ISSUE_CODES } from '../../src/issue-codes.ts';

test('the dashboard has German words for each code of an issue', () => {
  expect(Object.keys(BY_CODE)).toEqual(Object.keys(ISSUE_CODES).map((code) => code.toUpperCase()));
});

test.each([
  ['is required.', 'REQUIRED', 'Pflichtfeld.'],
  ['must not be greater than 255 characters.', 'TOO_LONG', 'Höchstens 255 Zeichen.'],
  ['must be between 1 and 99.', 'RANGE', 'Muss zwischen 1 und 99 liegen.'],
  ['must be $1.', 'FORMAT', 'Hat nicht die richtige Form (must be $1.)'],
  ['The template is gone.', 'INVALID', undefined],
])('a problem has German words: %s', (problem, code, words) => {
  expect(inGerman(problem, code)).toBe(words);
});
