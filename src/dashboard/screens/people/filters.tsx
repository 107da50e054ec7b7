import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ListsQuery, PeopleChoicesQuery } from '../../../generated/dashboard/people.ts';
import { useListChoices } from '../../editing/list-choices.ts';
import { readChoice } from '../../shell/read-search.ts';
import { MoreFilters } from './more-filters.tsx';
import { ALL, type PeopleSearch, STATUSES } from './search.ts';
import { usePeopleText } from './texts.ts';

const DEBOUNCE_MS = 250;

/** Which people are shown. The address holds it, so that it can be sent, kept, and gone back to. */
export function Filters({ lists, choices, search, isMore, onChange }: Props) {
  const t = usePeopleText();
  const listChoices = useListChoices(lists);
  const segments = (choices?.segments?.nodes ?? []).filter(
    ({ listId }) => listId === search.list || search.list === ALL,
  );
  const type = useDebouncedCallback((change: PeopleSearch) => onChange(change, true), DEBOUNCE_MS);
  /** A segment belongs to a list, so it shows its list. */
  const chooseSegment = (id: string) => {
    const segment = segments.find((one) => one.id === id);
    onChange(segment ? { segment: id, list: segment.listId } : { segment: undefined });
  };
  const key = `${search.list} ${search.search === undefined && search.tag === undefined}`;
  return (
    <Stack role="search" gap="xs">
      <SimpleGrid cols={{ base: 2, md: segments.length > 0 ? 5 : 4 }} spacing="xs">
        <NativeSelect
          label={t('list')}
          value={search.list}
          data={[{ value: ALL, label: t('allLists') }, ...listChoices]}
          onChange={({ currentTarget: { value } }) => onChange({ list: value, segment: undefined, import: undefined })}
        />
        <TextInput
          label={t('search')}
          placeholder={t('searchHint')}
          type="search"
          key={`search of ${key}`}
          defaultValue={search.search ?? ''}
          onChange={({ currentTarget: { value } }) => type({ search: value || undefined })}
        />
        <NativeSelect
          label={t('status')}
          value={search.status ?? ''}
          data={[{ value: '', label: t('any') }, ...STATUSES.map((status) => ({ value: status, label: t(status) }))]}
          onChange={({ currentTarget: { value } }) => onChange({ status: readChoice(value, STATUSES) })}
        />
        <TextInput
          label={t('tag')}
          key={`tag of ${key}`}
          defaultValue={search.tag ?? ''}
          onChange={({ currentTarget: { value } }) => type({ tag: value || undefined })}
        />
        {segments.length > 0 && (
          <NativeSelect
            label={t('segment')}
            value={search.segment ?? ''}
            data={[{ value: '', label: t('any') }, ...segments.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={({ currentTarget: { value } }) => chooseSegment(value)}
          />
        )}
      </SimpleGrid>
      {isMore && choices && <MoreFilters choices={choices} search={search} onChange={onChange} onType={type} />}
    </Stack>
  );
}

interface Props {
  lists: ListsQuery['lists']['nodes'];
  choices: PeopleChoicesQuery | undefined;
  search: PeopleSearch & { list: string };
  /** Whether all filters are shown. */
  isMore: boolean;
  onChange: (change: PeopleSearch, replace?: boolean) => void;
}
