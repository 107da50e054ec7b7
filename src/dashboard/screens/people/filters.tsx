import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  type ListsQuery,
  SegmentsOfPeopleDocument,
  type SubscriberStatus,
} from '../../../generated/dashboard/people.ts';
import { useRead } from '../../client/use-read.ts';
import { useListChoices } from '../../editing/list-choices.ts';
import { type PeopleSearch, STATUSES } from './search.ts';
import { usePeopleText } from './texts.ts';

const DEBOUNCE_MS = 250;

interface Props {
  lists: ListsQuery['lists']['nodes'];
  search: PeopleSearch & { list: string };
  onChange(change: PeopleSearch, replace?: boolean): void;
}

/** Which people are shown. The address holds it, so that it can be sent, kept, and gone back to. */
export function Filters({ lists, search, onChange }: Props) {
  const t = usePeopleText();
  const choices = useListChoices(lists);
  const segments = useRead(SegmentsOfPeopleDocument, { list: search.list }).data?.segments?.nodes ?? [];
  const type = useDebouncedCallback((change: PeopleSearch) => onChange(change, true), DEBOUNCE_MS);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }} role="search">
      <NativeSelect
        label={t('list')}
        value={search.list}
        data={choices}
        onChange={({ currentTarget: { value } }) => onChange({ list: value, segment: undefined })}
      />
      <TextInput
        label={t('search')}
        placeholder={t('searchHint')}
        type="search"
        key={`search of ${search.list}`}
        defaultValue={search.search ?? ''}
        onChange={({ currentTarget: { value } }) => type({ search: value || undefined } as PeopleSearch)}
      />
      <NativeSelect
        label={t('status')}
        value={search.status ?? ''}
        data={[{ value: '', label: t('any') }, ...STATUSES.map((status) => ({ value: status, label: t(status) }))]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: (value || undefined) as SubscriberStatus | undefined } as PeopleSearch)
        }
      />
      <TextInput
        label={t('tag')}
        key={`tag of ${search.list}`}
        defaultValue={search.tag ?? ''}
        onChange={({ currentTarget: { value } }) => type({ tag: value || undefined } as PeopleSearch)}
      />
      {segments.length > 0 && (
        <NativeSelect
          label={t('segment')}
          value={search.segment ?? ''}
          data={[{ value: '', label: t('any') }, ...segments.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={({ currentTarget: { value } }) => onChange({ segment: value || undefined })}
        />
      )}
    </SimpleGrid>
  );
}
