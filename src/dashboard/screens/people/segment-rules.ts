import { ALL, type PeopleSearch } from './search.ts';

/** The fields in which a search looks. */
const SEARCHED = ['email', 'first_name', 'last_name'] as const;

/**
 * The filters of the table as rules of a segment. A segment is of the subscribed people of a list: undefined where others are
 * shown, where a filter has no rule, and where nobody is left out.
 */
export function rulesOf(search: PeopleSearch): object[] | undefined {
  const { list, status, tag, segment, field, value, source, since, until } = search;
  if (list === ALL || segment || source || search.import || field || value || since || until) return undefined;
  if (status !== undefined && status !== 'SUBSCRIBED') return undefined;
  const words = (search.search ?? '').split(/\s+/).filter((word) => word !== '');
  const rules = [
    ...(tag?.trim() ? [{ type: 'tags', operator: 'has_any', value: [tag.trim()] }] : []),
    ...words.map((word) => ({
      operator: 'or',
      rules: SEARCHED.map((type) => ({ type, operator: 'contains', value: word })),
    })),
  ];
  return rules.length > 0 ? rules : undefined;
}
