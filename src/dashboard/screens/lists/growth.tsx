import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type GrowthInterval, ListGrowthDocument } from '../../../generated/dashboard/lists.ts';
import { Chart } from '../../charts/chart.tsx';
import { useRead } from '../../client/use-read.ts';
import { DaysIn } from '../../session/days-in.tsx';
import { useZone } from '../../session/zone.ts';
import { dayIn } from '../../shell/days.ts';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useListText } from './list-texts.ts';
import { INTERVALS } from './search.ts';

const route = getRouteApi('/lists/$id');

/** How far back each interval looks, in days; the server's own default for days. */
const DAYS_BACK: Partial<Record<GrowthInterval, number>> = { WEEK: 7 * 25, MONTH: 365 };

/** The first day shown; null uses the server's default. */
function firstDay(by: GrowthInterval, zone: string): string | null {
  const days = DAYS_BACK[by];
  if (days === undefined) return null;
  return dayIn(new Date(Date.now() - days * 86_400_000), zone);
}

/** The variables of the growth query. */
export const growthVariables = (id: string, by: GrowthInterval = 'DAY', zone = 'UTC') => ({
  id,
  by,
  from: firstDay(by, zone),
});

/** People who joined and left, by day, week or month from the address. */
export function Growth({ id }: { id: string }) {
  const t = useListText();
  const { number, date } = useFormat();
  const { by = 'DAY' } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(ListGrowthDocument, growthVariables(id, by, useZone()));
  return (
    <Panel title={t('growth')}>
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label={t('interval')}
        value={by}
        data={INTERVALS.map((value) => ({ value, label: t(value) }))}
        onChange={(value) => void navigate({ search: { by: INTERVALS.find((one) => one === value) }, replace: true })}
        transitionDuration={0}
      />
      <Loaded of={read} lines={6}>
        {({ list }) => (
          <Chart
            label={t('growth')}
            points={(list?.growth ?? []).map(({ date: day, subscribed, unsubscribed }) => ({
              at: date(day),
              subscribed,
              unsubscribed,
            }))}
            series={[
              { key: 'subscribed', name: t('joined'), color: 'indigo.6' },
              { key: 'unsubscribed', name: t('left'), color: 'orange.6' },
            ]}
            format={number}
          />
        )}
      </Loaded>
      <DaysIn />
    </Panel>
  );
}
