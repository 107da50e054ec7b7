import { Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { CreateListDocument, ListCountsDocument, ListTableDocument } from '../../../generated/dashboard/lists.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { EMPTY_LIST, ListForm } from './list-form.tsx';
import { ListsNav } from './nav.tsx';
import { useListsText } from './texts.ts';

export const Lists = createLazyRoute('/lists')({ component: ListsScreen });

const route = getRouteApi('/lists');

function ListsScreen() {
  const t = useListsText();
  const mayWrite = useMayWrite();
  const search = route.useSearch();
  const page = pageOf(search);
  const navigate = route.useNavigate();
  const read = useRead(ListTableDocument, page);
  useOnChange(['LIST'], read.refetch);
  const [create] = useMutation(CreateListDocument);
  const [creating, { open, close }] = useDisclosure(search.create === 'yes' && mayWrite);
  const button = mayWrite && <Button onClick={open}>{t('create')}</Button>;
  return (
    <>
      <ListsNav />
      <ScreenTitle action={button}>{t('title')}</ScreenTitle>
      <Loaded of={read}>
        {({ lists: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <EmptyState title={t('noLists')} action={mayWrite && <Button onClick={open}>{t('createFirst')}</Button>}>
              {t('noListsHint')}
            </EmptyState>
          ) : (
            <>
              <Rows lists={nodes} page={page} />
              <Pages info={pageInfo} onPageChange={(search) => void navigate({ search })} />
            </>
          )
        }
      </Loaded>
      <Dialog opened={creating} onClose={close} title={t('create')}>
        <ListForm
          list={EMPTY_LIST}
          submit={t('create')}
          onSubmit={async (input) => {
            const { data, error } = await create({ input });
            if (data) await navigate({ to: '/lists/$id', params: { id: data.createList.list.id } });
            return error;
          }}
        />
      </Dialog>
    </>
  );
}

interface RowsProps {
  lists: { id: string; name: string; fromEmail: string; createdAt: string }[];
  page: ReturnType<typeof pageOf>;
}

function Rows({ lists, page }: RowsProps) {
  const t = useListsText();
  const { counted, day } = useFormat();
  const { data } = useRead(ListCountsDocument, page);
  const counts = new Map(data?.lists.nodes.map(({ id, statusCounts }) => [id, statusCounts]));
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('name')}</Table.Th>
          <Table.Th visibleFrom="md">{t('sender')}</Table.Th>
          <Table.Th ta="end">{t('subscribed')}</Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {t('total')}
          </Table.Th>
          <Table.Th visibleFrom="md">{t('created')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lists.map(({ id, name, fromEmail, createdAt }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <TextLink size="sm" to="/lists/$id" params={{ id }}>
                {name}
              </TextLink>
            </Table.Td>
            <Table.Td visibleFrom="md">
              <Text size="sm">{fromEmail}</Text>
            </Table.Td>
            <Table.Td ta="end">{counted(counts.get(id)?.subscribed)}</Table.Td>
            <Table.Td ta="end" visibleFrom="sm">
              {counted(counts.get(id)?.total)}
            </Table.Td>
            <Table.Td visibleFrom="md">{day(createdAt)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
