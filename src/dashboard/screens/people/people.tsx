import { Group, Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { ListsDocument } from '../../../generated/dashboard/people.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { Filters } from './filters.tsx';
import { PeopleTable } from './people-table.tsx';
import { rulesOf } from './save-as-segment.ts';
import type { PeopleSearch } from './search.ts';
import { usePeopleText } from './texts.ts';

export const People = createLazyRoute('/people')({ component: PeopleScreen });

const route = getRouteApi('/people');

function PeopleScreen() {
  const say = usePeopleText();
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
      <ScreenTitle>{say('title')}</ScreenTitle>
      <Shown of={lists}>
        {({ lists: { nodes } }) => {
          const list = search.list ?? nodes[0]?.id;
          if (!list)
            return (
              <Nothing title={say('noLists')} action={<ButtonLink to="/lists">{say('toLists')}</ButtonLink>}>
                {say('noListsMore')}
              </Nothing>
            );
          return (
            <Stack>
              <Filters lists={nodes} search={{ ...search, list }} onChange={filter} />
              {mayWrite && rules && (
                <Group justify="flex-end">
                  <ButtonLink to="/segments/new" search={{ list, rules }} variant="default" size="xs">
                    {say('saveAsSegment')}
                  </ButtonLink>
                </Group>
              )}
              <PeopleTable search={{ ...search, list }} onTurn={(page) => filter(page)} />
            </Stack>
          );
        }}
      </Shown>
    </>
  );
}
