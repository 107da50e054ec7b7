import {
  buildClientSchema,
  type GraphQLOutputType,
  getIntrospectionQuery,
  getNamedType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { TestApp } from './app.ts';
import { ask } from './graphql.ts';
import type { Group, Rule } from './segments.ts';

type Typed = Record<string, unknown>;

const camelCase = (key: string) => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** JSON conditions in a typed client's form, derived from the documentation, without the product's own code. */
export const typedOf = ({ operator, rules }: Group): Typed => ({
  operator: operator.toUpperCase(),
  rules: rules.map((part) =>
    'rules' in part ? { group: typedOf(part) } : { [camelCase(part.type)]: conditionOf(part) },
  ),
});

const TYPE_OF_FIELD: Record<string, string> = {
  city: 'text',
  age: 'number',
  paid: 'boolean',
  born: 'date',
  due: 'date',
};
const IDS = ['campaign'];

function conditionOf(rule: Rule): Typed {
  if (rule.type === 'attribute') return { field: rule.field, value: ofType(TYPE_OF_FIELD[rule.field!]!, rule) };
  if (rule.type === 'campaign' || rule.type === 'transactional') return { [camelCase(rule.operator)]: mailOf(rule) };
  return asked(rule);
}

const ofType = (type: string, rule: Omit<Rule, 'type'>): Typed =>
  /^is_(not_)?set$/.test(rule.operator) ? asked(rule) : { [type]: asked(rule) };

const asked = ({ operator, value }: Omit<Rule, 'type'>): Typed => ({
  [camelCase(operator)]: operator === 'between' ? rangeOf(value) : value === undefined ? true : written(value),
});

const rangeOf = (value: unknown) => {
  const [from, to] = value as unknown[];
  return { from, to };
};

const mailOf = ({ type, value }: Rule) =>
  written(typeof value === 'string' ? { [type === 'campaign' ? 'campaign' : 'template']: value } : value);

function written(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      IDS.includes(key) ? `${key}Id` : camelCase(key),
      key === 'where' ? inner.map(propertyOf) : inner,
    ]),
  );
}

function propertyOf({ property, ...condition }: Omit<Rule, 'type'> & { property: string }): Typed {
  const [sample] = [condition.value].flat();
  const type =
    typeof sample === 'number' ? 'number' : /^is_(true|false)$/.test(condition.operator) ? 'boolean' : 'text';
  return { property, value: ofType(type, condition) };
}

/** All fields of a segment's typed conditions, two levels deep, with fragments. */
export async function selectionOfConditions(api: TestApp): Promise<{ selection: string; fragments: string }> {
  const schema = buildClientSchema(await ask(api, getIntrospectionQuery()));
  const fragments = new Map<string, string>();
  const select = (type: GraphQLOutputType): string => {
    const named = getNamedType(type);
    if (!isObjectType(named)) return '';
    if (!fragments.has(named.name)) {
      const fields = Object.values(named.getFields()).map((field) => `${field.name} ${select(field.type)}`);
      fragments.set(named.name, `fragment ${named.name} on ${named.name} { ${fields.join(' ')} }`);
    }
    return `{ ...${named.name} }`;
  };
  const union = schema.getType('SegmentRule');
  if (!isUnionType(union)) throw new Error('SegmentRule is a union');
  const members = union.getTypes().filter(({ name }) => name !== 'GroupRule');
  const rules = `__typename ${members.map((member) => `... on ${member.name} ${select(member)}`).join(' ')}`;
  fragments.set('Rule', `fragment Rule on SegmentRule { ${rules} }`);
  const selection = 'operator rules { ...Rule ... on GroupRule { group { operator rules { ...Rule } } } }';
  return { selection, fragments: [...fragments.values()].join('\n') };
}

/** Typed values from a response in the form for sending, by the documented rule: without `__typename` and nulls. */
export function asSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asSent);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, inner]) => key !== '__typename' && inner !== null);
  return Object.fromEntries(kept.map(([key, inner]) => [key, asSent(inner)]));
}
