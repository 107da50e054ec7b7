import type { PeopleSearch } from './search.ts';

/** The segment conditions of a search. */
const SEARCHED = ['email', 'first_name', 'last_name'] as const;

/**
 * The filters of the table as rules of a segment. A segment is of those who are subscribed: undefined where others are shown,
 * or nobody is left out.
 */
export function rulesOf({ search, status, tag }: PeopleSearch): object[] | undefined {
  if (status !== undefined && status !== 'SUBSCRIBED') return undefined;
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '');
  const rules = [
    ...(tag?.trim() ? [{ type: 'tags', operator: 'has_any', value: [tag.trim()] }] : []),
    ...words.map((value) => ({
      operator: 'or',
      rules: SEARCHED.map((type) => ({ type, operator: 'contains', value })),
    })),
  ];
  return rules.length > 0 ? rules : undefined;
}
