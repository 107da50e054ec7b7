import { Stack, Table, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ImportErrorsDocument } from '../../../generated/dashboard/lists.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Shown } from '../../states/shown.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useImportsText } from './imports-texts.ts';

const route = getRouteApi('/lists/imports/$id');
const AGAIN_MS = 2_000;

/** The rows that failed, a page at a time, and why; read again while there come more. */
export function FailedRows({ id, count, children }: { id: string; count: number; children: ReactNode }) {
  const say = useImportsText();
  const { number } = useFormat();
  const navigate = route.useNavigate();
  const read = useRead(ImportErrorsDocument, { id, ...pageOf(route.useSearch(), 20) });
  const again = useThrottledCallback(read.again, AGAIN_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there are more
  useEffect(again, [count]);
  return (
    <Panel title={say('failedRows')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {say('failedMore')}
        </Text>
        {children}
        <Shown of={read}>
          {(data) =>
            data.import && (
              <>
                <Table>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th w={70} ta="end">
                        {say('row')}
                      </Table.Th>
                      <Table.Th>{say('address')}</Table.Th>
                      <Table.Th>{say('why')}</Table.Th>
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
                <Pages info={data.import.errors.pageInfo} onTurn={(search) => void navigate({ search })} />
              </>
            )
          }
        </Shown>
      </Stack>
    </Panel>
  );
}
