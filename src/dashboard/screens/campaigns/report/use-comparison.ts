import { ComparisonOfDocument, type ComparisonOfQuery } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { useFormat } from '../../../texts/use-format.ts';
import { useReportText } from './texts.ts';

type Medians = NonNullable<NonNullable<ComparisonOfQuery['campaign']>['comparison']>;
type Rate = Exclude<keyof NonNullable<Medians['rates']>, '__typename'>;

/** Smaller differences, in points, are none. */
const SAME = 0.05;

/** Compares figures of a campaign with the medians of the campaigns before it, in words. Undefined without any. */
export function useComparison(id: string) {
  const t = useReportText();
  const { number, money } = useFormat();
  const {
    campaigns: count,
    rates,
    revenuePerRecipient,
  } = useRead(ComparisonOfDocument, { id }).data?.campaign?.comparison ?? {
    campaigns: 0,
    rates: null,
    revenuePerRecipient: [],
  };
  const words = (difference: number, written: string): string => {
    if (difference === 0) return t('asUsual', { count });
    return t(difference > 0 ? 'above' : 'below', { difference: written, count });
  };
  return {
    /** Which campaigns are compared, if there are several. */
    basis: count > 1 ? t('medians', { count }) : undefined,
    rate(name: Rate, share: number): string | undefined {
      if (!rates) return undefined;
      const points = Math.round(Math.abs(share - rates[name]) * 1_000) / 10;
      const written = t('points', { count: points, points: number(points) });
      return words(points < SAME ? 0 : share - rates[name], written);
    },
    revenue(currency: string, amount: number): string | undefined {
      if (!rates) return undefined;
      const usual = revenuePerRecipient.find((one) => one.currency === currency)?.amount ?? 0;
      const difference = Math.round(amount) - Math.round(usual);
      return words(difference, money(Math.abs(difference), currency));
    },
  };
}
