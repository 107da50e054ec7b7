import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Chart } from '../../../charts/chart.tsx';
import { daysFrom } from '../../../shell/days.ts';
import { Panel } from '../../../shell/panel.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { grouped } from './grouped.ts';
import { COUNTED, type Row, totalOf } from './results.ts';
import { useDeliverabilityText } from './texts.ts';
import { useFilter } from './use-filter.ts';

/** The figures to choose from, and the parts of each on top of each other. */
const CHARTS = {
  messages: [
    { key: 'sent', color: 'indigo.6' },
    { key: 'failed', color: 'red.6' },
    { key: 'deferred', color: 'orange.5' },
  ],
  bounces: [
    { key: 'hardBounces', color: 'red.6' },
    { key: 'softBounces', color: 'orange.5' },
  ],
  complaints: [{ key: 'complaints', color: 'red.6' }],
  blocks: [{ key: 'blocks', color: 'red.6' }],
} as const;

type Shown = keyof typeof CHARTS;

const isShown = (value: string): value is Shown => value in CHARTS;

/** Messages, bounces, complaints or blocks along the days. Bounces and complaints count on the day they arrived. */
export function ByDay({ rows }: { rows: readonly Row[] }) {
  const t = useDeliverabilityText();
  const { number, date } = useFormat();
  const { since, today } = useFilter();
  const [shown, setShown] = useState<Shown>('messages');
  const days = grouped(rows, ({ day }) => day);
  return (
    <Panel title={t('byDay')}>
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label={t('byDay')}
        value={shown}
        data={Object.keys(CHARTS)
          .filter(isShown)
          .map((value) => ({ value, label: t(value) }))}
        onChange={(value) => isShown(value) && setShown(value)}
        transitionDuration={0}
      />
      <Chart
        label={t(shown)}
        stacked
        points={daysFrom(since, today).map((day) => {
          const counts = totalOf(days.get(day) ?? []);
          return Object.assign({ at: date(day) }, Object.fromEntries(COUNTED.map((key) => [key, counts[key]])));
        })}
        series={CHARTS[shown].map(({ key, color }) => ({ key, color, name: t(key) }))}
        format={number}
      />
    </Panel>
  );
}
