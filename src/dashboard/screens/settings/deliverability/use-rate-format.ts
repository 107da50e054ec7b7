import { useTranslation } from 'react-i18next';
import { localeFor } from '../../../texts/language.ts';
import { useFormat } from '../../../texts/use-format.ts';

/** Below this, a second decimal matters: providers tell 0.1 % of complaints from 0.14 %. */
const SMALL = 0.01;

/** Writes a rate, or a dash where there is none. */
export function useRateFormat(): (share: number | null) => string {
  const { percent } = useFormat();
  const locale = localeFor(useTranslation().i18n.language);
  const exact = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return (share) => {
    if (share === null) return '–';
    return share > 0 && share < SMALL ? exact.format(share) : percent(share);
  };
}
