import { lazy } from 'react';
import { RevenueByOriginDocument } from '../../../generated/dashboard/today.ts';
import { useEveryMinute } from '../../client/use-every-minute.ts';
import { useRead } from '../../client/use-read.ts';
import { FilledPanel } from './filled-panel.tsx';
import { useTodayText } from './texts.ts';

/** Loaded with the first revenue: a new team has none. */
const RevenueRows = lazy(async () => ({ default: (await import('./revenue-rows.tsx')).RevenueRows }));

/** Revenue of the last 30 days, by credited e-mail. */
export function Revenue() {
  const t = useTodayText();
  const read = useRead(RevenueByOriginDocument, {});
  useEveryMinute(read.refetch);
  return (
    <FilledPanel title={t('revenue')} of={read} isEmpty={({ revenue }) => revenue.totals.length === 0}>
      {({ revenue: { groups, totals } }) => <RevenueRows groups={groups} totals={totals} />}
    </FilledPanel>
  );
}
