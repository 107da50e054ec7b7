import type { KnownProperty, Property } from '../property.ts';

/**
 * The conditions of which one has changed. An event value is an amount of money, so the most common currency is added unless
 * the conditions name one.
 */
export function withChanged(rows: readonly object[], index: number, row: Property, chosen?: KnownProperty): object[] {
  const changed = rows.with(index, { ...row });
  const currency = chosen?.property === 'value' ? chosen.currency : null;
  if (
    !currency ||
    changed.length >= MAX_ROWS ||
    changed.some((one) => 'property' in one && one.property === 'currency')
  )
    return changed;
  return changed.toSpliced(index + 1, 0, { property: 'currency', operator: 'equals', value: currency });
}

/** An event takes no more conditions. */
const MAX_ROWS = 10;
