import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import type { PropertyType } from '../grammar.ts';
import { compared, operatorsOfProperty, type Property, propertyOf, typeOf } from '../property.ts';
import { useRuleText, type Word } from '../rule-texts.ts';
import { useRulesText } from '../texts.ts';
import { NumberRange, OneNumber } from './numbers.tsx';
import { OneText, Texts } from './texts.tsx';

const TYPES = ['text', 'number', 'boolean'] as const satisfies readonly PropertyType[];

interface Props {
  row: object;
  onChange(row: Property): void;
  onRemove?: () => void;
  /** What is wrong with its name. */
  error?: string | undefined;
}

/** A condition on a property of an event. */
export function PropertyFields({ row, onChange, onRemove, error }: Props) {
  const say = useRulesText();
  const word = useRuleText();
  const now = propertyOf({ ...row });
  const type = typeOf(now);
  const operators = operatorsOfProperty(now);
  const kind = operators[now.operator];
  const put = (value: unknown) => onChange({ ...now, value: value ?? null });
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        aria-label={say('property')}
        placeholder={say('property')}
        w={150}
        value={now.property}
        error={error}
        onChange={(event) => onChange({ ...now, property: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={say('propertyType')}
        value={type}
        data={TYPES.map((value) => ({ value, label: say(`type_${value}`) }))}
        onChange={(event) => {
          const as = TYPES.find((one) => one === event.currentTarget.value) ?? 'text';
          onChange(compared(now, as === 'boolean' ? 'is_true' : 'equals', as));
        }}
      />
      <NativeSelect
        aria-label={say('operator')}
        value={now.operator}
        data={[...new Set([...Object.keys(operators), now.operator])].map((value) => ({
          value,
          label: word(value as Word),
        }))}
        onChange={(event) => onChange(compared(now, event.currentTarget.value, type))}
      />
      {kind === 'text' && <OneText value={now.value} onChange={put} />}
      {kind === 'texts' && <Texts value={now.value} onChange={put} />}
      {kind === 'number' && <OneNumber value={now.value} onChange={put} />}
      {kind === 'numbers' && <NumberRange value={now.value} onChange={put} />}
      {onRemove && (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={onRemove}>
          {say('remove')}
        </Button>
      )}
    </Group>
  );
}
