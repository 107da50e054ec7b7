import { Badge, Progress, Text } from '@mantine/core';
import type { TransportRowFragment } from '../../../../generated/dashboard/transports.ts';
import { useEditingText } from '../../../editing/texts.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { TextLink } from '../../../shell/links.tsx';
import type { Column } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { RowActions } from '../row-actions.tsx';
import { useTransportsText } from './texts.ts';

type Act = (transport: TransportRowFragment) => void;

/** The columns and row actions of the transport table. */
export function useTransportColumns({ onEdit, onDelete, onTest }: Record<'onEdit' | 'onDelete' | 'onTest', Act>) {
  const say = useTransportsText();
  const edit = useEditingText();
  const { number } = useFormat();
  const mayWrite = useMayWrite();
  const columns: Column<TransportRowFragment>[] = [
    {
      title: say('name'),
      cell: ({ name, isDefault, sendingPauses }) => (
        <>
          <Text size="sm">{name}</Text>
          {isDefault && (
            <Badge variant="default" tt="none">
              {say('default')}
            </Badge>
          )}
          {sendingPauses.length > 0 && (
            <TextLink to="/settings/pauses" size="sm">
              {say('paused', { count: sendingPauses.length })}
            </TextLink>
          )}
        </>
      ),
    },
    { title: say('server'), from: 'sm', cell: ({ host, port }) => `${host}:${port}` },
    {
      title: say('perMinute'),
      from: 'md',
      right: true,
      cell: ({ messagesPerMinute }) => (messagesPerMinute ? number(messagesPerMinute) : say('noLimit')),
    },
    {
      title: say('warmUp'),
      from: 'sm',
      cell: ({ dailyLimit, sentToday }) =>
        dailyLimit == null ? (
          say('warm')
        ) : (
          <>
            <Text size="sm">{say('today', { sent: number(sentToday), limit: number(dailyLimit) })}</Text>
            <Progress value={(100 * sentToday) / Math.max(1, dailyLimit)} aria-label={say('warmUp')} />
          </>
        ),
    },
  ];
  if (mayWrite) {
    columns.push({
      title: edit('actions'),
      hiddenTitle: true,
      right: true,
      cell: (row) => (
        <RowActions
          of={row.name}
          actions={[
            { label: say('test'), onClick: () => onTest(row) },
            { label: edit('edit'), onClick: () => onEdit(row) },
            { label: edit('delete'), onClick: () => onDelete(row) },
          ]}
        />
      ),
    });
  }
  return columns;
}
