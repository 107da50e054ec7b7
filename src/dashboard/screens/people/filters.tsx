import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ListsQuery, SubscriberStatus } from '../../../generated/dashboard/people.ts';
import { type PeopleSearch, STATUSES } from './search.ts';
import { usePeopleText } from './texts.ts';

const TYPING_MS = 250;

interface Props {
  lists: ListsQuery['lists']['nodes'];
  search: PeopleSearch & { list: string };
  onChange(change: PeopleSearch, replace?: boolean): void;
}

/** Which people are shown. The address holds it, so that it can be sent, kept, and gone back to. */
export function Filters({ lists, search, onChange }: Props) {
  const say = usePeopleText();
  const type = useDebouncedCallback((change: PeopleSearch) => onChange(change, true), TYPING_MS);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} role="search">
      <NativeSelect
        label={say('list')}
        value={search.list}
        data={lists.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget: { value } }) => onChange({ list: value })}
      />
      <TextInput
        label={say('search')}
        placeholder={say('searchHint')}
        type="search"
        key={`search of ${search.list}`}
        defaultValue={search.search ?? ''}
        onChange={({ currentTarget: { value } }) => type({ search: value || undefined } as PeopleSearch)}
      />
      <NativeSelect
        label={say('status')}
        value={search.status ?? ''}
        data={[{ value: '', label: say('any') }, ...STATUSES.map((status) => ({ value: status, label: say(status) }))]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: (value || undefined) as SubscriberStatus | undefined } as PeopleSearch)
        }
      />
      <TextInput
        label={say('tag')}
        key={`tag of ${search.list}`}
        defaultValue={search.tag ?? ''}
        onChange={({ currentTarget: { value } }) => type({ tag: value || undefined } as PeopleSearch)}
      />
    </SimpleGrid>
  );
}
