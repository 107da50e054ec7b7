import { Button, Group, MultiSelect, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ListExportDocument } from '../../../generated/dashboard/lists.ts';
import { addressOf } from '../../client/urls.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { useListText } from './list-texts.ts';

const COLUMNS = [
  ...['email', 'first_name', 'last_name', 'status', 'tags', 'timezone', 'locale'],
  ...['subscribed_at', 'unsubscribed_at', 'created_at', 'id'],
];

/** The people of the list, or of one of its segments, as a file. The browser receives it as it is read. */
export function Download({ list }: { list: string }) {
  const t = useListText();
  const [format, setFormat] = useState('csv');
  const [delimiter, setDelimiter] = useState(',');
  const [segment, setSegment] = useState('');
  const [columns, setColumns] = useState<string[]>([]);
  const { data } = useRead(ListExportDocument, { id: list });
  const asked = new URLSearchParams({
    format,
    ...(format === 'csv' && delimiter !== ',' && { delimiter }),
    ...(segment && { segment }),
    ...(columns.length > 0 && { columns: columns.join(',') }),
  });
  const fields = (data?.contactFields.nodes ?? []).map(({ key, label }) => ({ value: `attributes.${key}`, label }));
  return (
    <Panel title={t('export')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('exportHint')}
        </Text>
        <Group grow>
          <NativeSelect
            label={t('format')}
            value={format}
            data={[
              { value: 'csv', label: 'CSV' },
              { value: 'ndjson', label: 'NDJSON' },
            ]}
            onChange={({ currentTarget: { value } }) => setFormat(value)}
          />
          {format === 'csv' && (
            <NativeSelect
              label={t('delimiter')}
              value={delimiter}
              data={[
                { value: ',', label: t('comma') },
                { value: ';', label: t('semicolon') },
                { value: 'tab', label: t('tab') },
              ]}
              onChange={({ currentTarget: { value } }) => setDelimiter(value)}
            />
          )}
          <NativeSelect
            label={t('segment')}
            value={segment}
            data={[
              { value: '', label: t('everyone') },
              ...(data?.list?.segments.nodes ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => setSegment(value)}
          />
        </Group>
        <MultiSelect
          label={t('columns')}
          placeholder={columns.length === 0 ? t('allColumns') : ''}
          value={columns}
          data={[...COLUMNS.map((name) => ({ value: name, label: name })), ...fields]}
          onChange={setColumns}
          clearable
          clearButtonProps={{ 'aria-label': t('allColumns') }}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <Group>
          <Button component="a" href={addressOf(`v1/lists/${list}/exports?${asked}`)} download variant="default">
            {t('download')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
