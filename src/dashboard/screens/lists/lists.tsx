import { Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { CreateListDocument, ListCountsDocument, ListTableDocument } from '../../../generated/dashboard/lists.ts';
import { useChange } from '../../client/use-change.ts';
import { useChanged } from '../../client/use-changed.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { EMPTY_LIST, ListForm } from './list-form.tsx';
import { ListsNav } from './nav.tsx';
import { useListsText } from './texts.ts';

export const Lists = createLazyRoute('/lists')({ component: ListsScreen });

const route = getRouteApi('/lists');

function ListsScreen() {
  const say = useListsText();
  const mayWrite = useMayWrite();
  const page = pageOf(route.useSearch());
  const navigate = route.useNavigate();
  const read = useRead(ListTableDocument, page);
  useChanged(['LIST'], read.again);
  const [create] = useChange(CreateListDocument);
  const [creating, { open, close }] = useDisclosure();
  const button = mayWrite && <Button onClick={open}>{say('create')}</Button>;
  return (
    <>
      <ListsNav />
      <ScreenTitle action={button}>{say('title')}</ScreenTitle>
      <Shown of={read}>
        {({ lists: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Nothing title={say('none')} action={mayWrite && <Button onClick={open}>{say('createFirst')}</Button>}>
              {say('noneMore')}
            </Nothing>
          ) : (
            <>
              <Rows lists={nodes} page={page} />
              <Pages info={pageInfo} onTurn={(search) => void navigate({ search })} />
            </>
          )
        }
      </Shown>
      <Dialog opened={creating} onClose={close} title={say('create')}>
        <ListForm
          list={EMPTY_LIST}
          submit={say('create')}
          onSubmit={async (input) => {
            const { data, error } = await create({ input });
            if (data) await navigate({ to: '/lists/$id', params: { id: data.createList.id } });
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
  const say = useListsText();
  const { counted, day } = useFormat();
  const { data } = useRead(ListCountsDocument, page);
  const counts = new Map(data?.lists.nodes.map(({ id, statusCounts }) => [id, statusCounts]));
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('name')}</Table.Th>
          <Table.Th visibleFrom="md">{say('from')}</Table.Th>
          <Table.Th ta="end">{say('subscribed')}</Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {say('people')}
          </Table.Th>
          <Table.Th visibleFrom="md">{say('since')}</Table.Th>
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
