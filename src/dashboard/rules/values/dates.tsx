import { TextInput } from '@mantine/core';
import { DaysIn } from '../../session/days-in.tsx';
import { listOf, textOf } from '../json.ts';
import { useRulesText } from '../texts.ts';
import type { ValueProps } from './rule-value.tsx';

/** A day. An exact time, which only the API can set, is shown and edited as text. */
function DateField({ label, value, onChange }: ValueProps & { label: string }) {
  const given = textOf(value);
  const isDay = given === '' || /^\d{4}-\d{2}-\d{2}$/.test(given);
  return (
    <TextInput
      aria-label={label}
      type={isDay ? 'date' : 'text'}
      w={isDay ? 160 : 240}
      value={given}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function OneDate(props: ValueProps) {
  return (
    <>
      <DateField label={useRulesText()('day')} {...props} />
      <DaysIn />
    </>
  );
}

export function DateRange({ value, onChange }: ValueProps) {
  const t = useRulesText();
  const [from, to] = listOf(value);
  return (
    <>
      <DateField label={t('from')} value={from} onChange={(one) => onChange([one, to])} />
      <DateField label={t('to')} value={to} onChange={(one) => onChange([from, one])} />
      <DaysIn />
    </>
  );
}
