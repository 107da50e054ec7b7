import { TextInput } from '@mantine/core';
import { partsOf, textOf, withoutEmpty } from '../json.ts';
import { useRulesText } from '../texts.ts';
import { NumberField } from './numbers.tsx';
import type { ValueProps } from './rule-value.tsx';
import { Within } from './within.tsx';

/** How many of the smallest unit make one of a currency: 100 cents, 1 yen. */
function unitsOf(currency: string): number {
  if (!/^[A-Za-z]{3}$/.test(currency)) return 100;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return 10 ** maximumFractionDigits;
}

function Currency({ value, onChange }: ValueProps) {
  const say = useRulesText();
  return (
    <TextInput
      aria-label={say('currency')}
      placeholder="EUR"
      w={80}
      maxLength={3}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
    />
  );
}

/** An amount, typed in whole units of its currency and kept in the smallest. */
export function Total({ value, onChange }: ValueProps) {
  const say = useRulesText();
  const parts = partsOf(value);
  const units = unitsOf(textOf(parts.currency));
  const put = (part: Record<string, unknown>) => onChange(withoutEmpty({ ...parts, ...part }));
  const shown = typeof parts.amount === 'number' ? parts.amount / units : undefined;
  return (
    <>
      <NumberField
        label={say('amount')}
        named
        value={shown}
        onChange={(typed) => put({ amount: typeof typed === 'number' ? Math.round(typed * units) : undefined })}
      />
      <Currency
        value={parts.currency}
        onChange={(currency) =>
          put({ currency, ...(shown !== undefined && { amount: Math.round(shown * unitsOf(textOf(currency))) }) })
        }
      />
      <Within parts={parts} onChange={onChange} />
    </>
  );
}

export function Orders({ value, onChange }: ValueProps) {
  const say = useRulesText();
  const parts = partsOf(value);
  const put = (part: Record<string, unknown>) => onChange(withoutEmpty({ ...parts, ...part }));
  return (
    <>
      <NumberField label={say('orders')} named whole value={parts.count} onChange={(count) => put({ count })} />
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
