import { Stack, Table, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ImportErrorsDocument } from '../../../generated/dashboard/lists.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useImportsText } from './imports-texts.ts';

const route = getRouteApi('/lists/imports/$id');
const RELOAD_MS = 2_000;

/** The rows that failed, a page at a time, and why; read again while there come more. */
export function FailedRows({ id, count, children }: { id: string; count: number; children: ReactNode }) {
  const t = useImportsText();
  const { number } = useFormat();
  const navigate = route.useNavigate();
  const read = useRead(ImportErrorsDocument, { id, ...pageOf(route.useSearch(), 20) });
  const refetch = useThrottledCallback(read.refetch, RELOAD_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there are more
  useEffect(refetch, [count]);
  return (
    <Panel title={t('failedRows')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('failedHint')}
        </Text>
        {children}
        <Loaded of={read}>
          {(data) =>
            data.import && (
              <>
                <Table>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th w={70} ta="end">
                        {t('row')}
                      </Table.Th>
                      <Table.Th>{t('email')}</Table.Th>
                      <Table.Th>{t('reason')}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {data.import.errors.nodes.map(({ id, row, email, message }) => (
                      <Table.Tr key={id}>
                        <Table.Td ta="end">{number(row)}</Table.Td>
                        <Table.Td>{email}</Table.Td>
                        <Table.Td>{message}</Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
                <Pages info={data.import.errors.pageInfo} onPageChange={(search) => void navigate({ search })} />
              </>
            )
          }
        </Loaded>
      </Stack>
    </Panel>
  );
}
