import { sql } from '../../../database/connect.ts';
import { whole } from '../numbers.ts';
import { operator } from '../operator.ts';
import { ruleType } from '../rule-type.ts';

/** The key of a person is a hash, so its last digits are a random number that is stable for each person. */
export const sample = ruleType(
  { name: 'Sample', description: "A random share of all people. Each person's result stays the same." },
  {
    percent: operator(
      whole(1, 99),
      (percent) => sql`(('x' || right(s.person_key::text, 8))::bit(32)::bigint % 100 < ${percent}::int)`,
    ),
  },
);
