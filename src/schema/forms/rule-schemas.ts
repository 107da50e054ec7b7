import { DEEPEST, MAX_RULES } from '../../domain/segments/conditions.ts';
import type { Condition, Declared } from '../../domain/segments/operator.ts';
import { PROPERTY } from '../../domain/segments/property-condition.ts';
import { ALL_RULE_TYPES } from '../../domain/segments/rules.ts';
import { formOf, type Form as JsonSchema } from '../../validation/form.ts';
import { kindSchema, typeSchema } from './kind-schema.ts';
import { type Components, referTo, valueSchema } from './value-schema.ts';
import { widest } from './widest.ts';

/** Adds the schemas of conditions, with one for each type of rule. */
export function addConditions(components: Components): void {
  const rules = [...ALL_RULE_TYPES].map(([type, { name, description, condition }]) => {
    const { properties, required } = conditionSchema(condition, components);
    const all = { type: typeSchema(type, 'The type of the rule.'), ...properties };
    components[`${name}Rule`] = {
      type: 'object',
      description,
      properties: all,
      required: ['type', ...required],
      additionalProperties: false,
    };
    return [type, `${name}Rule`] as const;
  });
  components.SegmentRule = { description: 'A rule. More types may be added.', ...kindSchema(new Map(rules)) };
  components.SegmentGroup = groupSchema('A nested group of rules.', referTo('SegmentRule'));
  const either = { anyOf: [referTo('SegmentRule'), referTo('SegmentGroup')] };
  const most = `At most ${DEEPEST} levels and ${MAX_RULES} rules.`;
  components.SegmentConditions = groupSchema(`A group of rules and groups. ${most}`, either);
  components.PropertyCondition = {
    type: 'object',
    description: 'A condition on a property of an event.',
    ...conditionSchema(PROPERTY, components),
    additionalProperties: false,
  };
}

const groupSchema = (description: string, items: JsonSchema): JsonSchema => ({
  type: 'object',
  description,
  properties: {
    operator: { type: 'string', enum: ['and', 'or'], description: 'Whether all rules match, or at least one.' },
    rules: { type: 'array', items, minItems: 1, maxItems: MAX_RULES, description: 'The rules.' },
  },
  required: ['operator', 'rules'],
  additionalProperties: false,
});

const SUBJECTS: Readonly<Record<string, string>> = {
  field: 'The key of a contact field.',
  property: "The name of a property, with dots into objects; value and currency are the event's own.",
};

/** The operators of a condition, and the values that they take. */
function conditionSchema({ operators, byType }: Condition, components: Components) {
  const all: Declared[] = [...Object.values(byType?.types ?? {}), operators];
  const names = [...new Set(all.flatMap((some) => Object.keys(some)))];
  const declared = all.flatMap((some) => Object.values(some));
  const values = widest(
    declared.flatMap(({ schema, form }) => (form ? [valueSchema(form, formOf(schema), components)] : [])),
  );
  const alwaysTaken = declared.every(({ form }) => form);
  const value = values.length > 1 ? { anyOf: values } : values[0];
  return {
    properties: {
      ...(byType && { [byType.key]: { type: 'string', description: SUBJECTS[byType.key] } }),
      operator: { type: 'string', enum: names, description: 'How they are compared.' },
      ...(value && { value: { description: 'What the operator compares with.', ...value } }),
    },
    required: [...(byType ? [byType.key] : []), 'operator', ...(alwaysTaken ? ['value'] : [])],
  };
}
