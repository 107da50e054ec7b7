import { Badge, Group, Table, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { PeopleChangedDocument, PeopleDocument, type RowFragment } from '../../../generated/dashboard/people.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { PeopleSearch } from './search.ts';
import { usePeopleText } from './texts.ts';

/** However many people change, the page is read again once in so long. */
const AGAIN_MS = 1_000;

/** A page of people, read again when one of them changes. */
export function PeopleTable({
  search,
  onTurn,
}: {
  search: PeopleSearch & { list: string };
  onTurn: (page: PageSearch) => void;
}) {
  const say = usePeopleText();
  const mayWrite = useMayWrite();
  const { after, before, ...filters } = search;
  const isFiltered = Boolean(search.search ?? search.status ?? search.tag);
  const read = useRead(PeopleDocument, { ...filters, ...pageOf({ after, before }) });
  const again = useThrottledCallback(read.again, AGAIN_MS);
  useLive(PeopleChangedDocument, { list: search.list }, ({ subscriberChanged: { key } }) => {
    if (read.data?.subscribers?.nodes.some(({ id }) => id === key)) again();
  });
  return (
    <Shown of={read} lines={10}>
      {({ subscribers }) => {
        const { nodes, pageInfo } = subscribers ?? { nodes: [], pageInfo: undefined };
        const shown = nodes.filter(({ deleted }) => !deleted);
        if (shown.length === 0)
          return isFiltered ? (
            <Nothing title={say('nobody')}>{say('nobodyMore')}</Nothing>
          ) : (
            <Nothing
              title={say('nobodyYet')}
              action={
                mayWrite && (
                  <ButtonLink to="/lists/imports/new" search={{ list: search.list }}>
                    {say('import')}
                  </ButtonLink>
                )
              }
            >
              {say('nobodyYetMore')}
            </Nothing>
          );
        return (
          <>
            <Rows people={shown} />
            {pageInfo && <Pages info={pageInfo} onTurn={onTurn} />}
          </>
        );
      }}
    </Shown>
  );
}

function Rows({ people }: { people: RowFragment[] }) {
  const say = usePeopleText();
  const { day } = useFormat();
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('email')}</Table.Th>
          <Table.Th visibleFrom="md">{say('name')}</Table.Th>
          <Table.Th>{say('status')}</Table.Th>
          <Table.Th visibleFrom="sm">{say('tags')}</Table.Th>
          <Table.Th visibleFrom="md">{say('since')}</Table.Th>
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
              <Text size="sm">{say(status)}</Text>
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
