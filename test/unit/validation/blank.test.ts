import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { idRule } from '../../../src/validation/id.ts';
import { whole } from '../../../src/validation/number.ts';
import {
  exactRecord,
  extended,
  filled,
  listOf,
  oneOf,
  optionalText,
  record,
  text,
} from '../../../src/validation/text.ts';
import { dateTime } from '../../../src/validation/time.ts';
import { validate } from '../../../src/validation/validate.ts';

const OPTIONAL = {
  date: dateTime().nullish(),
  number: whole(1, 9).nullish(),
  choice: oneOf(['a', 'b']).nullish(),
  list: listOf(text(9), 0, 9).nullish(),
  id: idRule('a list').nullish(),
  name: optionalText(filled(9)),
  text: text(9).nullish(),
  changed: text(9)
    .nullish()
    .transform((value) => value ?? undefined),
  prepared: z.preprocess((value) => value, oneOf(['a']).nullish()),
  object: record({ date: dateTime().nullish() }).nullish(),
  width: whole(1, 9).optional(),
};
const BLANK = Object.fromEntries(Object.keys(OPTIONAL).map((key) => [key, ' ']));

test('blank text is absent in optional fields of every type', () => {
  expect(validate(record(OPTIONAL), BLANK)).toEqual({ value: {} });
  expect(validate(extended(record({}), OPTIONAL), BLANK)).toEqual({ value: {} });
  expect(validate(record(OPTIONAL), { object: { date: '' } })).toEqual({ value: { object: {} } });
});

test('blank text is refused in required fields, and kept where it is meaningful', () => {
  const rule = record({ name: filled(9).optional(), words: text(9).optional(), id: idRule('a list') });
  expect(validate(rule, { name: '', words: '', id: '' })).toEqual({
    issues: [
      { path: ['name'], problem: 'is required.' },
      { path: ['id'], problem: 'must be the id of a list.' },
    ],
  });
  expect(validate(record({ words: text(9).optional() }), { words: ' ' })).toEqual({ value: { words: ' ' } });
  expect(validate(exactRecord({ date: dateTime().nullish() }), { date: '' })).toHaveProperty('issues');
});

test('every object of the domain is a record', () => {
  const root = new URL('../../../src/domain', import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const others = files.filter((file) =>
    /\bz\.(strict|loose)?object\(|\)\s*\.extend\(|\w\.extend\(\{/i.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(others).toEqual([]);
});
