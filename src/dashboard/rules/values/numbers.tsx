import { Text } from '@mantine/core';
import { NumberEntry } from '../../numbers/number-entry.tsx';
import { listOf } from '../json.ts';
import { useRulesText } from '../texts.ts';
import type { ValueProps } from './rule-value.tsx';

interface Props extends ValueProps {
  label: string;
  whole?: boolean;
  /** Whether to show the label before the number, if the words around do not explain it. */
  named?: boolean;
  /** The maximum. */
  decimals?: number;
  /** The currency of an amount. */
  currency?: string;
}

/** A number by its label; an empty one is undefined. */
export function NumberField({ label, value, onChange, whole = false, named = false, decimals, currency }: Props) {
  return (
    <NumberEntry
      aria-label={label}
      {...(named ? { prefix: label, w: 210 } : { placeholder: label, w: 130 })}
      decimals={whole ? 0 : decimals}
      currency={currency}
      value={typeof value === 'number' ? value : undefined}
      onChange={onChange}
    />
  );
}

export function OneNumber(props: ValueProps) {
  return <NumberField label={useRulesText()('value')} {...props} />;
}

export function NumberRange({ value, onChange }: ValueProps) {
  const t = useRulesText();
  const [from, to] = listOf(value);
  return (
    <>
      <NumberField label={t('from')} value={from} onChange={(one) => onChange([one, to])} />
      <NumberField label={t('to')} value={to} onChange={(one) => onChange([from, one])} />
    </>
  );
}

export function DayCount(props: ValueProps) {
  const t = useRulesText();
  return (
    <>
      <NumberField label={t('days')} whole {...props} />
      <Text size="sm" mt={8}>
        {t('days')}
      </Text>
    </>
  );
}

export function Percent(props: ValueProps) {
  const t = useRulesText();
  return (
    <>
      <NumberField label={t('percent')} whole {...props} />
      <Text size="sm" mt={8}>
        %
      </Text>
    </>
  );
}
