import { Table, Text } from '@mantine/core';
import { ImportSkippedDocument } from '../../../generated/dashboard/lists.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useImportsText } from './imports-texts.ts';

/** The first values that were left out of rows that were kept. */
export function SkippedValues({ id, count }: { id: string; count: number }) {
  const t = useImportsText();
  const { number } = useFormat();
  const read = useRead(ImportSkippedDocument, { id });
  return (
    <Panel title={t('invalidValues')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('invalidValuesHint', { all: number(count) })}
      </Text>
      <Loaded of={read}>
        {(data) => (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={70} ta="end">
                  {t('row')}
                </Table.Th>
                <Table.Th visibleFrom="sm">{t('email')}</Table.Th>
                <Table.Th>{t('column')}</Table.Th>
                <Table.Th>{t('value')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('reason')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {(data.import?.skippedValues.nodes ?? []).map(({ id, row, email, column, value, message }) => (
                <Table.Tr key={id}>
                  <Table.Td ta="end">{number(row)}</Table.Td>
                  <Table.Td visibleFrom="sm">{email}</Table.Td>
                  <Table.Td>{column}</Table.Td>
                  <Table.Td>{value}</Table.Td>
                  <Table.Td visibleFrom="sm">{message}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Loaded>
    </Panel>
  );
}
