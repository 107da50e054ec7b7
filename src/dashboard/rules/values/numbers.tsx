import { NumberInput, Text } from '@mantine/core';
import { useTypedNumber } from '../../editing/use-typed-number.ts';
import { listOf } from '../json.ts';
import { useRulesText } from '../texts.ts';
import type { ValueProps } from './rule-value.tsx';

interface Props extends ValueProps {
  label: string;
  whole?: boolean;
  /** Whether the label stands before the number, where the words around do not say what it is. */
  named?: boolean;
  /** At most so many. */
  decimals?: number;
}

/** A number by its label; an empty one is undefined. */
export function NumberField({ label, value, onChange, whole = false, named = false, decimals }: Props) {
  const typed = useTypedNumber(typeof value === 'number' ? value : undefined, onChange);
  return (
    <NumberInput
      aria-label={label}
      placeholder={label}
      w={named ? 190 : 130}
      {...(named && { prefix: `${label}: ` })}
      allowDecimal={!whole}
      {...(decimals !== undefined && { decimalScale: decimals })}
      {...typed}
    />
  );
}

export function OneNumber(props: ValueProps) {
  return <NumberField label={useRulesText()('value')} {...props} />;
}

export function NumberRange({ value, onChange }: ValueProps) {
  const say = useRulesText();
  const [from, to] = listOf(value);
  return (
    <>
      <NumberField label={say('from')} value={from} onChange={(one) => onChange([one, to])} />
      <NumberField label={say('to')} value={to} onChange={(one) => onChange([from, one])} />
    </>
  );
}

export function DayCount(props: ValueProps) {
  const say = useRulesText();
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
  const say = useRulesText();
  return (
    <>
      <NumberField label={say('percent')} whole {...props} />
      <Text size="sm" mt={8}>
        %
      </Text>
    </>
  );
}
