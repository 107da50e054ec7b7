import { builder } from './builder.ts';

/** An enumeration with lower-case wire values. `meanings` describes the values. */
export const wireEnum = <const Value extends string>(
  name: string,
  description: string,
  values: readonly Value[],
  meanings: { readonly [V in Value]?: string } = {},
) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      values.map((value) => [value.toUpperCase(), { value, description: meanings[value] }]),
    ) as unknown as { [V in Value as Uppercase<V>]: { value: V } },
  });
