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
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useImportsText } from './imports-texts.ts';
import { ListsNav } from './nav.tsx';
import { useListsText } from './texts.ts';

export const Imports = createLazyRoute('/lists/imports')({ component: ImportsScreen });

const route = getRouteApi('/lists/imports');

function ImportsScreen() {
  const t = useImportsText();
  const tLists = useListsText();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const read = useRead(ImportTableDocument, pageOf(route.useSearch()));
  const shown = (read.data?.imports.nodes ?? []).map(({ id }) => id);
  useLive(ImportChangedDocument, {}, ({ importChanged: { id } }) => {
    if (!shown.includes(id)) read.refetch();
  });
  return (
    <>
      <ListsNav />
      <ScreenTitle action={mayWrite && <ButtonLink to="/lists/imports/new">{t('importFile')}</ButtonLink>}>
        {tLists('imports')}
      </ScreenTitle>
      <Loaded of={read}>
        {({ imports: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <EmptyState
              title={t('noImports')}
              action={mayWrite && <ButtonLink to="/lists/imports/new">{t('importFirst')}</ButtonLink>}
            >
              {t('noImportsHint')}
            </EmptyState>
          ) : (
            <>
              <Table highlightOnHover>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('file')}</Table.Th>
                    <Table.Th visibleFrom="md">{t('list')}</Table.Th>
                    <Table.Th>{t('status')}</Table.Th>
                    <Table.Th ta="end" visibleFrom="sm">
                      {t('rows')}
                    </Table.Th>
                    <Table.Th ta="end" visibleFrom="sm">
                      {t('failed')}
                    </Table.Th>
                    <Table.Th visibleFrom="md">{t('started')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {nodes.map((one) => (
                    <Row key={one.id} one={one} />
                  ))}
                </Table.Tbody>
              </Table>
              <Pages info={pageInfo} onPageChange={(search) => void navigate({ search })} />
            </>
          )
        }
      </Loaded>
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
      <Table.Td>{one.finishedAt ? <Ended one={one} /> : <ImportProgress one={one} />}</Table.Td>
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
  const t = useImportsText();
  return <Text size="sm">{t(status)}</Text>;
}

/** The live progress of an import. */
export function ImportProgress({ one: { id, status, total, processed, fileName } }: { one: ImportInTableFragment }) {
  const t = useImportsText();
  const { number } = useFormat();
  useLive(ImportProgressedDocument, { id });
  return (
    <>
      <Text size="sm">
        {t(status)}
        {status === 'PROCESSING' && ` · ${t('doneOf', { done: number(processed), all: number(total) })}`}
      </Text>
      <Progress value={total ? (processed / total) * 100 : 0} aria-label={fileName} mt={4} transitionDuration={200} />
    </>
  );
}
