import { Button, CloseButton, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { errorAt, errorsIn } from '../definition/part-errors.ts';
import { type Part, partsOf, textOf, withValue } from '../definition/step.ts';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';

const WITH_VALUE = ['equals', 'not_equals', 'contains', 'starts_with', 'gt', 'gte', 'lt', 'lte'] as const;
const WITHOUT = ['is_true', 'is_false', 'is_set', 'is_not_set'] as const;
const ABOUT_NUMBERS: readonly string[] = ['gt', 'gte', 'lt', 'lte'];
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Conditions on the properties of an event, which must all hold. */
export function WhereField({ part, errors, set }: FieldsProps) {
  const say = useFieldText();
  const rows = partsOf(part.where);
  const change = (rows: readonly Part[]) => set('where', rows.length > 0 ? rows : undefined);
  return (
    <Fieldset legend={say('where')} variant="unstyled">
      <Stack gap="xs">
        {rows.map((row, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids, and hold nothing of their own
            key={index}
            row={row}
            errors={errorsIn(errors, `where.${index}`)}
            onChange={(changed) => change(rows.with(index, changed))}
            onRemove={() => change(rows.toSpliced(index, 1))}
          />
        ))}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => change([...rows, { property: '', operator: 'equals', value: '' }])}
          >
            {say('addWhere')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

interface RowProps {
  row: Part;
  errors: FieldsProps['errors'];
  onChange(row: Part): void;
  onRemove(): void;
}

function Row({ row, errors, onChange, onRemove }: RowProps) {
  const say = useFieldText();
  const operator = textOf(row, 'operator');
  const takesValue = !WITHOUT.some((one) => one === operator);
  const compare = (operator: string) => {
    const isBare = WITHOUT.some((one) => one === operator);
    onChange(
      withValue({ ...row, operator }, 'value', isBare ? undefined : valueFor(operator, String(row.value ?? ''))),
    );
  };
  const known = [...WITH_VALUE, ...WITHOUT];
  const data = known.map((one) => ({ value: one as string, label: say(one) }));
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={say('property')}
        value={textOf(row, 'property')}
        onChange={({ currentTarget: { value } }) => onChange({ ...row, property: value })}
        error={errorAt(errors, 'property')}
        flex={1}
      />
      <NativeSelect
        label={say('operator')}
        value={operator}
        data={known.some((one) => one === operator) ? data : [...data, { value: operator, label: operator }]}
        onChange={({ currentTarget: { value } }) => compare(value)}
        error={errorAt(errors, 'operator')}
        flex={1}
      />
      {takesValue && (
        <TextInput
          label={say('value')}
          value={String(row.value ?? '')}
          onChange={({ currentTarget: { value } }) => onChange({ ...row, value: valueFor(operator, value) })}
          error={errorAt(errors, 'value')}
          flex={1}
        />
      )}
      <CloseButton mb={4} onClick={onRemove} aria-label={say('removeRow', { what: textOf(row, 'property') })} />
    </Group>
  );
}

/** Numbers are compared with numbers and texts with texts: what looks like a number is one. */
const valueFor = (operator: string, typed: string): string | number =>
  NUMBER.test(typed) && (ABOUT_NUMBERS.includes(operator) || String(Number(typed)) === typed) ? Number(typed) : typed;
