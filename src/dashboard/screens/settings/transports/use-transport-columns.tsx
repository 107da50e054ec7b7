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
  const t = useTransportsText();
  const edit = useEditingText();
  const { number } = useFormat();
  const mayWrite = useMayWrite();
  const columns: Column<TransportRowFragment>[] = [
    {
      title: t('name'),
      cell: ({ name, isDefault, sendingPauses }) => (
        <>
          <Text size="sm">{name}</Text>
          {isDefault && (
            <Badge variant="default" tt="none">
              {t('default')}
            </Badge>
          )}
          {sendingPauses.length > 0 && (
            <TextLink to="/settings/pauses" size="sm">
              {t('paused', { count: sendingPauses.length })}
            </TextLink>
          )}
        </>
      ),
    },
    { title: t('server'), from: 'sm', cell: ({ host, port }) => `${host}:${port}` },
    {
      title: t('perMinute'),
      from: 'md',
      right: true,
      cell: ({ messagesPerMinute }) => (messagesPerMinute ? number(messagesPerMinute) : t('noLimit')),
    },
    {
      title: t('warmUp'),
      from: 'sm',
      cell: ({ dailyLimit, sentToday }) =>
        dailyLimit == null ? (
          t('noDailyLimit')
        ) : (
          <>
            <Text size="sm">{t('sentToday', { sent: number(sentToday), limit: number(dailyLimit) })}</Text>
            <Progress value={(100 * sentToday) / Math.max(1, dailyLimit)} aria-label={t('warmUp')} />
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
            { label: t('testConnection'), onClick: () => onTest(row) },
            { label: edit('edit'), onClick: () => onEdit(row) },
            { label: edit('delete'), onClick: () => onDelete(row) },
          ]}
        />
      ),
    });
  }
  return columns;
}
