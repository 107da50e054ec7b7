import { useFormat } from '../../../texts/use-format.ts';
import type { ShownCampaign } from '../campaign.tsx';
import type { Report } from './report.tsx';
import { useReportText } from './texts.ts';

type Variant = Report['variants'][number];

/** Below this p-value, chance is no good explanation any more. */
const CLEAR = 0.05;
/** More confidence than this is written as "more than". */
const ALMOST_SURE = 0.999;

/** The result of an A/B test in a sentence, with its confidence: one minus the p-value of the leading variant. */
export function useVerdict() {
  const t = useReportText();
  const { percent } = useFormat();
  return ({ abTest }: ShownCampaign, variants: readonly Variant[], nameOf: (one: Variant) => string): string => {
    if (abTest?.winnerBy === 'REVENUE') return t('byRevenue');
    const measure = abTest?.winnerBy === 'OPENS' ? 'open' : 'click';
    const leader = variants.reduce<Variant | undefined>(
      (best, one) => (best && best.rates[measure] >= one.rates[measure] ? best : one),
      undefined,
    );
    if (!leader || leader.pValue === null) return t('noResult');
    const sure = 1 - leader.pValue;
    const confidence = sure > ALMOST_SURE ? t('moreThan', { share: percent(ALMOST_SURE) }) : percent(sure);
    const key = leader.pValue < CLEAR ? 'leads' : 'notSignificant';
    return t(key, { name: nameOf(leader), measure: t(measure === 'open' ? 'byOpens' : 'byClicks'), confidence });
  };
}
