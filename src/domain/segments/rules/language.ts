import { join, type Sql, sql } from '../../../database/connect.ts';
import { locale } from '../../../validation/locale.ts';
import { operator } from '../operator.ts';
import { ruleType } from '../rule-type.ts';
import { listed, scalar } from '../value.ts';

/**
 * A code also matches its regions and scripts: "en" matches "en-GB". These are one range of the index, because "." follows
 * "-": codes are stored in canonical form, and the column compares bytes (COLLATE "C").
 */
const speaks = (codes: string[]): Sql => {
  const ranges = codes.map((code) => sql`s.locale >= ${code}::text and s.locale < ${`${code}.`}::text`);
  return sql`(s.locale is not null and (${join(ranges, ' or ')}))`;
};

const one = scalar('Locale', locale(), 'A BCP 47 language tag, such as en or pt-BR.');
const codes = listed(one, 1, 100);

export const language = ruleType(
  { name: 'Language', description: 'The language. "en" also matches en-GB.' },
  {
    equals: operator(one, (code) => speaks([code])),
    not_equals: operator(one, (code) => sql`(not ${speaks([code])})`),
    in: operator(codes, speaks),
    not_in: operator(codes, (codes) => sql`(not ${speaks(codes)})`),
  },
);
