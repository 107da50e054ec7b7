import { Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useEditingText } from '../../../editing/texts.ts';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { useTransportsText } from './texts.ts';

interface Limit {
  domain: string;
  connections: number | null;
  messagesPerMinute: number | null;
}

/** How much a transport sends to single providers. */
export function DomainLimits({ limits, onChange, errorOf }: Props) {
  const t = useTransportsText();
  const edit = useEditingText();
  const put = (index: number, part: Partial<Limit>) =>
    onChange(limits.map((limit, at) => (at === index ? { ...limit, ...part } : limit)));
  const number = (limit: Limit, index: number, key: 'connections' | 'messagesPerMinute', label: string) => (
    <NumberEntry
      decimals={0}
      aria-label={`${label} ${index + 1}`}
      placeholder={label}
      style={{ flex: '1 1 110px' }}
      value={limit[key] ?? undefined}
      onChange={(value) => put(index, { [key]: typeof value === 'number' ? value : null })}
      error={errorOf(`${index}.${key}`)}
    />
  );
  return (
    <Stack gap="xs" role="group" aria-label={t('domainLimits')}>
      <Input.Label labelElement="div">{t('domainLimits')}</Input.Label>
      {limits.map((limit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: limits have no id, and stay where they are
        <Group key={index} align="flex-start" gap="xs">
          <TextInput
            aria-label={`${t('domain')} ${index + 1}`}
            placeholder="gmail.com"
            style={{ flex: '2 1 140px' }}
            value={limit.domain}
            onChange={(event) => put(index, { domain: event.currentTarget.value })}
            error={errorOf(`${index}.domain`) ?? errorOf(`${index}`)}
          />
          {number(limit, index, 'connections', t('connections'))}
          {number(limit, index, 'messagesPerMinute', t('perMinute'))}
          <Button variant="default" onClick={() => onChange(limits.filter((_, at) => at !== index))}>
            {edit('remove')}
          </Button>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          onClick={() => onChange([...limits, { domain: '', connections: null, messagesPerMinute: null }])}
        >
          {t('addLimit')}
        </Button>
      </Group>
    </Stack>
  );
}

interface Props {
  limits: readonly Limit[];
  onChange: (limits: Limit[]) => void;
  errorOf: (path: string) => string | undefined;
}
