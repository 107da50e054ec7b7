import { SimpleGrid, Stack, Table } from '@mantine/core';
import { Chart } from '../../../charts/chart.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { Domains } from './domains.tsx';
import { Figures } from './figures.tsx';
import type { Report } from './report.tsx';
import { useReportText } from './texts.ts';

/** The chart shows at least half a day, because a first hour by itself says little. */
const LEAST_HOURS = 12;

/** The figures of a campaign, along time, by domain and by reason. */
export function Overview({ id, report, isKept }: { id: string; report: Report; isKept: boolean }) {
  const t = useReportText();
  const { number } = useFormat();
  const { hours, domains, withheld, unsubscribeReasons } = report;
  const points = Array.from({ length: Math.max(LEAST_HOURS, (hours.at(-1)?.hour ?? 0) + 1) }, (_, hour) => {
    const { opens = 0, clicks = 0 } = hours.find((one) => one.hour === hour) ?? {};
    return { at: t('hour', { hour: hour + 1 }), opens, clicks };
  });
  return (
    <Stack gap="xl">
      <Figures id={id} report={report} isKept={isKept} />
      {hours.length > 0 && (
        <Panel title={t('perHour')}>
          <Chart
            label={t('perHour')}
            points={points}
            series={[
              { key: 'opens', name: t('opened'), color: 'indigo.6' },
              { key: 'clicks', name: t('clicked'), color: 'teal.7' },
            ]}
            format={number}
          />
        </Panel>
      )}
      {domains.length > 0 && <Domains domains={domains} isKept={isKept} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        {withheld.length > 0 && (
          <Reasons
            title={t('withheldReasons')}
            rows={withheld.map(({ reason, count }) => [t(`skip${reason}`), count])}
          />
        )}
        {unsubscribeReasons.length > 0 && (
          <Reasons
            title={t('unsubscribeReasons')}
            rows={unsubscribeReasons.map(({ reason, count }) => [t(reason), count])}
          />
        )}
      </SimpleGrid>
    </Stack>
  );
}

function Reasons({ title, rows }: { title: string; rows: [string, number][] }) {
  const t = useReportText();
  const { number, percent } = useFormat();
  const all = rows.reduce((sum, [, count]) => sum + count, 0);
  return (
    <Panel title={title}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('reason')}</Table.Th>
            <Table.Th ta="end">{t('people')}</Table.Th>
            <Table.Th ta="end">{t('share')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([reason, count]) => (
            <Table.Tr key={reason}>
              <Table.Td>{reason}</Table.Td>
              <Table.Td ta="end">{number(count)}</Table.Td>
              <Table.Td ta="end">{percent(count / all)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
