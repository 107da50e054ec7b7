import { Button, Group, Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ListsDocument, PeopleChoicesDocument } from '../../../generated/dashboard/people.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite, useViewer } from '../../session/viewer.tsx';
import { FirstList } from '../../shell/first-list.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Together } from '../../states/together.tsx';
import { useAddPersonText } from './add-person-texts.ts';
import { chosenColumns, columnsFor, keepColumns } from './columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { exportAddress } from './export-address.ts';
import { useFilterText } from './filter-texts.ts';
import { Filters } from './filters.tsx';
import { PeopleTable } from './people-table.tsx';
import { ALL, FILTERS, MORE_FILTERS, NO_FILTERS, type PeopleSearch } from './search.ts';
import { rulesOf } from './segment-rules.ts';
import { usePeopleText } from './texts.ts';
import { ViewsMenu } from './views-menu.tsx';

export const People = createLazyRoute('/people')({ component: PeopleScreen });

const route = getRouteApi('/people');

function PeopleScreen() {
  const t = usePeopleText();
  const given = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMayWrite();
  const { timezone } = useViewer().team;
  const lists = useRead(ListsDocument, {});
  const choices = useRead(PeopleChoicesDocument, {}).data;
  const moreUsed = MORE_FILTERS.filter((name) => given[name] !== undefined && name !== 'value').length;
  const [isMore, setMore] = useState(moreUsed > 0);
  /** A filter change returns to the first page. Letters as they are typed are no steps to go back by. */
  const filter = (change: PeopleSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  const list = given.list === ALL ? undefined : given.list;
  return (
    <>
      <ScreenTitle action={mayWrite && <Adding list={list} />}>{t('title')}</ScreenTitle>
      <Together isPending={lists.isLoading}>
        <Loaded of={lists}>
          {({ lists: { nodes } }) => {
            if (nodes.length === 0)
              return (
                <EmptyState title={t('noLists')} action={<FirstList />}>
                  {t('noListsHint')}
                </EmptyState>
              );
            const only = nodes.length === 1 ? nodes[0]?.id : undefined;
            const search = { ...given, list: given.list ?? only ?? ALL };
            const known = columnsFor(choices?.contactFields.nodes ?? [], search.list === ALL);
            const columns = chosenColumns(known, search.columns);
            return (
              <Stack gap="sm">
                <Filters lists={nodes} choices={choices} search={search} isMore={isMore} onChange={filter} />
                <Group justify="space-between" gap="xs">
                  <FilterButtons search={search} used={moreUsed} isMore={isMore} onMore={setMore} onChange={filter} />
                  <Group gap="xs">
                    {search.list !== ALL && (
                      <Button component="a" href={exportAddress(search, timezone)} download variant="default" size="xs">
                        {t('export')}
                      </Button>
                    )}
                    <ViewsMenu search={search} onOpen={(view) => filter(view)} />
                    <ColumnsMenu
                      known={known}
                      chosen={columns}
                      onChange={(chosen) => filter({ columns: keepColumns(chosen) }, true)}
                    />
                  </Group>
                </Group>
                <PeopleTable
                  search={search}
                  lists={nodes}
                  columns={columns}
                  fields={choices?.contactFields.nodes ?? []}
                  onPageChange={(page) => filter(page)}
                  onSort={(sort) => filter({ sort })}
                  onAdding={(change) => filter(change, true)}
                />
              </Stack>
            );
          }}
        </Loaded>
      </Together>
    </>
  );
}

/** Shows more filters, clears them, and makes a segment of them. */
function FilterButtons({ search, used, isMore, onMore, onChange }: ButtonsProps) {
  const t = useFilterText();
  const tPeople = usePeopleText();
  const mayWrite = useMayWrite();
  const rules = rulesOf(search);
  const isFiltered = FILTERS.some((name) => search[name] !== undefined);
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" aria-expanded={isMore} onClick={() => onMore(!isMore)}>
        {isMore ? t('fewer') : used > 0 ? t('more', { count: used }) : t('moreFilters')}
      </Button>
      {isFiltered && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => onChange(NO_FILTERS)}>
          {t('clear')}
        </Button>
      )}
      {mayWrite && rules && (
        <ButtonLink to="/segments/new" search={{ list: search.list, rules }} variant="default" size="xs">
          {tPeople('saveAsSegment')}
        </ButtonLink>
      )}
    </Group>
  );
}

interface ButtonsProps {
  search: PeopleSearch & { list: string };
  /** How many of the further filters are set. */
  used: number;
  isMore: boolean;
  onMore: (isMore: boolean) => void;
  onChange: (change: PeopleSearch) => void;
}

/** The ways to add people. */
function Adding({ list }: { list: string | undefined }) {
  const t = usePeopleText();
  const tAdd = useAddPersonText();
  return (
    <Group gap="xs">
      <ButtonLink to="/lists/imports/new" search={{ list }} variant="default">
        {t('importFile')}
      </ButtonLink>
      <ButtonLink to="/people" search={{ list, add: 'yes' }}>
        {tAdd('add')}
      </ButtonLink>
    </Group>
  );
}
