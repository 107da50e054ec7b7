import { NativeSelect, Switch } from '@mantine/core';
import { errorAt } from '../definition/part-errors.ts';
import { textOf } from '../definition/step.ts';
import { useFieldText } from '../field-texts.ts';
import { useStepText } from '../step-texts.ts';
import { ConditionField } from './condition-field.tsx';
import { DurationField } from './duration-field.tsx';
import type { FieldsProps } from './field.ts';

const REENTRY = ['after_end', 'restart', 'never', 'always'] as const;

/** The entry conditions and the re-entry rule. */
export function EntryFields(props: FieldsProps) {
  const t = useFieldText();
  const tStep = useStepText();
  const { part, errors, set } = props;
  return (
    <>
      <NativeSelect
        label={t('reentry')}
        value={textOf(part, 'again') || 'after_end'}
        data={REENTRY.map((value) => ({ value, label: tStep(`again_${value}`) }))}
        description={part.again === 'restart' ? t('restartHint') : undefined}
        onChange={({ currentTarget: { value } }) => set('again', value)}
        error={errorAt(errors, 'again')}
      />
      <Switch
        label={t('limitReentry')}
        checked={part.not_within !== undefined}
        onChange={({ currentTarget: { checked } }) => set('not_within', checked ? 'P30D' : undefined)}
      />
      {part.not_within !== undefined && <DurationField {...props} field="not_within" label={t('notWithin')} />}
      <Switch
        label={t('onlyMatching')}
        checked={part.if !== undefined}
        onChange={({ currentTarget: { checked } }) => set('if', checked ? { operator: 'and', rules: [] } : undefined)}
      />
      {part.if !== undefined && <ConditionField {...props} field="if" triggerEvent />}
    </>
  );
}
