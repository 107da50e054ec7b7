import type { RevenueByQuery } from '../../../generated/dashboard/events.ts';
import { Chart } from '../../charts/chart.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useEventText } from './texts.ts';

type Group = RevenueByQuery['revenue']['groups'][number];

const DAY_MS = 86_400_000;
/** Of a longer period only days with a sale are drawn. */
const MOST_DAYS = 400;

interface Props {
  groups: readonly Group[];
  /** The period, as the report says it. */
  from: string;
  to: string;
  currency: string;
}

/** Revenue along the days (UTC), those without any too. */
export function ByDay({ groups, from, to, currency }: Props) {
  const say = useEventText();
  const { money, day } = useFormat();
  const known = new Map(groups.map(({ group, revenue }) => [group, revenue]));
  const points = daysOf(known, from, to).map((date) => ({
    at: day(`${date}T12:00:00Z`),
    revenue: known.get(date) ?? 0,
  }));
  return (
    <Chart
      label={say('byDay')}
      points={points}
      series={[{ key: 'revenue', name: say('revenue'), color: 'indigo.6' }]}
      format={(value) => money(value, currency)}
    />
  );
}

function daysOf(known: ReadonlyMap<string, number>, from: string, to: string): string[] {
  const first = Math.floor(Date.parse(from) / DAY_MS);
  const count = Math.ceil(Date.parse(to) / DAY_MS) - first;
  if (count > MOST_DAYS) return [...known.keys()].sort();
  return Array.from({ length: count }, (_, index) => new Date((first + index) * DAY_MS).toISOString().slice(0, 10));
}
