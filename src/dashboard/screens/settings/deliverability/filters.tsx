import { NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { nameOf } from './provider-names.ts';
import { PERIODS } from './search.ts';
import { useDeliverabilityText } from './texts.ts';
import { useFilter } from './use-filter.ts';

interface Props {
  domains: readonly string[];
  providers: readonly string[];
}

/** Which results are shown: of a sending domain, at a provider, of a period. */
export function Filters({ domains, providers }: Props) {
  const t = useDeliverabilityText();
  const { search, days, change } = useFilter();
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 3 }} role="search">
        <NativeSelect
          label={t('sendingDomain')}
          value={search.domain ?? ''}
          data={[{ value: '', label: t('allDomains') }, ...withChosen(domains, search.domain)]}
          onChange={({ currentTarget: { value } }) => change({ domain: value || undefined })}
        />
        <NativeSelect
          label={t('provider')}
          value={search.provider ?? ''}
          data={[
            { value: '', label: t('allProviders') },
            ...withChosen(providers, search.provider).map((value) => ({
              value,
              label: value === 'other' ? t('other') : nameOf(value),
            })),
          ]}
          onChange={({ currentTarget: { value } }) => change({ provider: value || undefined })}
        />
        <NativeSelect
          label={t('period')}
          value={String(days)}
          data={PERIODS.map((count) => ({ value: String(count), label: t('lastDays', { days: count }) }))}
          onChange={({ currentTarget: { value } }) => change({ days: PERIODS.find((count) => `${count}` === value) })}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="xs">
        {t('daysInUtc')}
      </Text>
    </div>
  );
}

/** An address may name something that had no messages. */
const withChosen = (known: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || known.includes(chosen) ? known : [...known, chosen];
