import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  DeleteListDocument,
  ListFiguresDocument,
  ListGrowthDocument,
  type ListInTableFragment,
  ListPageDocument,
  ListSourcesDocument,
  UpdateListDocument,
} from '../../../generated/dashboard/lists.ts';
import { askAhead } from '../../client/ask-ahead.ts';
import { useChange } from '../../client/use-change.ts';
import { useChanged } from '../../client/use-changed.ts';
import { useRead } from '../../client/use-read.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import { knownZone, useMayWrite } from '../../session/viewer.tsx';
import { Panel } from '../../shell/panel.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { Shown } from '../../states/shown.tsx';
import { Download } from './download.tsx';
import { Growth, growthAsked } from './growth.tsx';
import { ListCounts } from './list-counts.tsx';
import { ListForm } from './list-form.tsx';
import { useListText } from './list-texts.ts';
import { ListsNav } from './nav.tsx';
import type { ListSearch } from './search.ts';
import { Sources } from './sources.tsx';
import { useListsText } from './texts.ts';

export const List = createLazyRoute('/lists/$id')({ component: ListScreen });

/** Requests the page's data. */
export function askForList(id: string, { by }: ListSearch): void {
  void askAhead(ListPageDocument, { id });
  void askAhead(ListFiguresDocument, { id });
  void askAhead(ListGrowthDocument, growthAsked(id, by, knownZone()));
  void askAhead(ListSourcesDocument, { id });
}

const route = getRouteApi('/lists/$id');

function ListScreen() {
  const { id } = route.useParams();
  const read = useRead(ListPageDocument, { id });
  useChanged(['LIST'], read.again, id);
  return (
    <>
      <ListsNav onList />
      <Shown of={read}>{({ list }) => (list ? <Page key={list.id} list={list} /> : <NotFound />)}</Shown>
    </>
  );
}

function Page({ list }: { list: ListInTableFragment }) {
  const say = useListText();
  const mayWrite = useMayWrite();
  return (
    <>
      <ScreenTitle>{list.name}</ScreenTitle>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <ListCounts list={list} />
          <Growth id={list.id} />
        </SimpleGrid>
        <Sources list={list} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {mayWrite && (
            <Panel title={say('settings')}>
              <Settings list={list} />
            </Panel>
          )}
          <Download list={list.id} />
        </SimpleGrid>
      </Stack>
    </>
  );
}

function Settings({ list }: { list: ListInTableFragment }) {
  const say = useListText();
  const sayLists = useListsText();
  const navigate = route.useNavigate();
  const [update] = useChange(UpdateListDocument);
  const [remove] = useChange(DeleteListDocument);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <ListForm
        list={list}
        submit={sayLists('save')}
        onSubmit={async (input) => (await update({ id: list.id, input })).error}
      />
      <Group mt="lg">
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsked(true)}>
          {say('delete')}
        </Button>
      </Group>
      <ConfirmByName
        name={asked ? list.name : undefined}
        title={say('delete')}
        warning={say('deleteMore')}
        action={sayLists('remove')}
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          const removed = await remove({ id: list.id });
          if (!removed.error) await navigate({ to: '/lists' });
          return removed;
        }}
      />
    </>
  );
}
