import { SimpleGrid, Text } from '@mantine/core';
import { Panel } from '../../../shell/panel.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { Report } from './report.tsx';
import { useReportText } from './texts.ts';
import { useComparison } from './use-comparison.ts';

/** A figure: its share of the delivered messages, and what it means beside other campaigns. */
interface Figure {
  words: string;
  figure: string;
  share?: number;
  hint?: string | undefined;
}

/** The results of a campaign, each beside the team's usual one. */
export function Figures({ id, report, isKept }: { id: string; report: Report; isKept: boolean }) {
  const t = useReportText();
  const { number, percent } = useFormat();
  const comparison = useComparison(id);
  const { rate, basis } = comparison;
  const sales = useSales(comparison, report);
  const { delivered, opens, clicks, bounces, rates } = report;
  const machines = opens.proxies + opens.scanners;
  const figures: Figure[] = [
    { words: t(isKept ? 'kept' : 'delivered'), figure: number(delivered) },
    { words: t('opened'), figure: number(opens.unique), share: rates.open, hint: rate('open', rates.open) },
    { words: t('clicked'), figure: number(clicks.unique), share: rates.click, hint: rate('click', rates.click) },
    {
      words: t('clickToOpen'),
      figure: percent(rates.clickToOpen),
      hint: rate('clickToOpen', rates.clickToOpen),
    },
    {
      words: t('bounced'),
      figure: number(bounces.hard + bounces.soft),
      share: rates.bounce,
      hint: rate('bounce', rates.bounce),
    },
    {
      words: t('unsubscribed'),
      figure: number(report.unsubscribes),
      share: rates.unsubscribe,
      hint: rate('unsubscribe', rates.unsubscribe),
    },
    {
      words: t('complained'),
      figure: number(report.complaints),
      share: rates.complaint,
      hint: rate('complaint', rates.complaint),
    },
    {
      words: t('machineOpens'),
      figure: number(machines),
      hint:
        machines > 0
          ? t('notCounted', { proxies: number(opens.proxies), scanners: number(opens.scanners) })
          : t('noMachineOpens'),
    },
    ...sales,
  ];
  return (
    <Panel title={t('results')}>
      <SimpleGrid cols={{ base: 2, lg: 4 }} component="dl" m={0}>
        {figures.map(({ words, figure, share, hint }) => (
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
            {hint && (
              <Text component="dd" m={0} size="xs" c="dimmed">
                {hint}
              </Text>
            )}
          </div>
        ))}
      </SimpleGrid>
      {basis && (
        <Text size="xs" c="dimmed" mt="md">
          {basis}
        </Text>
      )}
    </Panel>
  );
}

/** Revenue by currency, and its share of each recipient. */
function useSales(comparison: ReturnType<typeof useComparison>, { revenue, delivered }: Report): Figure[] {
  const t = useReportText();
  const { money } = useFormat();
  return revenue.flatMap(({ currency, revenue: sum, orders }) => {
    const each = delivered > 0 ? sum / delivered : 0;
    const suffix = revenue.length > 1 ? ` (${currency})` : '';
    return [
      { words: `${t('revenue')}${suffix}`, figure: money(sum, currency), hint: t('orders', { count: orders }) },
      {
        words: `${t('revenuePerRecipient')}${suffix}`,
        figure: money(each, currency),
        hint: comparison.revenue(currency, each),
      },
    ];
  });
}
