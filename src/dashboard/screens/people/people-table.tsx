import { Group, Stack, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import {
  type ListsQuery,
  PeopleChangedDocument,
  PeopleCountDocument,
  PeopleDocument,
  type PeopleQueryVariables,
  type RowFragment,
} from '../../../generated/dashboard/people.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { Undo, useUndo } from '../../editing/undo.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { useSelection } from '../../tables/use-selection.ts';
import { AddPersonDialog } from './add-person.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { EmptyList } from './empty-list.tsx';
import { PersonRows } from './person-rows.tsx';
import type { PeopleSearch } from './search.ts';
import { usePeopleText } from './texts.ts';

/** The page is read again at most this often, however many changes arrive. */
const RELOAD_MS = 1_000;

const ORDERS: Record<NonNullable<PeopleSearch['sort']>, NonNullable<PeopleQueryVariables['orderBy']>> = {
  '-created': { field: 'CREATED_AT', direction: 'DESC' },
  created: { field: 'CREATED_AT', direction: 'ASC' },
  email: { field: 'EMAIL', direction: 'ASC' },
  '-email': { field: 'EMAIL', direction: 'DESC' },
};

/** A page of people, read again when one of them changes, and how many there are in all. */
export function PeopleTable({ search, lists, onPageChange, onSort, onAdding }: Props) {
  const t = usePeopleText();
  const undo = useUndo();
  const { after, before, sort = '-created', add, ...filters } = search;
  const isFiltered = Boolean(search.search ?? search.status ?? search.tag ?? search.segment);
  const read = useRead(PeopleDocument, { ...filters, orderBy: ORDERS[sort], ...pageOf({ after, before }) });
  const counted = useRead(PeopleCountDocument, filters);
  const total = counted.data?.subscribers?.totalCount;
  const refetch = useThrottledCallback(() => {
    read.refetch();
    counted.refetch();
  }, RELOAD_MS);
  useLive(PeopleChangedDocument, { list: search.list }, ({ subscriberChanged: { key } }) => {
    if (read.data?.subscribers?.nodes.some(({ id }) => id === key)) refetch();
  });
  return (
    <>
      <Undo of={undo} />
      <Loaded of={read} lines={10}>
        {({ subscribers }) => {
          const { nodes, pageInfo } = subscribers ?? { nodes: [], pageInfo: undefined };
          const shown = nodes.filter(({ deleted }) => !deleted);
          return (
            <Stack gap="xs">
              {shown.length === 0 && isFiltered && <EmptyState title={t('noMatches')}>{t('noMatchesHint')}</EmptyState>}
              {shown.length === 0 && !isFiltered && <EmptyList list={search.list} />}
              {shown.length > 0 && (
                <>
                  <Group h={24}>
                    <Text size="sm" c="dimmed" role="status">
                      {total !== undefined && t('total', { count: total })}
                    </Text>
                  </Group>
                  <Selectable people={shown} undo={undo} sort={sort} onSort={onSort} onChange={refetch} />
                  {pageInfo && <Pages info={pageInfo} onPageChange={onPageChange} />}
                </>
              )}
            </Stack>
          );
        }}
      </Loaded>
      <AddPersonDialog
        opened={add === 'yes'}
        lists={lists}
        undo={undo}
        list={search.list}
        onClose={() => onAdding({ add: undefined })}
        onAdded={(list) => {
          onAdding({ add: undefined, list });
          refetch();
        }}
      />
    </>
  );
}

function Selectable({ people, undo, sort, onSort, onChange }: SelectableProps) {
  const mayWrite = useMayWrite();
  const selection = useSelection(people);
  return (
    <>
      {mayWrite && <BulkActions selection={selection} undo={undo} onChange={onChange} />}
      <PersonRows people={people} selection={mayWrite ? selection : undefined} sort={sort} onSort={onSort} />
    </>
  );
}

interface Ordered {
  undo: ReturnType<typeof useUndo>;
  onSort: (sort: NonNullable<PeopleSearch['sort']>) => void;
}

interface Props extends Pick<Ordered, 'onSort'> {
  lists: ListsQuery['lists']['nodes'];
  onAdding: (change: PeopleSearch) => void;
  search: PeopleSearch & { list: string };
  onPageChange: (page: PageSearch) => void;
}

interface SelectableProps extends Ordered {
  people: RowFragment[];
  sort: NonNullable<PeopleSearch['sort']>;
  onChange: () => void;
}
