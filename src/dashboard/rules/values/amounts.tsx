import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { NumberEntry } from '../../numbers/number-entry.tsx';
import { useNumberText } from '../../numbers/texts.ts';
import { useNumbers } from '../../numbers/use-numbers.ts';
import { digitsOf, inMinorUnits, inUnits } from '../../texts/minor-units.ts';
import { listOf, textsOf } from '../json.ts';
import { useRulesText } from '../texts.ts';
import type { ValueProps } from './rule-value.tsx';

export interface AmountProps extends ValueProps {
  /** The currency of the amount, if it is known. */
  currency?: string | undefined;
}

/** An amount, typed in whole units where the currency is known, and kept in the smallest. Without a currency, it is typed as it is kept. */
function AmountField({ label, value, onChange, currency }: AmountProps & { label: string }) {
  const t = useRulesText();
  const digits = currency ? digitsOf(currency) : 0;
  const kept = typeof value === 'number' ? value : undefined;
  const toKeep = (typed: number) => (currency ? inMinorUnits(typed, currency) : typed);
  const shown = kept === undefined || !currency ? kept : inUnits(kept, currency);
  return (
    <NumberEntry
      aria-label={label}
      placeholder={currency ? label : t('smallestUnit')}
      w={currency ? 150 : 260}
      decimals={digits}
      currency={currency}
      suffix={currency}
      value={shown}
      onChange={(one) => onChange(one === undefined ? null : toKeep(one))}
    />
  );
}

export function Amount(props: AmountProps) {
  return <AmountField label={useRulesText()('amount')} {...props} />;
}

export function AmountRange({ value, onChange, currency }: AmountProps) {
  const t = useRulesText();
  const [from, to] = listOf(value);
  return (
    <>
      <AmountField label={t('from')} value={from} currency={currency} onChange={(one) => onChange([one, to])} />
      <AmountField label={t('to')} value={to} currency={currency} onChange={(one) => onChange([from, one])} />
    </>
  );
}

/** Several amounts, in the smallest unit. */
export function AmountList(props: ValueProps) {
  return <NumberTags {...props} decimals={0} placeholder={useRulesText()('smallestUnit')} />;
}

export function NumberList(props: ValueProps) {
  return <NumberTags {...props} placeholder={useRulesText()('numbersHint')} />;
}

interface TagsProps extends ValueProps {
  placeholder: string;
  decimals?: number;
}

/** An empty list would lose the number type, so it holds a null until a number is typed. */
function NumberTags({ value, onChange, placeholder, decimals }: TagsProps) {
  const t = useRulesText();
  const tNumbers = useNumberText();
  const { read, write, example } = useNumbers({ decimals });
  const [misread, setMisread] = useState<string>();
  const numbers = listOf(value).filter((one) => typeof one === 'number');
  const put = (typed: readonly string[]) => {
    setMisread(typed.find((one) => read(one).value === undefined));
    const known = typed.flatMap((one) => read(one).value ?? []);
    onChange(known.length > 0 ? [...new Set(known)] : [null]);
  };
  return (
    <TagsInput
      aria-label={t('values')}
      placeholder={placeholder}
      style={{ flex: '1 1 180px', minWidth: 0, maxWidth: 420 }}
      value={numbers.map(write)}
      onChange={put}
      splitChars={[';']} // a comma or a space may be within a number
      error={misread && tNumbers('notANumber', { typed: misread, example })}
      {...(misread && { 'data-misread': true })}
      acceptValueOnBlur
    />
  );
}

export function CurrencyCodes({ value, onChange }: ValueProps) {
  const t = useRulesText();
  return (
    <TagsInput
      aria-label={t('values')}
      placeholder="EUR"
      style={{ flex: '1 1 180px', minWidth: 0, maxWidth: 420 }}
      value={textsOf(value)}
      onChange={(codes) => onChange(codes.map((code) => code.toUpperCase()))}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
    />
  );
}
