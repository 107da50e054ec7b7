import { type Sql, sql } from '../../../database/connect.ts';
import type { FieldType } from '../../audience/attributes.ts';
import { dateOperators } from '../date-operators.ts';
import { jsonBooleanOperators, jsonNumberOperators, presence } from '../json-operators.ts';
import type { Operators } from '../operator.ts';
import type { RuleType } from '../rule-type.ts';
import { asItIs, orFalse, textOperators } from '../text-operators.ts';

/**
 * `json` and `text` read the value directly, not one through the other. `indexed`: the comparison is written as in the
 * field's index (`field-index.ts`), without coalesce, so that the index can answer it.
 */
const OPERATORS: Record<FieldType, (json: Sql, text: Sql, indexed: boolean) => Operators> = {
  text: (json, text, indexed) => ({ ...textOperators(text), ...(indexed && byBeginning(text)), ...presence(json) }),
  number: (json, _, indexed) => jsonNumberOperators(json, indexed ? asItIs : orFalse, indexed),
  date: (json, text, indexed) => dateOperators(json, text, indexed ? asItIs : orFalse),
  boolean: jsonBooleanOperators,
};

/**
 * 512 characters are more than a value in a rule can have, so texts with equal beginnings are equal to it or not at
 * all.
 */
function byBeginning(text: Sql): Operators {
  const lower = sql`(left(lower(${text}), 512) collate "C")`;
  const { equals, in: isIn } = textOperators(text, { lower, settled: asItIs });
  return { equals, in: isIn } as Operators;
}

/** An attribute is compared by the type of its contact field. */
export const attribute: RuleType = {
  takesField: true,
  needs: ({ field }) => ({ fields: [field] }),
  operatorsOf: ({ field }, { fields, indexed }) => {
    const type = fields.get(field as string);
    const key = sql`${field as string}::text`;
    const [json, text] = [sql`(s.attributes -> ${key})`, sql`(s.attributes ->> ${key})`];
    if (type) return OPERATORS[type](json, text, indexed.has(field as string));
    const missing = field === undefined || field === null;
    return { issues: [{ path: ['field'], problem: missing ? 'is required.' : 'must be the key of a contact field.' }] };
  },
};
