import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  DeleteListDocument,
  ListFiguresDocument,
  ListGrowthDocument,
  type ListInTableFragment,
  ListPageDocument,
  ListRelatedDocument,
  UpdateListDocument,
} from '../../../generated/dashboard/lists.ts';
import { prefetch } from '../../client/prefetch.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import { knownZone, useMayWrite } from '../../session/viewer.tsx';
import { Panel } from '../../shell/panel.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { Download } from './download.tsx';
import { Growth, growthVariables } from './growth.tsx';
import { ListCounts } from './list-counts.tsx';
import { ListForm } from './list-form.tsx';
import { useListText } from './list-texts.ts';
import { ListsNav } from './nav.tsx';
import { Related } from './related.tsx';
import type { ListSearch } from './search.ts';
import { useListsText } from './texts.ts';

export const List = createLazyRoute('/lists/$id')({ component: ListScreen });

/** Requests the page's data. */
export function prefetchList(id: string, { by }: ListSearch): void {
  void prefetch(ListPageDocument, { id });
  void prefetch(ListFiguresDocument, { id });
  void prefetch(ListGrowthDocument, growthVariables(id, by, knownZone()));
  void prefetch(ListRelatedDocument, { id });
}

const route = getRouteApi('/lists/$id');

function ListScreen() {
  const { id } = route.useParams();
  const read = useRead(ListPageDocument, { id });
  useOnChange(['LIST'], read.refetch, id);
  return (
    <>
      <ListsNav onList />
      <Loaded of={read}>{({ list }) => (list ? <Page key={list.id} list={list} /> : <NotFound />)}</Loaded>
    </>
  );
}

function Page({ list }: { list: ListInTableFragment }) {
  const t = useListText();
  const mayWrite = useMayWrite();
  return (
    <>
      <ScreenTitle>{list.name}</ScreenTitle>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <ListCounts list={list} />
          <Growth id={list.id} />
        </SimpleGrid>
        <Related list={list} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {mayWrite && (
            <Panel title={t('settings')}>
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
  const t = useListText();
  const tLists = useListsText();
  const navigate = route.useNavigate();
  const [update] = useMutation(UpdateListDocument);
  const [remove] = useMutation(DeleteListDocument);
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <ListForm
        list={list}
        submit={tLists('save')}
        onSubmit={async (input) => (await update({ input: { id: list.id, ...input } })).error}
      />
      <Group mt="lg">
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => setDeleting(true)}>
          {t('delete')}
        </Button>
      </Group>
      <ConfirmByName
        name={deleting ? list.name : undefined}
        title={t('delete')}
        warning={t('deleteHint')}
        action={tLists('delete')}
        onClose={() => setDeleting(false)}
        onConfirm={async () => {
          const removed = await remove({ id: list.id });
          if (!removed.error) await navigate({ to: '/lists' });
          return removed;
        }}
      />
    </>
  );
}
