import { Group, Stack, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { type ListsQuery, PeopleChangedDocument } from '../../../generated/dashboard/people.ts';
import { useLive } from '../../client/use-live.ts';
import { Undo, useUndo } from '../../editing/undo.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { type PageSearch, Pages } from '../../tables/pages.tsx';
import { useSelection } from '../../tables/use-selection.ts';
import { AddPersonDialog } from './add-person.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import type { Column, ContactFields } from './columns.ts';
import { EmptyList } from './empty-list.tsx';
import { PersonRows } from './person-rows.tsx';
import { ALL, FILTERS, type PeopleSearch } from './search.ts';
import { usePeopleText } from './texts.ts';
import { type BulkOfAll, useBulkOfAll } from './use-bulk-of-all.ts';
import { type PersonRow, usePeople } from './use-people.ts';

/** The first page is read again for people it does not show at most this often: an import adds thousands. */
const NEWCOMERS_MS = 3_000;

/** A page of people, read again when one of them changes or somebody new may belong to it, and how many there are in all. */
export function PeopleTable({ search, lists, columns, fields, onPageChange, onSort, onAdding }: Props) {
  const t = usePeopleText();
  const undo = useUndo();
  const isFiltered = FILTERS.some((name) => search[name] !== undefined);
  const read = usePeople(search);
  const { total, refetch } = read;
  const shown = new Set(read.data?.rows.flatMap(({ subscriptions }) => subscriptions.map(({ id }) => id)));
  const followed = search.list === ALL ? lists.slice(0, MOST_FOLLOWED) : lists.filter(({ id }) => id === search.list);
  const onNewcomer = useThrottledCallback(refetch, NEWCOMERS_MS);
  const isFirstPage = !search.after && !search.before;
  const onChange = (key: string) => {
    if (shown.has(key)) refetch();
    else if (isFirstPage) onNewcomer();
  };
  const all = useBulkOfAll(undo, refetch);
  const sort = search.sort ?? '-created';
  return (
    <>
      {followed.map(({ id }) => (
        <Followed key={id} list={id} onChange={onChange} />
      ))}
      <Undo of={undo} />
      {all.job && <BulkProgress job={all.job} onProgress={all.follow} />}
      <Loaded of={read} lines={10}>
        {({ rows, pageInfo }) => (
          <Stack gap="xs">
            {rows.length === 0 && isFiltered && <EmptyState title={t('noMatches')}>{t('noMatchesHint')}</EmptyState>}
            {rows.length === 0 && !isFiltered && <EmptyList list={search.list === ALL ? lists[0]?.id : search.list} />}
            {rows.length > 0 && (
              <>
                <Group h={24}>
                  <Text size="sm" c="dimmed" role="status">
                    {total !== undefined && t('total', { count: total })}
                  </Text>
                </Group>
                <Selectable
                  people={rows}
                  lists={lists}
                  columns={columns}
                  fields={fields}
                  undo={undo}
                  all={all}
                  sort={sort}
                  onSort={onSort}
                  search={search}
                  total={total}
                  onChange={refetch}
                />
                {pageInfo && <Pages info={pageInfo} onPageChange={onPageChange} />}
              </>
            )}
          </Stack>
        )}
      </Loaded>
      <AddPersonDialog
        opened={search.add === 'yes'}
        lists={lists}
        undo={undo}
        list={search.list === ALL ? '' : search.list}
        onClose={() => onAdding({ add: undefined })}
        onAdded={(list) => {
          onAdding({ add: undefined, list: search.list === ALL ? ALL : list });
          refetch();
        }}
      />
    </>
  );
}

/** Lists that are followed at the same time in the table of all lists. */
const MOST_FOLLOWED = 20;

/** Follows the changes of a list. */
function Followed({ list, onChange }: { list: string; onChange: (key: string) => void }) {
  useLive(PeopleChangedDocument, { list }, ({ subscriberChanged: { key } }) => onChange(key));
  return null;
}

function Selectable({ people, columns, sort, onSort, ...actions }: SelectableProps) {
  const mayWrite = useMayWrite();
  const selection = useSelection(people);
  return (
    <>
      {mayWrite && <BulkActions selection={selection} {...actions} />}
      <PersonRows
        people={people}
        columns={columns}
        selection={mayWrite ? selection : undefined}
        sort={sort}
        onSort={onSort}
      />
    </>
  );
}

interface Ordered {
  lists: ListsQuery['lists']['nodes'];
  columns: readonly Column[];
  fields: ContactFields;
  onSort: (sort: NonNullable<PeopleSearch['sort']>) => void;
}

interface Props extends Ordered {
  onAdding: (change: PeopleSearch) => void;
  search: PeopleSearch & { list: string };
  onPageChange: (page: PageSearch) => void;
}

interface SelectableProps extends Ordered {
  people: PersonRow[];
  search: PeopleSearch & { list: string };
  total: number | undefined;
  undo: ReturnType<typeof useUndo>;
  all: BulkOfAll;
  sort: NonNullable<PeopleSearch['sort']>;
  onChange: () => void;
}
