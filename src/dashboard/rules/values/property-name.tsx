import { Autocomplete, Group, Text } from '@mantine/core';
import type { KnownProperty } from '../property.ts';
import { useRulesText } from '../texts.ts';

interface Props {
  value: string;
  known: readonly KnownProperty[];
  error: string | undefined;
  onChange(property: string): void;
  /** Default: a property. */
  label?: string;
}

const OWN = { value: 'eventValue', currency: 'eventCurrency' } as const;

/** A property by its name: one that recorded events have, or another. */
export function PropertyName({ value, known, error, onChange, label }: Props) {
  const t = useRulesText();
  const byName = new Map(known.map((one) => [one.property, one]));
  const names = [...byName.keys()].filter((name) => !(name in OWN));
  return (
    <Autocomplete
      aria-label={label ?? t('property')}
      placeholder={t('property')}
      w={190}
      value={value}
      error={error}
      data={[
        { group: t('event'), items: Object.keys(OWN) },
        ...(names.length > 0 ? [{ group: t('recordedProperties'), items: names }] : []),
      ]}
      limit={100}
      maxDropdownHeight={320}
      renderOption={({ option }) => (
        <Group gap="xs" justify="space-between" wrap="nowrap" w="100%">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {option.value}
          </Text>
          <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
            {option.value in OWN ? t(OWN[option.value as keyof typeof OWN]) : kindOf(byName.get(option.value), t)}
          </Text>
        </Group>
      )}
      onChange={onChange}
      comboboxProps={{ transitionProps: { duration: 0 }, width: 320, position: 'bottom-start' }}
    />
  );
}

function kindOf(known: KnownProperty | undefined, t: ReturnType<typeof useRulesText>): string {
  if (!known) return '';
  const type = t(`type_${known.type.toLowerCase() as 'text' | 'number' | 'boolean'}`);
  return known.inList ? `${t('list')}: ${type}` : type;
}
