import { TextInput } from '@mantine/core';
import { digitsOf, inMinorUnits, inUnits } from '../../texts/minor-units.ts';
import { partsOf, textOf, withoutEmpty } from '../json.ts';
import { useRulesText } from '../texts.ts';
import { NumberField } from './numbers.tsx';
import type { ValueProps } from './rule-value.tsx';
import { Within } from './within.tsx';

export function Currency({ value, onChange }: ValueProps) {
  const t = useRulesText();
  return (
    <TextInput
      aria-label={t('currency')}
      placeholder="EUR"
      w={80}
      maxLength={3}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
    />
  );
}

/** An amount in the smallest unit, or undefined where the currency has fewer decimals: then it is typed again, not rounded. */
function exactly(amount: number, currency: string): number | undefined {
  const kept = inMinorUnits(amount, currency);
  return inUnits(kept, currency) === amount ? kept : undefined;
}

/** An amount, typed in whole units of its currency and kept in the smallest. */
export function Total({ value, onChange }: ValueProps) {
  const t = useRulesText();
  const parts = partsOf(value);
  const currency = textOf(parts.currency);
  const put = (part: Record<string, unknown>) => onChange(withoutEmpty({ ...parts, ...part }));
  const shown = typeof parts.amount === 'number' ? inUnits(parts.amount, currency) : undefined;
  return (
    <>
      <NumberField
        label={t('amount')}
        named
        decimals={digitsOf(currency)}
        currency={currency}
        value={shown}
        onChange={(typed) => put({ amount: typeof typed === 'number' ? inMinorUnits(typed, currency) : undefined })}
      />
      <Currency
        value={parts.currency}
        onChange={(currency) =>
          put({ currency, ...(shown !== undefined && { amount: exactly(shown, textOf(currency)) }) })
        }
      />
      <Within parts={parts} onChange={onChange} />
    </>
  );
}

export function Orders({ value, onChange }: ValueProps) {
  const t = useRulesText();
  const parts = partsOf(value);
  const put = (part: Record<string, unknown>) => onChange(withoutEmpty({ ...parts, ...part }));
  return (
    <>
      <NumberField label={t('orders')} named whole value={parts.count} onChange={(count) => put({ count })} />
      <Currency value={parts.currency} onChange={(currency) => put({ currency })} />
      <Within parts={parts} onChange={onChange} />
    </>
  );
}

export function LastOrder({ value, onChange }: ValueProps) {
  const parts = partsOf(value);
  return (
    <>
      <Within parts={parts} onChange={onChange} />
      <Currency value={parts.currency} onChange={(currency) => onChange(withoutEmpty({ ...parts, currency }))} />
    </>
  );
}
