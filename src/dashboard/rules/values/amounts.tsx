import { NumberInput, TagsInput } from '@mantine/core';
import { useTypedNumber } from '../../editing/use-typed-number.ts';
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
  const say = useRulesText();
  const digits = currency ? digitsOf(currency) : 0;
  const kept = typeof value === 'number' ? value : undefined;
  const toKeep = (typed: number) => (currency ? inMinorUnits(typed, currency) : Math.round(typed));
  const shown = kept === undefined || !currency ? kept : inUnits(kept, currency);
  const typed = useTypedNumber(shown, (one) => onChange(one === undefined ? null : toKeep(one)));
  return (
    <NumberInput
      aria-label={label}
      placeholder={currency ? label : say('smallestUnit')}
      w={currency ? 150 : 260}
      min={0}
      allowDecimal={digits > 0}
      decimalScale={digits}
      {...(currency && { suffix: ` ${currency}` })}
      {...typed}
    />
  );
}

export function Amount(props: AmountProps) {
  return <AmountField label={useRulesText()('amount')} {...props} />;
}

export function AmountRange({ value, onChange, currency }: AmountProps) {
  const say = useRulesText();
  const [from, to] = listOf(value);
  return (
    <>
      <AmountField label={say('from')} value={from} currency={currency} onChange={(one) => onChange([one, to])} />
      <AmountField label={say('to')} value={to} currency={currency} onChange={(one) => onChange([from, one])} />
    </>
  );
}

/** Several amounts, in the smallest unit. */
export function AmountList(props: ValueProps) {
  return <NumberTags {...props} placeholder={useRulesText()('smallestUnit')} />;
}

export function NumberList(props: ValueProps) {
  return <NumberTags {...props} placeholder={useRulesText()('numbersHint')} />;
}

/** An empty list would not tell that its members are numbers, so it holds a null meanwhile. */
function NumberTags({ value, onChange, placeholder }: ValueProps & { placeholder: string }) {
  const say = useRulesText();
  const numbers = listOf(value).filter((one) => typeof one === 'number');
  const put = (typed: readonly string[]) => {
    const read = typed.map((one) => Number(one.trim().replace(',', '.'))).filter(Number.isFinite);
    onChange(read.length > 0 ? [...new Set(read)] : [null]);
  };
  return (
    <TagsInput
      aria-label={say('values')}
      placeholder={placeholder}
      style={{ flex: '1 1 180px', minWidth: 0, maxWidth: 420 }}
      value={numbers.map(String)}
      onChange={put}
      splitChars={[';', ' ']}
      acceptValueOnBlur
    />
  );
}

export function CurrencyCodes({ value, onChange }: ValueProps) {
  const say = useRulesText();
  return (
    <TagsInput
      aria-label={say('values')}
      placeholder="EUR"
      style={{ flex: '1 1 180px', minWidth: 0, maxWidth: 420 }}
      value={textsOf(value)}
      onChange={(codes) => onChange(codes.map((code) => code.toUpperCase()))}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
    />
  );
}
