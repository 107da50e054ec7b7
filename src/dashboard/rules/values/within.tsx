import { withoutEmpty } from '../json.ts';
import { useRulesText } from '../texts.ts';
import { NumberField } from './numbers.tsx';

interface Props {
  parts: Readonly<Record<string, unknown>>;
  onChange: (value: unknown) => void;
}

/** Within how many days something was; empty: ever. */
export function Within({ parts, onChange }: Props) {
  const t = useRulesText();
  return (
    <NumberField
      label={t('withinDays')}
      named
      whole
      value={parts.within_days}
      onChange={(days) => onChange(withoutEmpty({ ...parts, within_days: days }))}
    />
  );
}
