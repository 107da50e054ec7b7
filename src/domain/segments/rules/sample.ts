import { sql } from '../../../database/connect.ts';
import { whole } from '../numbers.ts';
import { operator } from '../operator.ts';
import { ruleType } from '../rule-type.ts';

/** The key of a person comes from a hash, so its last digits are as good as dice that fall the same way each time. */
export const sample = ruleType({
  percent: operator(
    whole(1, 99),
    (percent) => sql`(('x' || right(s.person_key::text, 8))::bit(32)::bigint % 100 < ${percent}::int)`,
  ),
});
