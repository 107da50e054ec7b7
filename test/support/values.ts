/** JSON values that are not text. */
export const WRONG_TYPES: readonly unknown[] = [7, 1.5, true, [], ['x'], {}, { x: 1 }, [null]];

/** An object with `levels` levels: `{a: {a: … 1}}`. */
export function nested(levels: number): object {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value as object;
}
