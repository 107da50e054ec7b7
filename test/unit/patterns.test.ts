import { describe, expect, test } from 'vitest';
import { LOOSE_WORDS, WORDS } from '../../src/domain/refusals/words.ts';
import * as bounceWords from '../../src/feedback/bounces/bounce-words.ts';
import { AT_BEGINNING, NAMED } from '../../src/feedback/bounces/recipient-blocks.ts';
import { findHardText } from '../support/patterns/judge-pattern.ts';
import { patternsInSource } from '../support/patterns/patterns-of.ts';

/** Steps for each character of any text. A bounded repetition of a few hundred characters takes as many. */
const MOST = 300;
/** The same for the words of bounces, which are long lists of alternatives and read 4,000 characters at most. */
const MOST_OF_WORDS = 2_000;

/** Modules whose texts come from the operator. */
const OWN_TEXTS = /^(?:database|commands|demo)\//;

/** Files with patterns that are hard for long texts, and why they never get one. */
const SHORT_TEXTS: Record<string, string> = {
  'account/visit.ts': 'PUBLIC_URL is the operator’s',
  'config.ts': 'the environment is the operator’s',
  'delivery/signing/dkim.ts': 'messages are our own, and are signed in a thread with a time limit',
  'domain/imports/csv/address-cell.ts': 'cells of more than 600 characters are left as they are',
  'domain/imports/csv/worded-dates.ts': 'cells of more than 100 characters are no dates',
  'domain/segments/property-spelling.ts': 'names have 255 characters at most',
  'domain/sending/read-private-key.ts': 'keys of more than 10,000 characters are refused',
  'http/cookies.ts': 'PUBLIC_URL is the operator’s',
  'http/unavailable.ts': 'messages are those of the database',
};

const { written, built } = patternsInSource();

test('every regular expression runs in linear time, unless its texts are short', () => {
  const foreign = written.filter(({ file }) => !OWN_TEXTS.test(file));
  const hard = foreign.flatMap(({ file, source, flags }) => {
    const found = findHardText(source, flags, MOST);
    return found ? [{ file, source, ...found }] : [];
  });
  expect(foreign.length).toBeGreaterThan(400);
  expect(hard.filter(({ file }) => !(file in SHORT_TEXTS))).toEqual([]);
  expect([...new Set(hard.map(({ file }) => file))].sort()).toEqual(Object.keys(SHORT_TEXTS));
});

const CONSTANTS = Object.entries({ ...bounceWords, AT_BEGINNING, NAMED }).flatMap(([name, value]) =>
  value instanceof RegExp ? [[name, value] as const] : [],
);

test.each([
  ...CONSTANTS,
  ...[...WORDS, ...LOOSE_WORDS].map(([cause, words], row) => [`${row} ${cause}`, words] as const),
])('the words of bounces are found in time in proportion to the text: %s', (_name, { source, flags }) => {
  expect(findHardText(source, flags, MOST_OF_WORDS)).toBeUndefined();
});

test('patterns for incoming e-mail are all tested here', () => {
  const inMail = [...built].filter(([file]) => /^(?:feedback|mime|crypto|domain\/refusals)\//.test(file));
  expect(Object.fromEntries(inMail)).toEqual({
    'domain/refusals/word-patterns.ts': 1, // the words
    'feedback/bounces/bounce-words.ts': 1, // SUBJECT
    'feedback/bounces/recipient-blocks.ts': 2,
    'feedback/bounces/refusal-in-text.ts': 1, // one of several that are written out
  });
});

describe('the pattern check', () => {
  test.each([
    ['exponential', '^(a+)+$'],
    ['exponential in alternatives', '^(a|a)*$'],
    ['exponential behind a beginning', '^x(\\w|\\d)*!$'],
    ['quadratic by where it begins', '['.concat("'.]+$")],
    ['quadratic by two repetitions', '^\\s*(x)?\\s*$'],
    ['quadratic in words', '\\w+@\\w+'],
    ['cubic', '^\\s*a?\\s*b?\\s*$'],
    ['bounded, but by thousands', '<[^>]{0,2000}>'],
    ['hard to look ahead', '(?=.*a.*b.*c)x'],
    ['hard to repeat', '(\\w+)\\s\\1'],
  ])('finds a hard text: %s', (_name, source) => {
    expect(findHardText(source, '', MOST)).toBeDefined();
  });

  test.each([
    ['a word', '\\bfull\\b'],
    ['what excludes its own beginning', '<[^<>]{0,2000}>'],
    ['a run from its beginning', "(?<!['.])['.]+$"],
    ['what is anchored', '^[a-z]+(?:\\.[a-z]+)*$'],
    ['a bounded repetition', '\\d{1,3}\\.\\d{1,3}'],
    ['alternatives', 'one|two|three'],
  ])('passes %s', (_name, source) => {
    expect(findHardText(source, '', MOST)).toBeUndefined();
  });
});
