import { type Group, isGroup, type Rule } from '../domain/segments/conditions.ts';
import { ALL_RULE_TYPES } from '../domain/segments/rules.ts';
import type { JsonObject } from '../validation/json.ts';
import { builder } from './builder.ts';
import { NEWER, NEWER_JSON, wireEnum } from './enums.ts';
import type { Path, Typed } from './type-pairs.ts';
import { typedCondition } from './typed-conditions.ts';
import { eitherForm } from './typed-input.ts';
import { camelCase } from './typed-names.ts';

/** Every rule type, with the types generated from its declaration. */
const ruleTypes = [...ALL_RULE_TYPES].map(([type, { name, description, condition }]) => ({
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

const GroupRule = builder.objectRef<Group>('GroupRule').implement({
  description: 'A nested group of rules.',
  fields: (t) => ({ group: t.field({ type: SegmentConditions, resolve: (group) => group }) }),
});

const UnknownRule = builder.objectRef<Rule>('UnknownRule').implement({
  description: NEWER,
  fields: (t) => ({ unknown: t.field({ type: 'JSONObject', description: NEWER_JSON, resolve: (rule) => rule }) }),
});

const SegmentRule = builder.unionType('SegmentRule', {
  description:
    'A rule or a group of rules: one field, the key of the rule in `SegmentRuleInput`. More types may be added.',
  types: [GroupRule, ...members.values(), UnknownRule],
  resolveType: (part) => (isGroup(part) ? GroupRule : (members.get(part.type) ?? UnknownRule)),
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

/** Conditions in the domain's form. */
const groupToJson = ({ operator, rules }: TypedGroup): JsonObject => ({
  operator,
  rules: rules.map(ruleToJson),
});

function ruleToJson(given: object): JsonObject {
  const [key, asked] = keyOf(given);
  if (key === 'group') return groupToJson(asked as TypedGroup);
  const ruleType = ruleTypeOf(key);
  return { type: ruleType.type, ...ruleType.toJson(asked) };
}

/** The path in typed conditions of a path in their JSON. */
function pathInGroup([first, index, ...rest]: Path, { rules }: TypedGroup): Path {
  const rule = rules[Number(index)];
  if (first === undefined || index === undefined || rule === undefined) return first === undefined ? [] : [first];
  const [key, asked] = keyOf(rule);
  const within = key === 'group' ? pathInGroup(rest, asked as TypedGroup) : ruleTypeOf(key).toPath(rest, asked);
  return ['rules', index, key, ...(rest[0] === 'type' ? [] : within)];
}

/** Conditions inside another input. */
export const typedGroup: Typed = {
  input: SegmentConditionsInput,
  output: SegmentConditions,
  toJson: (given) => groupToJson(given as TypedGroup),
  fromJson: (json) => json,
  toPath: (path, given) => pathInGroup(path, given as TypedGroup),
};

const keyOf = (given: object) => Object.entries(given)[0] as [string, unknown];
const ruleTypeOf = (key: string) => ruleTypes.find((rule) => rule.key === key)!;

interface Given {
  conditions?: unknown;
  typedConditions?: TypedGroup | null | undefined;
}

/**
 * Calls the domain with the conditions in its form, from either of the two forms. Its issues get the paths of the form
 * that the client sent.
 */
export const withConditions = <Some extends Given, Result>(
  { typedConditions, ...given }: Some,
  act: (input: Omit<Some, 'typedConditions'>) => Promise<Result>,
): Promise<Result> =>
  eitherForm(given, typedConditions, {
    typed: 'typedConditions',
    keys: ['conditions'],
    toJson: (group) => ({ conditions: groupToJson(group) }),
    toPath: ([, ...path], group) => pathInGroup(path, group),
    act,
  });
