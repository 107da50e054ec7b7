import { NumberInput, Text } from '@mantine/core';
import { listOf, numberOf } from '../json.ts';
import { useRulesText } from '../texts.ts';
import type { ValueProps } from './rule-value.tsx';

interface Props extends ValueProps {
  label: string;
  whole?: boolean;
  /** Whether the label stands before the number, where the words around do not say what it is. */
  named?: boolean;
}

/** A number by its label; an empty one is undefined. */
export function NumberField({ label, value, onChange, whole = false, named = false }: Props) {
  return (
    <NumberInput
      aria-label={label}
      placeholder={label}
      w={named ? 190 : 130}
      {...(named && { prefix: `${label}: ` })}
      allowDecimal={!whole}
      value={numberOf(value)}
      onChange={(given) => onChange(typeof given === 'number' ? given : undefined)}
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
