import { type Sql, sql } from '../../../../database/connect.ts';
import type { FieldType } from '../../attributes.ts';
import { dateOperators } from '../date-operators.ts';
import { jsonBooleanOperators, jsonNumberOperators, presence } from '../json-operators.ts';
import type { Operators } from '../operator.ts';
import type { RuleType } from '../rule-type.ts';
import { textOperators } from '../text-operators.ts';

/** The value as JSON, or as text: taken in one step, not by way of the other. */
const OPERATORS: Record<FieldType, (json: Sql, text: Sql) => Operators> = {
  text: (json, text) => ({ ...textOperators(text), ...presence(json) }),
  number: (json) => jsonNumberOperators(json),
  date: dateOperators,
  boolean: jsonBooleanOperators,
};

/** An attribute is asked about as its contact field is declared. */
export const attribute: RuleType = {
  takesField: true,
  needs: ({ field }) => ({ fields: [field] }),
  operatorsOf: ({ field }, { fields }) => {
    const type = fields.get(field as string);
    const key = sql`${field as string}::text`;
    if (type) return OPERATORS[type](sql`(s.attributes -> ${key})`, sql`(s.attributes ->> ${key})`);
    const missing = field === undefined || field === null;
    return { issues: [{ path: ['field'], problem: missing ? 'is required.' : 'must be the key of a contact field.' }] };
  },
};
