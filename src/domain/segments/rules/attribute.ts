import { type Sql, sql } from '../../../database/connect.ts';
import type { FieldType } from '../../audience/attributes.ts';
import { dateOperators } from '../date-operators.ts';
import { jsonBooleanOperators, jsonNumberOperators, presence } from '../json-operators.ts';
import type { Operators } from '../operator.ts';
import type { RuleType } from '../rule-type.ts';
import { asItIs, orFalse, textOperators } from '../text-operators.ts';

/**
 * The value as JSON, or as text: taken in one step, not by way of the other. `indexed`: said as the index of the field
 * has it (`field-index.ts`), and plainly, so that it can answer.
 */
const OPERATORS: Record<FieldType, (json: Sql, text: Sql, indexed: boolean) => Operators> = {
  text: (json, text, indexed) => ({ ...textOperators(text), ...(indexed && byBeginning(text)), ...presence(json) }),
  number: (json, _, indexed) => jsonNumberOperators(json, indexed ? asItIs : orFalse, indexed),
  date: (json, text, indexed) => dateOperators(json, text, indexed ? asItIs : orFalse),
  boolean: jsonBooleanOperators,
};

/** As long as a text that is asked for can be, and more: where the beginnings are the same the texts are. */
function byBeginning(text: Sql): Operators {
  const lower = sql`(left(lower(${text}), 512) collate "C")`;
  const { equals, in: isIn } = textOperators(text, { lower, settled: asItIs });
  return { equals, in: isIn } as Operators;
}

/** An attribute is asked about as its contact field is declared. */
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
