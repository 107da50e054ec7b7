import { Group, NativeSelect, TextInput } from '@mantine/core';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { readChoice } from '../../../shell/read-search.ts';
import { durationOf, spanOf, UNITS } from '../definition/duration.ts';
import { errorAt } from '../definition/part-errors.ts';
import { textOf } from '../definition/step.ts';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';

interface Props extends FieldsProps {
  field: string;
  label: string;
}

/** A length of time: a number and its unit; one of several units (`P1DT12H`) as it is written. */
export function DurationField({ part, errors, set, field, label }: Props) {
  const t = useFieldText();
  const text = textOf(part, field);
  const span = spanOf(text);
  const error = errorAt(errors, field);
  if (!span) {
    return (
      <TextInput
        label={`${label}: ${t('iso')}`}
        value={text}
        onChange={({ currentTarget: { value } }) => set(field, value)}
        error={error}
      />
    );
  }
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <NumberEntry
        decimals={0}
        label={label}
        value={span.amount}
        onChange={(amount) => set(field, durationOf({ ...span, amount: Math.trunc(Number(amount)) || 0 }))}
        error={error}
        flex={1}
      />
      <NativeSelect
        label={t('unit')}
        value={span.unit}
        data={UNITS.map((unit) => ({ value: unit, label: t(unit) }))}
        onChange={({ currentTarget: { value } }) =>
          set(field, durationOf({ ...span, unit: readChoice(value, UNITS) ?? 'day' }))
        }
      />
    </Group>
  );
}
