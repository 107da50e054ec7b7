import { Button, Group, Table, Text } from '@mantine/core';
import { EventLogDocument, EventStreamDocument } from '../../../generated/dashboard/events.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useZone } from '../../session/zone.ts';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { EventRow } from './event-row.tsx';
import { type EventsSearch, periodOf } from './search.ts';
import { useEventText } from './texts.ts';
import { useStream } from './use-stream.ts';

/** The matching events. New ones appear at the top of the first page, unless the stream is paused. */
export function EventLog({ search, onPageChange }: { search: EventsSearch; onPageChange: (page: PageSearch) => void }) {
  const t = useEventText();
  const { number } = useFormat();
  const { email, name, after, before, to } = search;
  const isLive = !after && !before && !to;
  const chosen = { ...(email && { email }), ...(name && { name }) };
  const read = useRead(EventLogDocument, { ...chosen, ...periodOf(search, useZone()), ...pageOf(search) });
  const stream = useStream();
  useLive(EventStreamDocument, chosen, ({ eventRecorded }) => isLive && stream.take(eventRecorded));
  return (
    <Loaded of={read} lines={10}>
      {({ events: { nodes, pageInfo } }) => {
        const known = new Set(nodes.map(({ id }) => id));
        const fresh = isLive ? stream.shown.filter(({ id }) => !known.has(id)) : [];
        const rows = [...fresh, ...nodes];
        return (
          <>
            {isLive && (
              <Group justify="flex-end">
                <Text size="sm" c="dimmed" aria-live="polite">
                  {stream.paused
                    ? t(stream.isFull ? 'manyNewWhilePaused' : 'newWhilePaused', { count: stream.pending })
                    : t('live')}
                </Text>
                <Button variant="default" size="xs" onClick={stream.turn} aria-pressed={stream.paused}>
                  {stream.paused ? t('resume') : t('pause')}
                </Button>
              </Group>
            )}
            {rows.length === 0 ? (
              <EmptyState title={t('noEvents')}>{t('noEventsHint')}</EmptyState>
            ) : (
              <Table layout="fixed" aria-label={`${t('title')} (${number(rows.length)})`}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('event')}</Table.Th>
                    <Table.Th visibleFrom="sm">{t('person')}</Table.Th>
                    <Table.Th visibleFrom="md" w={130} ta="right">
                      {t('value')}
                    </Table.Th>
                    <Table.Th visibleFrom="sm" w={170}>
                      {t('time')}
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((event) => (
                    <EventRow key={event.id} event={event} />
                  ))}
                </Table.Tbody>
              </Table>
            )}
            <Pages info={pageInfo} onPageChange={onPageChange} />
          </>
        );
      }}
    </Loaded>
  );
}
