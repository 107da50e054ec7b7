import type { Condition } from '../domain/segments/operator.ts';
import type { Form } from '../domain/segments/value.ts';
import type { Json, JsonObject } from '../validation/json.ts';
import { ReEntry, Weekday } from './automation-enums.ts';
import { MachineOpens } from './machine-opens.ts';
import { RefusalCause } from './refusal-cause.ts';
import { type Path, type Typed, typePair } from './type-pairs.ts';
import { conditionName } from './typed-names.ts';
import { typedEither, typedRecord } from './typed-records.ts';

/** How to type conditions inside a value. */
export interface Inside {
  condition(condition: Condition): Typed<JsonObject>;
  conditions?: Typed;
}

const CHOICES = { MachineOpens, ReEntry, RefusalCause, Weekday } as const;

/** The types of a value, from its form in the domain. */
export function typedValue(form: Form, inside: Inside): Typed {
  switch (form.is) {
    case 'scalar':
      return { input: form.scalar, output: form.scalar, ...unchanged };
    case 'choice': {
      const type = CHOICES[form.name];
      return { input: type, output: type, ...unchanged };
    }
    case 'list':
      return typedList(typedValue(form.of, inside));
    case 'range':
      return typedRange(form.name, typedValue(form.of, inside));
    case 'record':
      return typedRecord(form, (inner) => typedValue(inner, inside));
    case 'either':
      return typedEither(form, (inner) => typedValue(inner, inside));
    case 'wrapped':
      return typedInside(form.key, typedValue(form.of, inside));
    case 'condition':
      return inside.condition(form.condition) as Typed;
    case 'conditions':
    case 'steps':
      if (form.is === 'conditions' && inside.conditions) return inside.conditions;
      throw new Error(`There is no type for ${form.is} here.`);
  }
}

const unchanged = {
  toJson: (given: unknown) => given as Json,
  fromJson: (json: Json) => json,
  toPath: (path: Path) => path,
};

const typedList = ({ input, output, toJson, fromJson, toPath }: Typed): Typed => ({
  input: [input] as Typed['input'],
  output: [output] as Typed['output'],
  toJson: (given) => (given as unknown[]).map(toJson),
  fromJson: (json) => (json as Json[]).map(fromJson),
  toPath: ([index, ...rest], given) =>
    index === undefined ? [] : [index, ...toPath(rest, (given as unknown[])[Number(index)])],
});

const BOUNDS = ['from', 'to'] as const;

function typedRange(name: string, { input, output, toJson, fromJson, toPath }: Typed): Typed {
  const bound = { input, output, required: true };
  const fields = BOUNDS.map((name) => ({ ...bound, name }));
  return {
    ...typePair(conditionName(name), fields),
    toJson: (given) => BOUNDS.map((bound) => toJson((given as Record<string, unknown>)[bound])),
    fromJson: (json) => Object.fromEntries(BOUNDS.map((bound, index) => [bound, fromJson((json as Json[])[index]!)])),
    toPath: ([index, ...rest], given) => {
      const bound = BOUNDS[Number(index)];
      return bound ? [bound, ...toPath(rest, (given as Record<string, unknown>)[bound])] : [];
    },
  };
}

function typedInside(key: string, { toJson, fromJson, toPath, ...types }: Typed): Typed {
  return {
    ...types,
    toJson: (given) => ({ [key]: toJson(given) }),
    fromJson: (json) => fromJson((json as JsonObject)[key]!),
    toPath: ([, ...rest], given) => toPath(rest, given),
  };
}
