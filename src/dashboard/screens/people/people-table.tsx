import { Badge, Group, Table, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { PeopleChangedDocument, PeopleDocument, type RowFragment } from '../../../generated/dashboard/people.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { PeopleSearch } from './search.ts';
import { usePeopleText } from './texts.ts';

/** The page is read again at most this often, however many changes arrive. */
const RELOAD_MS = 1_000;

/** A page of people, read again when one of them changes. */
export function PeopleTable({
  search,
  onPageChange,
}: {
  search: PeopleSearch & { list: string };
  onPageChange: (page: PageSearch) => void;
}) {
  const t = usePeopleText();
  const mayWrite = useMayWrite();
  const { after, before, ...filters } = search;
  const isFiltered = Boolean(search.search ?? search.status ?? search.tag);
  const read = useRead(PeopleDocument, { ...filters, ...pageOf({ after, before }) });
  const refetch = useThrottledCallback(read.refetch, RELOAD_MS);
  useLive(PeopleChangedDocument, { list: search.list }, ({ subscriberChanged: { key } }) => {
    if (read.data?.subscribers?.nodes.some(({ id }) => id === key)) refetch();
  });
  return (
    <Loaded of={read} lines={10}>
      {({ subscribers }) => {
        const { nodes, pageInfo } = subscribers ?? { nodes: [], pageInfo: undefined };
        const shown = nodes.filter(({ deleted }) => !deleted);
        if (shown.length === 0)
          return isFiltered ? (
            <EmptyState title={t('noMatches')}>{t('noMatchesHint')}</EmptyState>
          ) : (
            <EmptyState
              title={t('listEmpty')}
              action={
                mayWrite && (
                  <ButtonLink to="/lists/imports/new" search={{ list: search.list }}>
                    {t('importFile')}
                  </ButtonLink>
                )
              }
            >
              {t('listEmptyHint')}
            </EmptyState>
          );
        return (
          <>
            <Rows people={shown} />
            {pageInfo && <Pages info={pageInfo} onPageChange={onPageChange} />}
          </>
        );
      }}
    </Loaded>
  );
}

function Rows({ people }: { people: RowFragment[] }) {
  const t = usePeopleText();
  const { day } = useFormat();
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('email')}</Table.Th>
          <Table.Th visibleFrom="md">{t('name')}</Table.Th>
          <Table.Th>{t('status')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('tags')}</Table.Th>
          <Table.Th visibleFrom="md">{t('added')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map(({ id, email, firstName, lastName, status, tags, createdAt }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <TextLink to="/people/$email" params={{ email }}>
                {email}
              </TextLink>
            </Table.Td>
            <Table.Td visibleFrom="md">{[firstName, lastName].filter(Boolean).join(' ')}</Table.Td>
            <Table.Td>
              <Text size="sm">{t(status)}</Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Group gap={4}>
                {tags.map((tag) => (
                  <Badge key={tag} variant="default" tt="none">
                    {tag}
                  </Badge>
                ))}
              </Group>
            </Table.Td>
            <Table.Td visibleFrom="md">{day(createdAt)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
