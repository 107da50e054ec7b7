import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { OF_PROPERTIES, type Operators, type PropertyType, type ValueKind } from '../grammar.ts';
import { listOf, type Parts, textOf } from '../json.ts';
import { useRuleText, type Word } from '../rule-texts.ts';
import { useSegmentsText } from '../texts.ts';
import { NumberRange, OneNumber } from './numbers.tsx';
import { OneText, Texts } from './texts.tsx';

const TYPES = ['text', 'number', 'boolean'] as const satisfies readonly PropertyType[];

/** What a value is before anybody has typed one: null tells a number from a text. */
const FIRST: Partial<Record<ValueKind, unknown>> = { text: '', texts: [], number: null, numbers: [null, null] };

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || listOf(value).some((one) => typeof one === 'number' || one === null);

/** By what a property is compared: its operator says it, and where two types share it, the value. */
function typeOf({ operator, value }: Parts): PropertyType {
  const name = textOf(operator);
  if (name in OF_PROPERTIES.number && !(name in OF_PROPERTIES.text)) return 'number';
  if (name === 'is_true' || name === 'is_false') return 'boolean';
  return isNumeric(value) || value === null ? 'number' : 'text';
}

/** A condition on a property of an event. Undefined takes it away. */
export function PropertyRow({ row, onChange }: { row: Parts; onChange: (row: Parts | undefined) => void }) {
  const say = useSegmentsText();
  const word = useRuleText();
  const type = typeOf(row);
  const operators: Operators = OF_PROPERTIES[type];
  const operator = textOf(row.operator);
  const kind = operators[operator];
  const choose = (name: string, of: Operators, as: PropertyType) => {
    const { value: _, ...rest } = row;
    const wanted = of[name];
    const keeps = as === type && wanted === kind;
    onChange({
      ...rest,
      operator: name,
      ...(wanted !== 'none' && { value: keeps ? row.value : wanted && FIRST[wanted] }),
    });
  };
  const put = (value: unknown) => onChange({ ...row, value: value ?? null });
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        aria-label={say('property')}
        placeholder={say('property')}
        w={150}
        value={textOf(row.property)}
        onChange={(event) => onChange({ ...row, property: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={say('propertyType')}
        value={type}
        data={TYPES.map((value) => ({ value, label: say(`type_${value}`) }))}
        onChange={(event) => {
          const as = TYPES.find((one) => one === event.currentTarget.value) ?? 'text';
          choose(as === 'boolean' ? 'is_true' : 'equals', OF_PROPERTIES[as], as);
        }}
      />
      <NativeSelect
        aria-label={say('operator')}
        value={operator}
        data={Object.keys(operators).map((value) => ({ value, label: word(value as Word) }))}
        onChange={(event) => choose(event.currentTarget.value, operators, type)}
      />
      {kind === 'text' && <OneText value={row.value} onChange={put} />}
      {kind === 'texts' && <Texts value={row.value} onChange={put} />}
      {kind === 'number' && <OneNumber value={row.value} onChange={put} />}
      {kind === 'numbers' && <NumberRange value={row.value} onChange={put} />}
      <Button variant="subtle" size="compact-sm" mt={6} onClick={() => onChange(undefined)}>
        {say('remove')}
      </Button>
    </Group>
  );
}
