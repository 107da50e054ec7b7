import { type Group, isGroup, type Rule } from '../domain/segments/conditions.ts';
import { RULE_TYPES } from '../domain/segments/rules.ts';
import { ValidationError } from '../errors.ts';
import type { JsonObject } from '../validation/json.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import type { Typed } from './type-pairs.ts';
import { typedCondition } from './typed-conditions.ts';
import { camelCase } from './typed-values.ts';

/** Every rule type, with the types generated from its declaration. */
const ruleTypes = [...RULE_TYPES].map(([type, { name, description, condition }]) => ({
  type,
  key: camelCase(type),
  name,
  description,
  ...typedCondition(condition),
}));

const GroupOperator = wireEnum('GroupOperator', 'Whether a group matches all of its rules, or at least one.', [
  'and',
  'or',
]);

const groupInput = (name: string, description: string, rule: ReturnType<typeof ruleInput>) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      operator: t.field({ type: GroupOperator, required: true }),
      rules: t.field({ type: [rule], required: true }),
    }),
  });

const ruleInput = (name: string, description: string, group?: Typed['input']) =>
  builder.inputType(name, {
    description,
    isOneOf: true,
    fields: (t) => ({
      ...Object.fromEntries(
        ruleTypes.map(({ key, description, input }) => [key, t.field({ type: input, description })]),
      ),
      ...(group && { group: t.field({ type: group, description: 'A group of rules.' }) }),
    }),
  });

// One type per level. A recursive type would allow a third level, and any depth of recursion.
const GroupRuleInput = ruleInput('SegmentGroupRuleInput', 'A single rule.');
const GroupInput = groupInput('SegmentGroupInput', 'A nested group of rules.', GroupRuleInput);
const RuleInput = ruleInput('SegmentRuleInput', 'A rule or a group of rules.', GroupInput);

export const SegmentConditionsInput = groupInput(
  'SegmentConditionsInput',
  'The conditions of a segment, with a type for each rule.',
  RuleInput,
);

export const SegmentConditions = builder.objectRef<Group>('SegmentConditions');

const members = new Map(
  ruleTypes.map(({ type, key, name, description, output, fromJson }) => [
    type,
    builder.objectRef<Rule>(`${name}Rule`).implement({
      description,
      fields: (t) => ({
        [key]: t.field({ type: output, resolve: (rule) => fromJson(rule as unknown as JsonObject) as never }),
      }),
    }),
  ]),
);

const SegmentRule = builder.unionType('SegmentRule', {
  description: 'A rule or a group of rules. More types may be added.',
  types: [SegmentConditions, ...members.values()],
  resolveType: (part) => (isGroup(part) ? SegmentConditions : members.get(part.type)),
});

SegmentConditions.implement({
  description: 'A group of rules. Rules have the same form as in `SegmentConditionsInput`.',
  fields: (t) => ({
    operator: t.expose('operator', { type: GroupOperator }),
    rules: t.expose('rules', { type: [SegmentRule] }),
  }),
});

/** A group as a typed client writes it. Each rule has one key: its type, or `group`. */
interface TypedGroup {
  operator: Group['operator'];
  rules: object[];
}

interface Given {
  conditions?: unknown;
  typedConditions?: TypedGroup | null | undefined;
}

/** The input with its conditions in the domain's form, from either of the two forms. */
export function withConditions<Some extends Given>({ typedConditions, ...given }: Some) {
  if (typedConditions === undefined) return given;
  if (typedConditions === null) return { ...given, conditions: given.conditions ?? null };
  if (given.conditions == null) return { ...given, conditions: groupToJson(typedConditions) };
  throw new ValidationError([{ path: ['typedConditions'], problem: 'must not be given together with conditions.' }]);
}

const groupToJson = ({ operator, rules }: TypedGroup): JsonObject => ({ operator, rules: rules.map(ruleToJson) });

function ruleToJson(given: object): JsonObject {
  const [[key, asked] = []] = Object.entries(given);
  if (key === 'group') return groupToJson(asked as TypedGroup);
  const ruleType = ruleTypes.find((rule) => rule.key === key)!;
  return { type: ruleType.type, ...ruleType.toJson(asked) };
}
