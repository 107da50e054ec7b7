import { expect, test } from 'vitest';
import { codeOf } from '../../../src/issue-codes.ts';
import { duration, offset, readDuration } from '../../../src/validation/duration.ts';

test.each([
  ['PT10M', 600],
  ['PT1H30M', 5_400],
  ['PT90S', 90],
  ['P1D', 86_400],
  ['P1DT1S', 86_401],
  ['P2W', 1_209_600],
  ['P7DT0H0M0S', 604_800],
  ['PT0S', 0],
])('%s lasts %i seconds', (written, seconds) => {
  expect(readDuration(written)).toBe(seconds);
});

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  'T1H',
  'PT1',
  '1H',
  'P1Y',
  'P1M',
  'P1W1D',
  'PT1.5H',
  '-PT1H',
  'pt1h',
  'PT1H ',
  'PT1M1H',
  'P1H',
  'PT١H',
])('%j is not a duration', (written) => {
  expect(readDuration(written)).toBeUndefined();
});

test('the bounds of a rule are included in any spelling', () => {
  const rule = duration('PT10M', 'P7D');
  for (const fine of ['PT10M', 'PT600S', 'P1W', 'PT168H'])
    expect(rule.safeParse(fine)).toEqual({ success: true, data: fine });
  for (const bad of ['PT9M59S', 'P7DT1S', 'PT5M', 'P8D', 'P999999D', 10, null])
    expect(rule.safeParse(bad).success).toBe(false);
});

test('text that is no duration has the code format, and a duration outside the bounds range', () => {
  const codesOf = (rule: ReturnType<typeof duration>, value: unknown) =>
    rule.safeParse(value).error?.issues.map(({ message }) => codeOf({ problem: message }));
  const rules = [duration('PT10M', 'P7D'), offset('P7D')];
  for (const rule of rules) for (const bad of ['1 hour', 'P1M', '', 5]) expect(codesOf(rule, bad)).toEqual(['format']);
  for (const rule of rules) expect(codesOf(rule, 'P8D')).toEqual(['range']);
  expect([codesOf(rules[0]!, 'PT1S'), codesOf(rules[1]!, '-P8D')]).toEqual([['range'], ['range']]);
});
