import {
  buildClientSchema,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getIntrospectionQuery,
  getNamedType,
  isLeafType,
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
const CHOICES = ['cause', 'machine_opens'];

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
      key === 'where' ? inner.map(propertyOf) : CHOICES.includes(key) ? inner.toUpperCase() : inner,
    ]),
  );
}

function propertyOf({ property, ...condition }: Omit<Rule, 'type'> & { property: string }): Typed {
  const [sample] = [condition.value].flat();
  const type =
    typeof sample === 'number' ? 'number' : /^is_(true|false)$/.test(condition.operator) ? 'boolean' : 'text';
  return { property, value: ofType(type, condition) };
}

const EVENTS = { atLeast: 1, where: [] };
const MAILS = { machineOpens: 'IGNORE' };
const MAIL_OPERATORS = ['received', 'notReceived', 'opened', 'notOpened', 'clicked', 'notClicked'];
const DEFAULTS = new Map<string, object>([
  ...['performed', 'notPerformed'].map((operator) => [operator, EVENTS] as const),
  ...MAIL_OPERATORS.map((operator) => [operator, MAILS] as const),
]);

/** Typed conditions as they are read: with the defaults that a client left out. */
export const withDefaults = (sent: unknown): unknown =>
  JSON.parse(JSON.stringify(sent), (key, value) => (DEFAULTS.has(key) ? { ...DEFAULTS.get(key), ...value } : value));

/** The fields of a union's member that are never sent: those of its interfaces. */
const forReading = (member: GraphQLObjectType) =>
  member.getInterfaces().flatMap((shared) => Object.keys(shared.getFields()));

/** A selection of all fields of a type that can be sent back, with its fragments. Groups of conditions are selected two levels deep. */
export async function selectionOf(api: TestApp, type: string): Promise<{ selection: string; fragments: string }> {
  const schema = buildClientSchema(await ask(api, getIntrospectionQuery()));
  const fragments = new Map<string, string>();
  const select = (named: GraphQLNamedType): string => {
    if (isLeafType(named)) return '';
    if (named.name === 'SegmentConditions') return `{ ${conditions()} }`;
    if (!fragments.has(named.name))
      fragments.set(named.name, `fragment ${named.name} on ${named.name} { ${of(named)} }`);
    return `{ ...${named.name} }`;
  };
  const of = (named: GraphQLNamedType): string => {
    if (!isUnionType(named)) return fieldsOf(named);
    const members = named.getTypes().filter(({ name }) => name !== 'GroupRule');
    return `__typename ${members.map((member) => `... on ${member.name} { ${fieldsOf(member, forReading(member))} }`).join(' ')}`;
  };
  const fieldsOf = (named: GraphQLNamedType, without: readonly string[] = []): string =>
    isObjectType(named)
      ? Object.values(named.getFields())
          .filter(({ name }) => !without.includes(name))
          .map((field) => `${field.name} ${select(getNamedType(field.type))}`)
          .join(' ')
      : '';
  const conditions = (): string => {
    const rule = select(schema.getType('SegmentRule')!).slice(2, -2);
    return `operator rules { ${rule} ... on GroupRule { group { operator rules { ${rule} } } } }`;
  };
  const selection = select(schema.getType(type)!).slice(2, -2);
  return { selection, fragments: [...fragments.values()].join('\n') };
}

/**
 * Typed values from a response in the form for sending, by the documented rule: without `__typename` and nulls. The body
 * of a webhook is JSON, which stays as it is.
 */
export function asSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asSent);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, inner]) => key !== '__typename' && inner !== null);
  return Object.fromEntries(kept.map(([key, inner]) => [key, key === 'body' ? inner : asSent(inner)]));
}
