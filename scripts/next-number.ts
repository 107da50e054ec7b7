/**
 * Returns the number of the next migration, in four digits: one more than the highest of the existing `names`
 * (`0030_import_terms`), which have gaps.
 */
export const nextNumber = (names: readonly string[]): string =>
  String(Math.max(0, ...names.map((name) => Number.parseInt(name, 10))) + 1).padStart(4, '0');
