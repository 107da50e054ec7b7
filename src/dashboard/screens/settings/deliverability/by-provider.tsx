import { Button } from '@mantine/core';
import { useState } from 'react';
import { TextLink } from '../../../shell/links.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Mark } from '../../../tables/mark.tsx';
import { Rows } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { nameOf } from './provider-names.ts';
import { byProvider, type Counts, type Rate, type Row, rateOf, VERDICT_COLORS, worstOf } from './results.ts';
import { useDeliverabilityText } from './texts.ts';
import { useFilter } from './use-filter.ts';
import { useRateFormat } from './use-rate-format.ts';

/** The providers shown at first. */
const FIRST = 10;

/** The results at each mailbox provider. Its name leads to its own results. */
export function ByProvider({ rows }: { rows: readonly Row[] }) {
  const t = useDeliverabilityText();
  const { number } = useFormat();
  const format = useRateFormat();
  const { search } = useFilter();
  const [showsAll, setShowsAll] = useState(false);
  const providers = byProvider(rows);
  const share = (rate: Rate) => (row: { counts: Counts }) => format(rateOf(rate, row.counts));
  return (
    <Panel title={t('byProvider')}>
      <Rows
        label={t('byProvider')}
        unbroken
        rows={showsAll ? providers : providers.slice(0, FIRST)}
        idOf={({ provider }) => provider}
        columns={[
          {
            title: t('provider'),
            cell: ({ provider }) => (
              <TextLink to="/settings/deliverability" search={{ ...search, provider }} size="sm">
                {provider === 'other' ? t('other') : nameOf(provider)}
              </TextLink>
            ),
          },
          {
            title: t('verdict'),
            from: 'sm',
            cell: ({ counts }) => <Mark color={VERDICT_COLORS[worstOf(counts)]}>{t(worstOf(counts))}</Mark>,
          },
          { title: t('messages'), from: 'sm', right: true, cell: ({ counts: { sent } }) => number(sent) },
          { title: t('bounces'), right: true, cell: share('bounces') },
          { title: t('complaints'), right: true, cell: share('complaints') },
          { title: t('blocks'), from: 'sm', right: true, cell: share('blocks') },
        ]}
      />
      {!showsAll && providers.length > FIRST && (
        <Button variant="subtle" size="compact-sm" mt="sm" onClick={() => setShowsAll(true)}>
          {t('showAll', { count: providers.length })}
        </Button>
      )}
    </Panel>
  );
}
