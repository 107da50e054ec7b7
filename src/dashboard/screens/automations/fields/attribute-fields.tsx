import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { errorAt } from '../definition/part-errors.ts';
import { textOf } from '../definition/step.ts';
import { useEditing } from '../editor/editing.ts';
import { useFieldText } from '../field-texts.ts';
import { ContactField } from './choices.tsx';
import type { FieldsProps } from './field.ts';

/** Which attribute gets which value, of the type of its contact field. */
export function AttributeFields(props: FieldsProps) {
  const t = useFieldText();
  const { fields } = useEditing();
  const { part, errors, set } = props;
  const type = fields.find(({ key }) => key === textOf(part, 'key'))?.type;
  const { value } = part;
  const shared = { label: t('value'), error: errorAt(errors, 'value') };
  return (
    <>
      <ContactField {...props} field="key" label={t('contactField')} />
      <Switch
        label={t('clearValue')}
        checked={value === null}
        onChange={({ currentTarget: { checked } }) => set('value', checked ? null : '')}
      />
      {value !== null && type === 'NUMBER' && (
        <NumberEntry
          {...shared}
          value={typeof value === 'number' ? value : undefined}
          onChange={(one) => set('value', one ?? '')}
        />
      )}
      {value !== null && type === 'BOOLEAN' && (
        <NativeSelect
          {...shared}
          value={String(value)}
          data={[
            { value: '', label: t('choose') },
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
          onChange={({ currentTarget: { value } }) => set('value', value === '' ? '' : value === 'true')}
        />
      )}
      {value !== null && type !== 'NUMBER' && type !== 'BOOLEAN' && (
        <TextInput
          {...shared}
          type={type === 'DATE' ? 'date' : 'text'}
          value={String(value ?? '')}
          onChange={({ currentTarget: { value } }) => set('value', value)}
        />
      )}
    </>
  );
}
