import { Group, Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { ListsDocument } from '../../../generated/dashboard/people.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { FirstList } from '../../shell/first-list.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useAddPersonText } from './add-person-texts.ts';
import { Filters } from './filters.tsx';
import { PeopleTable } from './people-table.tsx';
import type { PeopleSearch } from './search.ts';
import { usePeopleText } from './texts.ts';

export const People = createLazyRoute('/people')({ component: PeopleScreen });

const route = getRouteApi('/people');

function PeopleScreen() {
  const t = usePeopleText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMayWrite();
  const rules = rulesOf(search);
  const lists = useRead(ListsDocument, {});
  /** A filter change returns to the first page. Letters as they are typed are no steps to go back by. */
  const filter = (change: PeopleSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  return (
    <>
      <ScreenTitle action={mayWrite && <Adding list={search.list} />}>{t('title')}</ScreenTitle>
      <Loaded of={lists}>
        {({ lists: { nodes } }) => {
          const list = search.list ?? nodes[0]?.id;
          if (!list)
            return (
              <EmptyState title={t('noLists')} action={<FirstList />}>
                {t('noListsHint')}
              </EmptyState>
            );
          return (
            <Stack>
              <Filters lists={nodes} search={{ ...search, list }} onChange={filter} />
              {mayWrite && rules && (
                <Group justify="flex-end">
                  <ButtonLink to="/segments/new" search={{ list, rules }} variant="default" size="xs">
                    {t('saveAsSegment')}
                  </ButtonLink>
                </Group>
              )}
              <PeopleTable
                search={{ ...search, list }}
                lists={nodes}
                onPageChange={(page) => filter(page)}
                onSort={(sort) => filter({ sort })}
                onAdding={(change) => filter(change, true)}
              />
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
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

/** The fields in which a search looks. */
const SEARCHED = ['email', 'first_name', 'last_name'] as const;

/**
 * The filters of the table as rules of a segment. A segment is of those who are subscribed: undefined where others are shown,
 * or nobody is left out.
 */
function rulesOf({ search, status, tag, segment }: PeopleSearch): object[] | undefined {
  if (segment) return undefined;
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
