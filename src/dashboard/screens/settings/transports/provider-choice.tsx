import { Button, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useProviderText } from './provider-texts.ts';
import { PROVIDERS, type Provider, SUBMISSION_PORT } from './providers.ts';

/** The fields that a provider fills in. */
type Filled = Record<'name' | 'host' | 'user', string> & { port: number; secure: boolean };

export type FillIn = (fields: Partial<Filled>) => void;

/** Fills in the fields of a new transport for a well-known provider, and says where to find the login. */
export function ProviderChoice({ onFill }: { onFill: FillIn }) {
  const t = useProviderText();
  const label = useId();
  const [chosen, setChosen] = useState<Provider>();
  const choose = (provider: Provider) => {
    setChosen(provider);
    const { name, host, user } = provider;
    onFill({ name, host, user, port: SUBMISSION_PORT, secure: false });
  };
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500} id={label}>
        {t('provider')}
      </Text>
      <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs" role="group" aria-labelledby={label}>
        {PROVIDERS.map((provider) => (
          <Button
            key={provider.key}
            size="xs"
            variant={provider === chosen ? 'filled' : 'default'}
            aria-pressed={provider === chosen}
            onClick={() => choose(provider)}
          >
            {provider.name || t('ownServer')}
          </Button>
        ))}
      </SimpleGrid>
      {chosen?.regions && (
        <NativeSelect
          label={t('region')}
          data={Object.entries(chosen.regions).map(([region, host]) => ({ value: host, label: region }))}
          onChange={({ currentTarget: { value } }) => onFill({ host: value })}
        />
      )}
      {chosen && (
        <Text size="sm" c="dimmed" role="status">
          {t(chosen.key)}
        </Text>
      )}
    </Stack>
  );
}
