import type { RevenueByQuery } from '../../../generated/dashboard/events.ts';
import { Chart } from '../../charts/chart.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useEventText } from './texts.ts';

type Group = RevenueByQuery['revenue']['groups'][number];

const DAY_MS = 86_400_000;
/** Beyond so many days without a sale between two the gap is not drawn out. */
const MOST_DAYS = 400;

/** Revenue along the days (UTC), those without any too. */
export function ByDay({ groups, currency }: { groups: readonly Group[]; currency: string }) {
  const say = useEventText();
  const { money } = useFormat();
  const points = daysOf(groups).map(({ day, revenue }) => ({ at: day, revenue }));
  return (
    <Chart
      kind="bar"
      label={say('byDay')}
      points={points}
      series={[{ key: 'revenue', name: say('revenue'), color: 'indigo.6' }]}
      format={(value) => money(value, currency)}
    />
  );
}

function daysOf(groups: readonly Group[]): { day: string; revenue: number }[] {
  const known = new Map(groups.map(({ group, revenue }) => [group, revenue]));
  const days = [...known.keys()].sort();
  const [first, last] = [Date.parse(days[0] ?? ''), Date.parse(days.at(-1) ?? '')];
  const count = (last - first) / DAY_MS + 1;
  if (!(count <= MOST_DAYS)) return days.map((day) => ({ day, revenue: known.get(day) ?? 0 }));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    return { day, revenue: known.get(day) ?? 0 };
  });
}
