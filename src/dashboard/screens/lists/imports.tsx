import { Progress, Table, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import {
  ImportChangedDocument,
  type ImportInTableFragment,
  ImportProgressedDocument,
  ImportTableDocument,
  type ImportTableQuery,
} from '../../../generated/dashboard/lists.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useImportsText } from './imports-texts.ts';
import { ListsNav } from './nav.tsx';
import { useListsText } from './texts.ts';

export const Imports = createLazyRoute('/lists/imports')({ component: ImportsScreen });

const route = getRouteApi('/lists/imports');

function ImportsScreen() {
  const say = useImportsText();
  const sayLists = useListsText();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const read = useRead(ImportTableDocument, pageOf(route.useSearch()));
  const shown = (read.data?.imports.nodes ?? []).map(({ id }) => id);
  useLive(ImportChangedDocument, {}, ({ importChanged: { id } }) => {
    if (!shown.includes(id)) read.again();
  });
  return (
    <>
      <ListsNav />
      <ScreenTitle action={mayWrite && <ButtonLink to="/lists/imports/new">{say('new')}</ButtonLink>}>
        {sayLists('imports')}
      </ScreenTitle>
      <Shown of={read}>
        {({ imports: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Nothing
              title={say('none')}
              action={mayWrite && <ButtonLink to="/lists/imports/new">{say('importFirst')}</ButtonLink>}
            >
              {say('noneMore')}
            </Nothing>
          ) : (
            <>
              <Table highlightOnHover>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{say('file')}</Table.Th>
                    <Table.Th visibleFrom="md">{say('list')}</Table.Th>
                    <Table.Th>{say('status')}</Table.Th>
                    <Table.Th ta="end" visibleFrom="sm">
                      {say('rows')}
                    </Table.Th>
                    <Table.Th ta="end" visibleFrom="sm">
                      {say('failed')}
                    </Table.Th>
                    <Table.Th visibleFrom="md">{say('began')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {nodes.map((one) => (
                    <Row key={one.id} one={one} />
                  ))}
                </Table.Tbody>
              </Table>
              <Pages info={pageInfo} onTurn={(search) => void navigate({ search })} />
            </>
          )
        }
      </Shown>
    </>
  );
}

function Row({ one }: { one: ImportTableQuery['imports']['nodes'][number] }) {
  const { number, moment } = useFormat();
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink size="sm" to="/lists/imports/$id" params={{ id: one.id }}>
          {one.fileName}
        </TextLink>
      </Table.Td>
      <Table.Td visibleFrom="md">
        {one.list && (
          <TextLink size="sm" to="/lists/$id" params={{ id: one.list.id }}>
            {one.list.name}
          </TextLink>
        )}
      </Table.Td>
      <Table.Td>{one.finishedAt ? <Ended one={one} /> : <Moving one={one} />}</Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        {number(one.total)}
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        {number(one.failed)}
      </Table.Td>
      <Table.Td visibleFrom="md">{moment(one.createdAt)}</Table.Td>
    </Table.Tr>
  );
}

function Ended({ one: { status } }: { one: ImportInTableFragment }) {
  const say = useImportsText();
  return <Text size="sm">{say(status)}</Text>;
}

/** The live progress of an import. */
export function Moving({ one: { id, status, total, processed, fileName } }: { one: ImportInTableFragment }) {
  const say = useImportsText();
  const { number } = useFormat();
  useLive(ImportProgressedDocument, { id });
  return (
    <>
      <Text size="sm">
        {say(status)}
        {status === 'PROCESSING' && ` · ${say('doneOf', { done: number(processed), all: number(total) })}`}
      </Text>
      <Progress value={total ? (processed / total) * 100 : 0} aria-label={fileName} mt={4} transitionDuration={200} />
    </>
  );
}
