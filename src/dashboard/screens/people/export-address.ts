import { addressOf } from '../../client/urls.ts';
import { filterOf, type PeopleSearch } from './search.ts';

/** The address of a CSV file of the people of a list that match the filters, or that have some ids. */
export function exportAddress(
  search: PeopleSearch & { list: string },
  zone: string,
  ids: readonly string[] = [],
): string {
  const filter = filterOf(search, zone);
  const asked = {
    search: search.search,
    segment: search.segment,
    status: search.status?.toLowerCase(),
    tag: filter.tag,
    source: filter.source?.toLowerCase(),
    import: filter.importId,
    field: filter.field,
    field_value: filter.fieldValue,
    created_since: filter.createdSince,
    created_until: filter.createdUntil,
  };
  const query = new URLSearchParams(ids.length > 0 ? { ids: ids.join(',') } : {});
  for (const [name, value] of Object.entries(ids.length > 0 ? {} : asked)) if (value != null) query.set(name, value);
  return addressOf(`v1/lists/${search.list}/exports?${query}`);
}
