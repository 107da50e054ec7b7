import { Box, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { CampaignChangedDocument, MinutesDocument, type MinutesQuery } from '../../../generated/dashboard/today.ts';
import { useEveryMinute } from '../../client/use-every-minute.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useViewer } from '../../session/viewer.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { FilledPanel } from './filled-panel.tsx';
import { useTodayText } from './texts.ts';

const HEIGHT = 200;

/** Loaded with the first figures: a new team has none. */
const Chart = lazy(async () => ({ default: (await import('../../charts/chart.tsx')).Chart }));

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

/** The outcomes of messages in each minute of the last hour. Without a mail server, sent ones were kept in the outbox. */
export function Minutes() {
  const t = useTodayText();
  const { number, time } = useFormat();
  const read = useRead(MinutesDocument, {});
  const refetchSoon = useThrottledCallback(read.refetch, RELOAD_MS);
  useLive(CampaignChangedDocument, {}, refetchSoon);
  useEveryMinute(read.refetch);
  const sum = (minutes: readonly Minute[], outcome: (typeof OUTCOMES)[number]['outcome']) =>
    minutes.reduce((total, minute) => total + minute[outcome], 0);
  const happenedIn = (minutes: readonly Minute[]) => OUTCOMES.filter(({ outcome }) => sum(minutes, outcome) > 0);
  const isKept = !useViewer().team.hasMailServer;
  const words = (name: (typeof OUTCOMES)[number]['name']) => t(isKept && name === 'sent' ? 'keptCount' : name);
  return (
    <FilledPanel title={t('minutes')} of={read} isEmpty={({ sendingRate }) => happenedIn(sendingRate).length === 0}>
      {({ sendingRate: minutes }) => {
        const happened = happenedIn(minutes);
        return (
          <>
            <Text mb="md">
              {happened.map(({ outcome, name }) => `${number(sum(minutes, outcome))} ${words(name)}`).join(' · ')}
            </Text>
            <Suspense fallback={<Box h={HEIGHT} />}>
              <Chart
                label={t('minutes')}
                stacked
                height={HEIGHT}
                points={minutes.map(({ minute, ...counts }) => ({ ...figuresOf(counts), at: time(minute) }))}
                series={happened.map(({ outcome, name, color }) => ({ key: outcome, color, name: words(name) }))}
                format={number}
              />
            </Suspense>
          </>
        );
      }}
    </FilledPanel>
  );
}

const figuresOf = ({ sent, failed, deferred, unknown, withheld }: Omit<Minute, 'minute'>) => ({
  sent,
  failed,
  deferred,
  unknown,
  withheld,
});
