import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { RevenueByDocument, SalesLogDocument } from '../../../generated/dashboard/events.ts';
import { prefetch } from '../../client/prefetch.ts';
import { useRead } from '../../client/use-read.ts';
import { DaysIn } from '../../session/days-in.tsx';
import { knownZone } from '../../session/viewer.tsx';
import { useZone } from '../../session/zone.ts';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Together } from '../../states/together.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { ByDay } from './by-day.tsx';
import { BySource } from './by-source.tsx';
import { Days } from './days.tsx';
import { Sales, salesVariables } from './sales.tsx';
import { GROUPS, periodOf, type RevenueSearch } from './search.ts';
import { useEventText } from './texts.ts';

export const Revenue = createLazyRoute('/events/revenue')({ component: RevenueScreen });

const route = getRouteApi('/events/revenue');

/** Requests the page's data. */
export function prefetchRevenue(search: RevenueSearch): void {
  // Until the team is known, its days are taken for those of the browser: mostly they are.
  const zone = knownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const period = periodOf(search, zone);
  void prefetch(RevenueByDocument, { ...period, groupBy: 'DAY' });
  void prefetch(RevenueByDocument, { ...period, groupBy: search.by ?? GROUPS[0] });
  void prefetch(SalesLogDocument, salesVariables(search, zone));
}

/** Revenue of a period, in one currency at a time: amounts of several are never added up. */
function RevenueScreen() {
  const t = useEventText();
  const { money } = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (change: RevenueSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  const period = periodOf(search, useZone());
  const read = useRead(RevenueByDocument, { ...period, groupBy: 'DAY' });
  return (
    <>
      <TextLink to="/events">{t('title')}</TextLink>
      <ScreenTitle>{t('revenue')}</ScreenTitle>
      <Together isPending={read.isLoading}>
        <Stack gap="xl">
          <Loaded of={read} lines={10}>
            {({ revenue: { from, to, groups, totals } }) => {
              const largest = [...totals].sort((one, other) => other.orders - one.orders)[0]?.currency;
              const currency = totals.find((total) => total.currency === search.currency)?.currency ?? largest;
              const total = totals.find((one) => one.currency === currency);
              return (
                <>
                  <div>
                    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} role="search">
                      <Days days={search} onChange={(days) => filter(days, true)} />
                      {totals.length > 1 && (
                        <NativeSelect
                          label={t('currency')}
                          value={currency ?? ''}
                          data={totals.map((one) => one.currency)}
                          onChange={({ currentTarget: { value } }) => filter({ currency: value })}
                        />
                      )}
                    </SimpleGrid>
                    <DaysIn times />
                  </div>
                  {currency && total ? (
                    <>
                      <Panel title={t('byDay')}>
                        <Text mb="md">{t('sum', { count: total.orders, sum: money(total.revenue, currency) })}</Text>
                        <ByDay
                          groups={groups.filter((group) => group.currency === currency)}
                          from={from}
                          to={to}
                          currency={currency}
                        />
                      </Panel>
                      <BySource period={period} currency={currency} search={search} onChange={filter} />
                    </>
                  ) : (
                    <EmptyState title={t('noRevenue')}>{t('noRevenueHint')}</EmptyState>
                  )}
                </>
              );
            }}
          </Loaded>
          <Sales search={search} onChange={filter} onRefunded={read.refetch} />
        </Stack>
      </Together>
    </>
  );
}
