import { Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { CampaignChangedDocument, MinutesDocument, type MinutesQuery } from '../../../generated/dashboard/today.ts';
import { Chart } from '../../charts/chart.tsx';
import { useEveryMinute } from '../../client/use-every-minute.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useTodayText } from './texts.ts';

/** While a campaign is sent it changes many times a second. */
const RELOAD_MS = 5_000;

const OUTCOMES = [
  { outcome: 'sent', name: 'sent', color: 'indigo.6' },
  { outcome: 'failed', name: 'failed', color: 'red.6' },
  { outcome: 'deferred', name: 'deferred', color: 'orange.5' },
  { outcome: 'withheld', name: 'withheld', color: 'gray.5' },
  { outcome: 'unknown', name: 'unknown', color: 'grape.5' },
] as const;

type Minute = MinutesQuery['sendingRate'][number];

/** The outcomes of messages in each minute of the last hour. */
export function Minutes() {
  const t = useTodayText();
  const { number, time } = useFormat();
  const read = useRead(MinutesDocument, {});
  const refetchSoon = useThrottledCallback(read.refetch, RELOAD_MS);
  useLive(CampaignChangedDocument, {}, refetchSoon);
  useEveryMinute(read.refetch);
  const sum = (minutes: readonly Minute[], outcome: (typeof OUTCOMES)[number]['outcome']) =>
    minutes.reduce((total, minute) => total + minute[outcome], 0);
  return (
    <Panel title={t('minutes')}>
      <Loaded of={read}>
        {({ sendingRate: minutes }) => {
          const happened = OUTCOMES.filter(({ outcome }) => sum(minutes, outcome) > 0);
          if (happened.length === 0) return <Text c="dimmed">{t('noMessages')}</Text>;
          return (
            <>
              <Text mb="md">
                {happened.map(({ outcome, name }) => `${number(sum(minutes, outcome))} ${t(name)}`).join(' · ')}
              </Text>
              <Chart
                label={t('minutes')}
                stacked
                height={200}
                points={minutes.map(({ minute, ...counts }) => ({ ...figuresOf(counts), at: time(minute) }))}
                series={happened.map(({ outcome, name, color }) => ({ key: outcome, color, name: t(name) }))}
                format={number}
              />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

const figuresOf = ({ sent, failed, deferred, unknown, withheld }: Omit<Minute, 'minute'>) => ({
  sent,
  failed,
  deferred,
  unknown,
  withheld,
});
