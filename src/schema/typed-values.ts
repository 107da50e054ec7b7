import type { Condition } from '../domain/segments/operator.ts';
import type { Form } from '../domain/segments/value.ts';
import type { Json, JsonObject } from '../validation/json.ts';
import { MachineOpens } from './machine-opens.ts';
import { type Typed, typePair } from './type-pairs.ts';

/** How to type conditions inside a value. */
type TypedCondition = (condition: Condition) => Typed<JsonObject>;

const CHOICES = { MachineOpens } as const;

/** The types of a value, from its form in the domain. */
export function typedValue(form: Form, typedCondition: TypedCondition): Typed {
  switch (form.is) {
    case 'scalar':
      return { input: form.scalar, output: form.scalar, toJson: (given) => given as Json, fromJson: (json) => json };
    case 'choice': {
      const type = CHOICES[form.name];
      return { input: type, output: type, toJson: (given) => given as Json, fromJson: (json) => json };
    }
    case 'list':
      return typedList(typedValue(form.of, typedCondition));
    case 'range':
      return typedRange(form.name, typedValue(form.of, typedCondition));
    case 'record':
      return typedRecord(form, typedCondition);
    case 'condition':
      return typedCondition(form.condition) as Typed;
  }
}

const typedList = ({ input, output, toJson, fromJson }: Typed): Typed => ({
  input: [input] as Typed['input'],
  output: [output] as Typed['output'],
  toJson: (given) => (given as unknown[]).map(toJson),
  fromJson: (json) => (json as Json[]).map(fromJson),
});

function typedRange(name: string, { input, output, toJson, fromJson }: Typed): Typed {
  const bound = { input, output, required: true };
  const fields = ['from', 'to'].map((name) => ({ ...bound, name }));
  return {
    ...typePair(name, fields),
    toJson: (given) => {
      const { from, to } = given as { from: unknown; to: unknown };
      return [toJson(from), toJson(to)];
    },
    fromJson: (json) => {
      const [from, to] = json as [Json, Json];
      return { from: fromJson(from), to: fromJson(to) };
    },
  };
}

function typedRecord({ name, fields, short }: Extract<Form, { is: 'record' }>, typedCondition: TypedCondition): Typed {
  const parts = Object.entries(fields).map(([key, { form, optional }]) => ({
    key,
    name: fieldName(key, form),
    required: !optional,
    description: descriptionOf(form),
    ...typedValue(form, typedCondition),
  }));
  return {
    ...typePair(name, parts),
    toJson: (given) => {
      const values = given as Record<string, unknown>;
      const kept = parts.filter(({ name }) => values[name] != null);
      const json = Object.fromEntries(kept.map(({ key, name, toJson }) => [key, toJson(values[name])]));
      return short !== undefined && kept.length === 1 && short in json ? (json[short] as Json) : json;
    },
    fromJson: (json) => {
      const values = (short === undefined || typeof json === 'object' ? json : { [short]: json }) as JsonObject;
      const kept = parts.filter(({ key }) => values[key] !== undefined);
      return Object.fromEntries(kept.map(({ key, name, fromJson }) => [name, fromJson(values[key] as Json)]));
    },
  };
}

/** Id fields end in Id: `campaign` → `campaignId`. */
const fieldName = (key: string, form: Form): string =>
  form.is === 'scalar' && form.scalar === 'ID' ? `${camelCase(key)}Id` : camelCase(key);

/** `within_days` → `withinDays`. */
export const camelCase = (key: string): string => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export const descriptionOf = (form: Form): string | undefined =>
  form.is === 'list' ? descriptionOf(form.of) : 'description' in form ? form.description : undefined;

/** Whether a value can have this form, just enough to distinguish the types that one operator accepts. */
export function mayBe(value: Json | undefined, form: Form): boolean {
  if (form.is === 'list' || form.is === 'range') return Array.isArray(value) && mayBe(value[0], form.of);
  if (form.is !== 'scalar') return true;
  return typeof value === (form.scalar === 'String' || form.scalar === 'ID' ? 'string' : 'number');
}
