import { NumberInput, Text } from '@mantine/core';
import { listOf, numberOf } from '../json.ts';
import { useSegmentsText } from '../texts.ts';
import type { ValueProps } from './rule-value.tsx';

/** A number by its label; an empty one is undefined. */
export function NumberField({
  label,
  value,
  onChange,
  whole = false,
}: ValueProps & { label: string; whole?: boolean }) {
  return (
    <NumberInput
      aria-label={label}
      placeholder={label}
      w={130}
      allowDecimal={!whole}
      value={numberOf(value)}
      onChange={(given) => onChange(typeof given === 'number' ? given : undefined)}
    />
  );
}

export function OneNumber(props: ValueProps) {
  return <NumberField label={useSegmentsText()('value')} {...props} />;
}

export function NumberRange({ value, onChange }: ValueProps) {
  const say = useSegmentsText();
  const [from, to] = listOf(value);
  return (
    <>
      <NumberField label={say('from')} value={from} onChange={(one) => onChange([one, to])} />
      <NumberField label={say('to')} value={to} onChange={(one) => onChange([from, one])} />
    </>
  );
}

export function DayCount(props: ValueProps) {
  const say = useSegmentsText();
  return (
    <>
      <NumberField label={say('days')} whole {...props} />
      <Text size="sm" mt={8}>
        {say('days')}
      </Text>
    </>
  );
}

export function Percent(props: ValueProps) {
  const say = useSegmentsText();
  return (
    <>
      <NumberField label={say('percent')} whole {...props} />
      <Text size="sm" mt={8}>
        %
      </Text>
    </>
  );
}
