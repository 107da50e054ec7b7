import { expect, test } from 'vitest';
import { nextNumber } from '../../scripts/next-number.ts';

test('a new migration comes after all others, even with gaps in their numbers', () => {
  expect(nextNumber(['0001_init', '0030_import_terms', '0050_mail_subjects'])).toBe('0051');
  expect(nextNumber(['0009_csv', '0008_activity'])).toBe('0010');
  expect(nextNumber([])).toBe('0001');
});
