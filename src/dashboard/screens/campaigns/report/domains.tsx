import { Table, Text } from '@mantine/core';
import { Panel } from '../../../shell/panel.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { Report } from './report.tsx';
import { useReportText } from './texts.ts';

const COLUMNS = ['delivered', 'opened', 'clicked', 'bounced'] as const;

/** Results at the recipient domains with most messages. */
export function Domains({ domains, isKept }: { domains: Report['domains']; isKept: boolean }) {
  const t = useReportText();
  return (
    <Panel title={t('domains')}>
      <Table.ScrollContainer type="native" minWidth={480} tabIndex={0} aria-label={t('domains')}>
        <Table horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('domain')}</Table.Th>
              {COLUMNS.map((column) => (
                <Table.Th key={column} ta="end">
                  {t(column === 'delivered' && isKept ? 'kept' : column)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {domains.map(({ domain, sent, opens, clicks, bounces }) => {
              const delivered = Math.max(0, sent - bounces);
              return (
                <Table.Tr key={domain}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{domain}</Table.Td>
                  <Share count={delivered} of={sent} />
                  <Share count={opens} of={delivered} />
                  <Share count={clicks} of={delivered} />
                  <Share count={bounces} of={sent} />
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

/** A count with its share, at most all: a message may be opened and bounce later. */
function Share({ count, of: whole }: { count: number; of: number }) {
  const { number, percent } = useFormat();
  return (
    <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
      {number(count)}{' '}
      <Text span size="sm" c="dimmed">
        {percent(whole > 0 ? Math.min(1, count / whole) : 0)}
      </Text>
    </Table.Td>
  );
}
