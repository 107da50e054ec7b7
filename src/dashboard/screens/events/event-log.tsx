import { Button, Group, Table, Text } from '@mantine/core';
import { EventLogDocument, EventStreamDocument } from '../../../generated/dashboard/events.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useZone } from '../../session/zone.ts';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { EventRow } from './event-row.tsx';
import { type EventsSearch, periodOf } from './search.ts';
import { useEventText } from './texts.ts';
import { useStream } from './use-stream.ts';

/** The matching events. New ones appear at the top of the first page, unless the stream is paused. */
export function EventLog({ search, onTurn }: { search: EventsSearch; onTurn: (page: PageSearch) => void }) {
  const say = useEventText();
  const { number } = useFormat();
  const { email, name, after, before, to } = search;
  const isLive = !after && !before && !to;
  const chosen = { ...(email && { email }), ...(name && { name }) };
  const read = useRead(EventLogDocument, { ...chosen, ...periodOf(search, useZone()), ...pageOf(search) });
  const stream = useStream();
  useLive(EventStreamDocument, chosen, ({ eventRecorded }) => isLive && stream.take(eventRecorded));
  return (
    <Shown of={read} lines={10}>
      {({ recordedEvents: { nodes, pageInfo } }) => {
        const known = new Set(nodes.map(({ id }) => id));
        const fresh = isLive ? stream.shown.filter(({ id }) => !known.has(id)) : [];
        const rows = [...fresh, ...nodes];
        return (
          <>
            {isLive && (
              <Group justify="flex-end">
                <Text size="sm" c="dimmed" aria-live="polite">
                  {stream.paused
                    ? say(stream.isFull ? 'waitingMany' : 'waiting', { count: stream.waiting })
                    : say('live')}
                </Text>
                <Button variant="default" size="xs" onClick={stream.turn} aria-pressed={stream.paused}>
                  {stream.paused ? say('goOn') : say('pause')}
                </Button>
              </Group>
            )}
            {rows.length === 0 ? (
              <Nothing title={say('none')}>{say('noneMore')}</Nothing>
            ) : (
              <Table layout="fixed" aria-label={`${say('title')} (${number(rows.length)})`}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{say('name')}</Table.Th>
                    <Table.Th visibleFrom="sm">{say('person')}</Table.Th>
                    <Table.Th visibleFrom="md" w={130} ta="right">
                      {say('value')}
                    </Table.Th>
                    <Table.Th visibleFrom="sm" w={170}>
                      {say('when')}
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
            <Pages info={pageInfo} onTurn={onTurn} />
          </>
        );
      }}
    </Shown>
  );
}
