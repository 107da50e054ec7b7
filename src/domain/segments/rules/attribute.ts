import { type Sql, sql } from '../../../database/connect.ts';
import type { FieldType } from '../../audience/attributes.ts';
import { shownAttributes } from '../../audience/shown-attributes.ts';
import { type DateSubject, isAboutDays, JSON_DATE } from '../date-operators.ts';
import { JSON_BOOLEAN, JSON_NUMBER, JSON_PRESENCE, type JsonSubject } from '../json-operators.ts';
import { about, type Operators, readOperator } from '../operator.ts';
import type { RuleType } from '../rule-type.ts';
import { asItIs, orFalse, TEXT } from '../text-operators.ts';

const ATTRIBUTE_TEXT = about(TEXT, ({ text }: JsonSubject) => ({ text }));

const TYPES: Record<FieldType, Operators<DateSubject>> = {
  text: ATTRIBUTE_TEXT,
  number: JSON_NUMBER,
  date: JSON_DATE,
  boolean: JSON_BOOLEAN,
};

/** Written as in the field's index (`field-index.ts`), without coalesce, so that the index can be used. */
const byBeginning = about(TEXT, ({ text }: JsonSubject) => ({ text, lower: beginningOf(text), settled: asItIs }));

/** No value in a rule has more than 512 characters, so a text equals the value if its beginning does. */
const beginningOf = (text: Sql) => sql`(left(lower(${text}), 512) collate "C")`;

const INDEXED_TEXT = { ...ATTRIBUTE_TEXT, equals: byBeginning.equals, in: byBeginning.in };

/** An attribute is compared by the type of its contact field. */
export const attribute: RuleType = {
  name: 'Attribute',
  description: 'The value of an attribute, compared according to the type of its contact field.',
  condition: { name: 'Attribute', operators: JSON_PRESENCE, byType: { key: 'field', types: TYPES } },
  needs: ({ field }) => ({ fields: [field] }),
  isAboutDays,
  read: (rule, context) => {
    const { teamId, fields, indexed, changing } = context;
    const field = rule.field as string;
    const type = fields.get(field);
    if (!type) return { issues: [{ path: ['field'], problem: field == null ? 'is required.' : UNKNOWN }] };
    const key = sql`${field}::text`;
    const hasIndex = indexed.has(field);
    const operators = type === 'text' && hasIndex ? INDEXED_TEXT : TYPES[type];
    const attributes = changing.has(field) ? sql`(${shownAttributes(sql`${teamId}::int`)})` : sql`s.attributes`;
    const subject = {
      json: sql`(${attributes} -> ${key})`,
      text: sql`(${attributes} ->> ${key})`,
      settled: hasIndex ? asItIs : orFalse,
      indexed: hasIndex,
      context,
    };
    return readOperator({ ...operators, ...JSON_PRESENCE }, rule, subject);
  },
};

const UNKNOWN = 'must be the key of a contact field.';
