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

const OWN = { value: 'ownValue', currency: 'ownCurrency' } as const;

/** A property by its name: one that recorded events have, or another. */
export function PropertyName({ value, known, error, onChange, label }: Props) {
  const say = useRulesText();
  const byName = new Map(known.map((one) => [one.property, one]));
  const names = [...byName.keys()].filter((name) => !(name in OWN));
  return (
    <Autocomplete
      aria-label={label ?? say('property')}
      placeholder={say('property')}
      w={190}
      value={value}
      error={error}
      data={[
        { group: say('ofEvent'), items: Object.keys(OWN) },
        ...(names.length > 0 ? [{ group: say('ofProperties'), items: names }] : []),
      ]}
      limit={100}
      maxDropdownHeight={320}
      renderOption={({ option }) => (
        <Group gap="xs" justify="space-between" wrap="nowrap" w="100%">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {option.value}
          </Text>
          <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
            {option.value in OWN ? say(OWN[option.value as keyof typeof OWN]) : kindOf(byName.get(option.value), say)}
          </Text>
        </Group>
      )}
      onChange={onChange}
      comboboxProps={{ transitionProps: { duration: 0 }, width: 320, position: 'bottom-start' }}
    />
  );
}

function kindOf(known: KnownProperty | undefined, say: ReturnType<typeof useRulesText>): string {
  if (!known) return '';
  const type = say(`type_${known.type.toLowerCase() as 'text' | 'number' | 'boolean'}`);
  return known.inList ? `${say('inList')}: ${type}` : type;
}
