import type { ValueKind } from '../grammar.ts';
import { Amount, AmountList, type AmountProps, AmountRange, CurrencyCodes, NumberList } from './amounts.tsx';
import { NumberRange, OneNumber } from './numbers.tsx';
import { Currency } from './revenue.tsx';
import { OneText, Texts } from './texts.tsx';

const EDITORS: Partial<Record<ValueKind, (props: AmountProps) => React.ReactNode>> = {
  text: OneText,
  texts: Texts,
  number: OneNumber,
  numbers: NumberRange,
  numberList: NumberList,
  amount: Amount,
  amounts: AmountRange,
  amountList: AmountList,
  currency: Currency,
  currencies: CurrencyCodes,
};

/** The operand editor of an event condition. */
export function PropertyValue({ kind, ...props }: AmountProps & { kind: ValueKind }) {
  const Editor = EDITORS[kind];
  return Editor ? <Editor {...props} /> : null;
}
