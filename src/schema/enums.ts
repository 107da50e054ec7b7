import { builder } from './builder.ts';

/** An enumeration whose wire value is the lower case of its name. */
export const wireEnum = <const Value extends string>(name: string, description: string, values: readonly Value[]) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(values.map((value) => [value.toUpperCase(), { value }])) as {
      [V in Value as Uppercase<V>]: { value: V };
    },
  });
