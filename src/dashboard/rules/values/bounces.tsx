import { NativeSelect } from '@mantine/core';
import { CAUSES, useCauseText } from '../cause-texts.ts';
import { partsOf, textOf, withoutEmpty } from '../json.ts';
import { useRulesText } from '../texts.ts';
import type { ValueProps } from './rule-value.tsx';
import { Within } from './within.tsx';

/** The cause of bounces, and within how many days. */
export function Bounces({ value, onChange }: ValueProps) {
  const t = useRulesText();
  const cause = useCauseText();
  const parts = partsOf(value);
  return (
    <>
      <NativeSelect
        aria-label={t('cause')}
        value={textOf(parts.cause)}
        data={[{ value: '', label: t('anyCause') }, ...CAUSES.map((one) => ({ value: one, label: cause(one) }))]}
        onChange={(event) => onChange(withoutEmpty({ ...parts, cause: event.currentTarget.value }))}
      />
      <Within parts={parts} onChange={onChange} />
    </>
  );
}
