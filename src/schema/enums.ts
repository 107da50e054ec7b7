import { builder } from './builder.ts';

/** An enumeration with lower-case wire values. `meanings` describes the values, and `names` has other GraphQL names. */
export const wireEnum = <const Value extends string>(
  name: string,
  description: string,
  values: readonly Value[],
  meanings: { readonly [V in Value]?: string } = {},
  names: { readonly [V in Value]?: string } = {},
) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      values.map((value) => [names[value] ?? value.toUpperCase(), { value, description: meanings[value] }]),
    ) as unknown as { [V in Value]: { value: V } },
  });

const UNKNOWN = 'unknown';

/** Notes that releases add values (`withNewerValues`). */
export const GROWS = 'grows';

/** What a value is that this version does not know, and its JSON. */
export const NEWER = 'Added by a newer version of Tidings.';
export const NEWER_JSON = 'As JSON. An input does not take it.';

/** Like `wireEnum`, for sets to which releases add values, and which clients only read. A value of a newer version is UNKNOWN. */
export const openEnum = <const Value extends string>(
  name: string,
  description: string,
  values: readonly Value[],
  meanings: { readonly [V in Value]?: string } = {},
  names: { readonly [V in Value]?: string } = {},
) => {
  const known = values.map((value) => [names[value] ?? enumName(value), { value, description: meanings[value] }]);
  return builder.enumType(name, {
    description,
    extensions: { [GROWS]: true },
    values: Object.fromEntries([...known, [enumName(UNKNOWN), { value: UNKNOWN, description: NEWER }]]) as unknown as {
      [V in Value]: { value: V };
    },
  });
};

/**
 * An enumeration of the described wire values, which may have dots: `campaign.sent` is CAMPAIGN_SENT. REST, notifications
 * and the domain keep the wire values, and the domain refuses UNKNOWN in inputs (`isInput`). Releases add values, so a process may read one of a newer process (docs/adr/0194).
 */
export function growingEnum(
  name: string,
  description: string,
  meanings: ReadonlyMap<string, string | undefined>,
  { isInput = false } = {},
) {
  const values = [...meanings, [UNKNOWN, isInput ? `${NEWER} Inputs refuse it.` : NEWER] as const];
  const type = builder.enumType(name, {
    description,
    extensions: { [GROWS]: true },
    values: Object.fromEntries(values.map(([value, meaning]) => [enumName(value), { value, description: meaning }])),
  });
  function known(value: string): string;
  function known(value: string | null): string | null;
  function known(value: string | null): string | null {
    return value === null || meanings.has(value) ? value : UNKNOWN;
  }
  return { type, known };
}

const enumName = (value: string): string => (value === '*' ? 'ALL' : value.toUpperCase().replaceAll('.', '_'));
