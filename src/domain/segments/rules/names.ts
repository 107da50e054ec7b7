import { sql } from '../../../database/connect.ts';
import { ruleType } from '../rule-type.ts';
import { textOperators } from '../text-operators.ts';

export const firstName = ruleType(textOperators(sql`s.first_name`));
export const lastName = ruleType(textOperators(sql`s.last_name`));
export const timezone = ruleType(textOperators(sql`s.timezone`));
