import { Group, Table, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import {
  ImportChangedDocument,
  ImportProgressedDocument,
  ListFiguresDocument,
  type ListFiguresQuery,
  type ListInTableFragment,
  ListPeopleChangedDocument,
} from '../../../generated/dashboard/lists.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Failed } from '../../states/failed.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { EmptyList } from '../people/empty-list.tsx';
import { useListText } from './list-texts.ts';

/** People come by the thousand; counting them again once in a while is enough to see them come. */
const RELOAD_MS = 2_000;

const STATUSES = [
  ['SUBSCRIBED', 'subscribed'],
  ['UNCONFIRMED', 'unconfirmed'],
  ['UNSUBSCRIBED', 'unsubscribed'],
  ['BOUNCED', 'bounced'],
  ['COMPLAINED', 'complained'],
] as const;

/** The people of a list by status, its opt-in mode, and unsubscribe reasons. Counting a million takes a moment. */
export function ListCounts({ list: { id, requiresConfirmation } }: { list: ListInTableFragment }) {
  const t = useListText();
  const { number } = useFormat();
  const { data, error, refetch: refetchCounts } = useRead(ListFiguresDocument, { id });
  const refetch = useThrottledCallback(refetchCounts, RELOAD_MS);
  useLive(ListPeopleChangedDocument, { id }, refetch);
  useLive(ImportChangedDocument, { list: id }, refetch);
  const { statusCounts, unsubscribeReasons = [], imports } = data?.list ?? {};
  const isEmpty = statusCounts?.total === 0;
  const running = (imports?.nodes ?? []).filter(({ finishedAt }) => !finishedAt);
  return (
    <Panel title={t('people')}>
      {running.map(({ id }) => (
        <Following key={id} id={id} onProgress={refetch} />
      ))}
      {error && <Failed error={error} refetch={refetchCounts} />}
      {isEmpty ? (
        <EmptyList list={id} offersImport={false} />
      ) : (
        <Counts list={id} counts={statusCounts} isBusy={!data && !error} />
      )}
      <Text size="sm" c="dimmed" mt="md">
        {t(requiresConfirmation ? 'doubleOptIn' : 'singleOptIn')}
      </Text>
      {unsubscribeReasons.length > 0 && (
        <Text size="sm" fw={600} mt="md">
          {t('unsubscribeReasons')}
        </Text>
      )}
      {unsubscribeReasons.map(({ reason, count }) => (
        <Group key={reason} justify="space-between">
          <Text size="sm">{t(reason)}</Text>
          <Text size="sm">{number(count)}</Text>
        </Group>
      ))}
    </Panel>
  );
}

type StatusCounts = NonNullable<ListFiguresQuery['list']>['statusCounts'];

function Counts({ list, counts, isBusy }: { list: string; counts: StatusCounts | undefined; isBusy: boolean }) {
  const t = useListText();
  const { counted } = useFormat();
  return (
    <Table aria-busy={isBusy}>
      <Table.Tbody>
        {STATUSES.map(([status, count]) => (
          <Table.Tr key={status}>
            <Table.Th scope="row" fw={400}>
              <TextLink size="sm" to="/people" search={{ list, status }}>
                {t(status)}
              </TextLink>
            </Table.Th>
            <Table.Td ta="end">{counted(counts?.[count])}</Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row">
            <TextLink size="sm" to="/people" search={{ list }}>
              {t('allPeople')}
            </TextLink>
          </Table.Th>
          <Table.Td ta="end" fw={600}>
            {counted(counts?.total)}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}

/** Imports report their progress, not each person. */
function Following({ id, onProgress }: { id: string; onProgress: () => void }) {
  useLive(ImportProgressedDocument, { id }, onProgress);
  return null;
}
