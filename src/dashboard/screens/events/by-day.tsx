import type { RevenueByQuery } from '../../../generated/dashboard/events.ts';
import { Chart } from '../../charts/chart.tsx';
import { useZone } from '../../session/zone.ts';
import { dayIn, daysFrom } from '../../shell/days.ts';
import { useFormat } from '../../texts/use-format.ts';
import { useEventText } from './texts.ts';

type Group = RevenueByQuery['revenue']['groups'][number];

/** Of a longer period only days with a sale are drawn. */
const MOST_DAYS = 400;

interface Props {
  groups: readonly Group[];
  /** The period of the report. */
  from: string;
  to: string;
  currency: string;
}

/** Revenue along the days of the team, those without any too. */
export function ByDay({ groups, from, to, currency }: Props) {
  const t = useEventText();
  const { money, date } = useFormat();
  const zone = useZone();
  const known = new Map(groups.map(({ group, revenue }) => [group, revenue]));
  const points = daysOf(known, from, to, zone).map((day) => ({
    at: date(day),
    revenue: known.get(day) ?? 0,
  }));
  return (
    <Chart
      label={t('byDay')}
      points={points}
      series={[{ key: 'revenue', name: t('revenue'), color: 'indigo.6' }]}
      format={(value) => money(value, currency)}
    />
  );
}

function daysOf(known: ReadonlyMap<string, number>, from: string, to: string, zone: string): string[] {
  const days = daysFrom(dayIn(from, zone), dayIn(new Date(Date.parse(to) - 1), zone));
  return days.length > MOST_DAYS ? [...known.keys()].sort() : days;
}
