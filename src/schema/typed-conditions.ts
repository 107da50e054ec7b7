import type { Condition, Declared } from '../domain/segments/operator.ts';
import type { Form } from '../domain/segments/value.ts';
import type { Json, JsonObject } from '../validation/json.ts';
import { operatorText } from './descriptions/rule-fields.ts';
import { type Field, type Typed, typePair } from './type-pairs.ts';
import { camelCase, conditionName, descriptionOf, mayBe } from './typed-names.ts';
import { typedValue } from './typed-values.ts';

/** An option of a condition: a field of a type in which exactly one is set. */
interface Choice extends Field, Typed<JsonObject> {
  /** Whether the JSON form uses this option. */
  fits(json: JsonObject): boolean;
}

/**
 * The types of a condition, generated from the domain's declaration, with a field for each operator:
 * `{activeWithinDays: 30}` is `{"operator": "active_within_days", "value": 30}`.
 */
export const typedCondition = (condition: Condition): Typed<JsonObject> =>
  condition.byType ? typedByType(condition, condition.byType) : oneOf(condition.name, choicesOf(condition.operators));

/** The type comes before the operator, because it determines the operators: `{field, value: {number: {gte: 18}}}`. */
function typedByType(
  { name, operators }: Condition,
  { key, types, typed = '', descriptions = {} }: NonNullable<Condition['byType']>,
): Typed<JsonObject> {
  const ofTypes = Object.entries(types).map(([type, operators]) => ({
    ...typeChoice(type, typed, choicesOf(operators)),
    description: descriptions[type],
  }));
  const asked = oneOf(`${name}Value`, [...ofTypes, ...choicesOf(operators)]);
  const pair = typePair(conditionName(name), [
    { name: key, input: 'String', output: 'String', required: true },
    { name: 'value', input: asked.input, output: asked.output, required: true },
  ]);
  return {
    ...pair,
    toJson: (given) => {
      const { [key]: named, value } = given as JsonObject;
      return { [key]: named as Json, ...asked.toJson(value) };
    },
    fromJson: (json) => ({ [key]: json[key], value: asked.fromJson(json) }),
    toPath: (path, given) =>
      path[0] === 'operator' || path[0] === 'value'
        ? ['value', ...asked.toPath(path, (given as JsonObject).value)]
        : path,
  };
}

function oneOf(name: string, choices: readonly Choice[]): Typed<JsonObject> {
  const byName = new Map(choices.map((choice) => [choice.name, choice]));
  return {
    ...typePair(conditionName(name), choices, { isOneOf: true }),
    toJson: (given) => {
      const [[name, value] = []] = Object.entries(given as object);
      return byName.get(name as string)?.toJson(value) ?? {};
    },
    fromJson: (json) => {
      const choice = choices.find((choice) => choice.fits(json));
      return choice ? { [choice.name]: choice.fromJson(json) } : {};
    },
    toPath: (path, given) => {
      const [[name, value] = []] = Object.entries(given as object);
      return path.length > 0 && name !== undefined ? [name, ...(byName.get(name)?.toPath(path, value) ?? [])] : path;
    },
  };
}

function typeChoice(type: string, prefix: string, choices: Choice[]): Choice {
  const typed = oneOf(`${prefix}${capitalised(type)}Value`, choices);
  return { ...typed, name: type, required: false, fits: (json) => choices.some((choice) => choice.fits(json)) };
}

const choicesOf = (operators: Declared): Choice[] =>
  Object.entries(operators).map(([operator, { form }]) => (form ? choice(operator, form) : bareChoice(operator)));

function choice(operator: string, form: Form): Choice {
  const { input, output, toJson, fromJson, toPath } = typedValue(form, { condition: typedCondition });
  return {
    name: camelCase(operator),
    input,
    output,
    required: false,
    description: operatorText(camelCase(operator), descriptionOf(form)),
    toJson: (given) => ({ operator, value: toJson(given) }),
    fromJson: ({ value }) => fromJson(value as Json),
    toPath: ([, ...rest], given) => toPath(rest, given),
    fits: (json) => json.operator === operator && mayBe(json.value, form),
  };
}

/** `{neverActive: true}`. `false` selects nothing, so the domain reports a missing operator. */
const bareChoice = (operator: string): Choice => ({
  name: camelCase(operator),
  input: 'Boolean',
  output: 'Boolean',
  required: false,
  toJson: (given): JsonObject => (given ? { operator } : {}),
  fromJson: () => true,
  toPath: () => [],
  fits: (json) => json.operator === operator,
});

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
