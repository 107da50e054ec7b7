import type { Fields } from '../../domain/automations/definition/declared.ts';
import type { Form } from '../../domain/segments/value.ts';
import { formOf, type Form as JsonSchema } from '../../validation/form.ts';
import { conditionName, descriptionOf } from '../typed-names.ts';

const TYPES: Readonly<Record<Extract<Form, { is: 'scalar' }>['scalar'], JsonSchema>> = {
  String: { type: 'string' },
  Int: { type: 'integer' },
  SafeInt: { type: 'integer' },
  Money: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string', format: 'uuid' },
  JSON: {},
  DateOrDateTime: { type: 'string' },
  Duration: { type: 'string' },
  URL: { type: 'string' },
  CurrencyCode: { type: 'string' },
  EmailAddress: { type: 'string' },
  Locale: { type: 'string' },
  TimeOfDay: { type: 'string' },
};

/** The schemas that values refer to by name. */
export type Components = Record<string, JsonSchema>;

/** A reference to a component of the OpenAPI document. */
export const referTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/**
 * The JSON Schema of a value, from its form, with the keywords of its rule. Records become components. `conditions` and `steps`
 * refer to components of these names.
 */
export function valueSchema(form: Form, rule: JsonSchema, components: Components): JsonSchema {
  switch (form.is) {
    case 'scalar':
      return { ...TYPES[form.scalar], ...keywordsOf(rule, TYPES[form.scalar].type) };
    case 'choice':
      return { type: 'string', enum: keywordsOf(rule, 'string').enum };
    case 'list': {
      const { items = {}, ...bounds } = alternative(rule, 'array');
      const { minItems, maxItems } = { ...form.bounds, ...bounds };
      const own = valueSchema(form.of, items as JsonSchema, components);
      return { type: 'array', items: own, ...(minItems ? { minItems } : {}), ...(maxItems ? { maxItems } : {}) };
    }
    case 'range': {
      const items = valueSchema(form.of, (alternative(rule, 'array').items ?? {}) as JsonSchema, components);
      return { type: 'array', items, minItems: 2, maxItems: 2 };
    }
    case 'record': {
      const record = objectSchema(form.fields, components, form.description);
      const { name, isNamed, short } = form;
      const title = isNamed ? name : conditionName(name);
      components[title] = record;
      const value = referTo(title);
      const alone = short === undefined ? undefined : (record.properties as Components)[short];
      return alone ? { anyOf: [alone, value] } : value;
    }
    case 'either': {
      const kinds = Object.values(form.kinds).map((kind) =>
        kind ? valueSchema(kind, {}, components) : { type: 'null' },
      );
      return { anyOf: kinds };
    }
    case 'wrapped': {
      const inner = described(valueSchema(form.of, {}, components), form.keyDescription);
      return { type: 'object', properties: { [form.key]: inner }, required: [form.key], additionalProperties: false };
    }
    case 'condition':
      return referTo(`${form.condition.name}Condition`);
    case 'conditions':
      return referTo('SegmentConditions');
    case 'steps':
      return { type: 'array', items: referTo('AutomationStep') };
  }
}

/** The JSON Schema of an object with these keys. `first`: keys before them, which are required except an id. */
export function objectSchema(
  fields: Fields,
  components: Components,
  description?: string,
  first: Components = {},
): JsonSchema {
  const own = Object.entries(fields).map(([key, { schema, form, optional }]) => {
    const value = valueSchema(form, formOf(schema), components);
    return [key, described(optional ? orNull(value) : value, descriptionOf(form))] as const;
  });
  const required = [...Object.keys(first), ...Object.keys(fields)].filter(
    (key) => key !== 'id' && !fields[key]?.optional,
  );
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: { ...first, ...Object.fromEntries(own) },
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}

const described = (schema: JsonSchema, description: string | undefined): JsonSchema =>
  description === undefined ? schema : { ...schema, description };

function orNull(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).length === 0) return schema;
  if (typeof schema.type === 'string' && !schema.enum) return { ...schema, type: [schema.type, 'null'] };
  const choices = (schema.anyOf as JsonSchema[] | undefined) ?? [schema];
  return { anyOf: choices.some(({ type }) => type === 'null') ? choices : [...choices, { type: 'null' }] };
}

/** The alternative of a rule with this type. */
function alternative(rule: JsonSchema, type: unknown): JsonSchema {
  const choices = (rule.anyOf ?? rule.oneOf) as JsonSchema[] | undefined;
  if (choices) return choices.map((one) => alternative(one, type)).find((one) => Object.keys(one).length > 0) ?? {};
  return rule.type === type ? rule : {};
}

const KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format', 'enum', 'minimum', 'maximum'];

const keywordsOf = (rule: JsonSchema, type: unknown): JsonSchema => {
  const fitting = alternative(rule, type);
  const isSaid = (key: string) =>
    fitting[key] !== undefined && Math.abs(Number(fitting[key])) !== Number.MAX_SAFE_INTEGER;
  return Object.fromEntries(KEYWORDS.filter(isSaid).map((key) => [key, fitting[key]]));
};
