import { SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { Chart } from '../../../charts/chart.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { Report } from './report.tsx';
import { useReportText } from './texts.ts';

/** The chart shows at least half a day, because a first hour by itself says little. */
const LEAST_HOURS = 12;

/** The figures of a campaign, along time, by domain and by reason. */
export function Overview({ report, isKept }: { report: Report; isKept: boolean }) {
  const t = useReportText();
  const { number } = useFormat();
  const { hours, domains, withheld, unsubscribeReasons } = report;
  const points = Array.from({ length: Math.max(LEAST_HOURS, (hours.at(-1)?.hour ?? 0) + 1) }, (_, hour) => {
    const { opens = 0, clicks = 0 } = hours.find((one) => one.hour === hour) ?? {};
    return { at: t('hour', { hour: hour + 1 }), opens, clicks };
  });
  return (
    <Stack gap="xl">
      <Figures report={report} isKept={isKept} />
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
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        {domains.length > 0 && <Domains domains={domains} />}
        {withheld.length > 0 && (
          <Reasons title={t('withheldReasons')} rows={withheld.map(({ reason, count }) => [reason, count])} />
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

function Figures({ report, isKept }: { report: Report; isKept: boolean }) {
  const t = useReportText();
  const { number, percent, money } = useFormat();
  const { delivered, opens, clicks, bounces, rates, revenue } = report;
  const machines = opens.proxies + opens.scanners;
  const figures: [words: string, figure: string, share?: number][] = [
    [t(isKept ? 'kept' : 'delivered'), number(delivered)],
    [t('opened'), number(opens.unique), rates.open],
    [t('clicked'), number(clicks.unique), rates.click],
    [t('clickToOpen'), percent(rates.clickToOpen)],
    [t('bounced'), number(bounces.hard + bounces.soft), rates.bounce],
    [t('unsubscribed'), number(report.unsubscribes), rates.unsubscribe],
    [t('complained'), number(report.complaints), rates.complaint],
    ...revenue.map((one): [string, string] => [
      `${t('revenue')} (${t('orders', { count: one.orders })})`,
      money(one.revenue, one.currency),
    ]),
  ];
  return (
    <Panel title={t('results')}>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} component="dl" m={0}>
        {figures.map(([words, figure, share]) => (
          <div key={words}>
            <Text component="dt" size="sm" c="dimmed">
              {words}
            </Text>
            <Text component="dd" m={0} size="xl" fw={600}>
              {figure}
              {share !== undefined && (
                <Text span size="sm" c="dimmed" ml="xs">
                  {percent(share)}
                </Text>
              )}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {machines > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          {t('machineOpens', { count: machines })}
        </Text>
      )}
    </Panel>
  );
}

/** A column's heading stays in one piece on a phone. */
const NO_WRAP = { whiteSpace: 'nowrap' } as const;

function Domains({ domains }: { domains: Report['domains'] }) {
  const t = useReportText();
  const { number } = useFormat();
  return (
    <Panel title={t('domains')}>
      <Table horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('domain')}</Table.Th>
            <Table.Th ta="end" style={NO_WRAP}>
              {t('sent')}
            </Table.Th>
            <Table.Th ta="end" style={NO_WRAP}>
              {t('opened')}
            </Table.Th>
            <Table.Th ta="end" style={NO_WRAP}>
              {t('clicked')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {domains.map(({ domain, sent, opens, clicks }) => (
            <Table.Tr key={domain}>
              <Table.Td>{domain}</Table.Td>
              <Table.Td ta="end">{number(sent)}</Table.Td>
              <Table.Td ta="end">{number(opens)}</Table.Td>
              <Table.Td ta="end">{number(clicks)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function Reasons({ title, rows }: { title: string; rows: [string, number][] }) {
  const t = useReportText();
  const { number } = useFormat();
  return (
    <Panel title={title}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('reason')}</Table.Th>
            <Table.Th ta="end">{t('people')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([reason, count]) => (
            <Table.Tr key={reason}>
              <Table.Td>{reason}</Table.Td>
              <Table.Td ta="end">{number(count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
