import { Text } from '@mantine/core';
import type { RevenueByOriginQuery } from '../../../generated/dashboard/today.ts';
import { TextLink } from '../../shell/links.tsx';
import { Rows } from '../../tables/rows.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useTodayText } from './texts.ts';

/** The origins of revenue, and their names. */
const ORIGINS = [
  { group: 'campaign', name: 'campaigns' },
  { group: 'automation', name: 'automations' },
  { group: 'transactional', name: 'transactional' },
  { group: 'none', name: 'notCredited' },
] as const;

/** After refunds, a part can exceed the total; it then has no percentage. */
const isShare = (share: number): boolean => share >= 0 && share <= 1;

type Group = RevenueByOriginQuery['revenue']['groups'][number];

/** Revenue by the credited e-mail, with a link to all of it. */
export function RevenueRows({ groups, totals }: RevenueByOriginQuery['revenue']) {
  const t = useTodayText();
  const { money, number, percent } = useFormat();
  const shareOf = ({ currency, revenue }: Group) =>
    revenue / (totals.find((total) => total.currency === currency)?.revenue || Number.NaN);
  return (
    <>
      <Text fz="h3" fw={600} mb="xs">
        {totals.map(({ revenue, currency }) => money(revenue, currency)).join(' + ')}
      </Text>
      <Rows
        label={t('revenue')}
        rows={inOrder(groups)}
        idOf={({ group, currency }) => `${group} ${currency}`}
        unbroken
        columns={[
          { title: t('creditedTo'), cell: ({ group }) => t(originOf(group).name) },
          { title: t('orders'), right: true, from: 'sm', cell: ({ orders }) => number(orders) },
          { title: t('sum'), right: true, cell: ({ revenue, currency }) => money(revenue, currency) },
          {
            title: t('share'),
            right: true,
            from: 'sm',
            cell: (group) => (isShare(shareOf(group)) ? percent(shareOf(group)) : ''),
          },
        ]}
      />
      <Text mt="md" size="sm">
        <TextLink to="/events/revenue">{t('viewRevenue')}</TextLink>
      </Text>
    </>
  );
}

/** Origins unknown to this page count as no e-mail. */
const originOf = (group: string): (typeof ORIGINS)[number] =>
  ORIGINS.find((origin) => origin.group === group) ?? ORIGINS[3];

const inOrder = (groups: readonly Group[]): Group[] =>
  [...groups].sort(
    (one, other) =>
      one.currency.localeCompare(other.currency) ||
      ORIGINS.indexOf(originOf(one.group)) - ORIGINS.indexOf(originOf(other.group)),
  );
