import { SimpleGrid, Text } from '@mantine/core';
import type { DeliveryResultsQuery } from '../../../../generated/dashboard/deliverability.ts';
import { Panel } from '../../../shell/panel.tsx';
import { Mark } from '../../../tables/mark.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { BOUNDS, type Counts, FEW, isEnough, RATES, type Rate, rateOf, VERDICT_COLORS, verdictOf } from './results.ts';
import { useDeliverabilityText } from './texts.ts';
import { useFilter } from './use-filter.ts';
import { useRateFormat } from './use-rate-format.ts';

type AutoPause = DeliveryResultsQuery['team']['autoPause'];

interface Props {
  total: Counts;
  /** The same number of days before, if there were enough messages to compare with. */
  earlier: Counts | undefined;
  autoPause: AutoPause;
}

/** The rates of the period with the bounds that providers set, a verdict, and advice if it is bad; and the messages. */
export function Numbers({ total, earlier, autoPause }: Props) {
  const t = useDeliverabilityText();
  const { number } = useFormat();
  const { days } = useFilter();
  const { sent, failed, deferred } = total;
  const enough = isEnough(total);
  return (
    <Panel title={t('results')}>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="xl" component="dl" m={0}>
        {RATES.map((rate) => (
          <RateNumber key={rate} rate={rate} total={total} earlier={earlier} autoPause={autoPause} />
        ))}
        <div>
          <Text component="dt" size="sm" c="dimmed">
            {t('messages')}
          </Text>
          <Text component="dd" m={0} fw={600} size="xl">
            {number(sent)}
          </Text>
          <dd style={{ margin: 0 }}>
            <Mark color={enough ? 'green' : 'gray'}>{t(enough ? 'enough' : 'few')}</Mark>
          </dd>
          <Text component="dd" m={0} mt={4} size="xs" c="dimmed">
            {t('refusedAndDeferred', { failed: number(failed), deferred: number(deferred) })}{' '}
            {t('fewHint', { few: FEW })} {earlier && t('before', { days, figure: number(earlier.sent) })}
          </Text>
        </div>
      </SimpleGrid>
    </Panel>
  );
}

function RateNumber({ rate, total, earlier, autoPause }: Props & { rate: Rate }) {
  const t = useDeliverabilityText();
  const { number, percent } = useFormat();
  const format = useRateFormat();
  const { days } = useFilter();
  const share = rateOf(rate, total);
  const verdict = verdictOf(rate, total);
  const { high, bad } = BOUNDS[rate];
  const limit = { bounces: autoPause.hardBounces, complaints: autoPause.complaints, blocks: null }[rate];
  const counts = {
    bounces: t('hardAndSoft', { hard: number(total.hardBounces), soft: number(total.softBounces) }),
    complaints: t('complaintCount', { count: total.complaints }),
    blocks: t('blockCount', { count: total.blocks }),
  }[rate];
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {t(`${rate}Rate`)}
      </Text>
      <Text component="dd" m={0} fw={600} size="xl">
        {format(share)}
      </Text>
      <dd style={{ margin: 0 }}>
        <Mark color={VERDICT_COLORS[verdict]}>{t(verdict)}</Mark>
      </dd>
      {(verdict === 'high' || verdict === 'bad') && (
        <Text component="dd" m={0} mt={4} size="sm">
          {t(`${rate}Advice`)}
        </Text>
      )}
      <Text component="dd" m={0} mt={4} size="xs" c="dimmed">
        {counts} {t(`${rate}Bound`, { high: percent(high), bad: percent(bad) })}{' '}
        {limit != null && t(`${rate}Pause`, { limit: percent(limit / 100) })}{' '}
        {earlier && t('before', { days, figure: format(rateOf(rate, earlier)) })}
      </Text>
    </div>
  );
}
