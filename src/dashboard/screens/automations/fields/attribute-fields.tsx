import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useTypedNumber } from '../../../editing/use-typed-number.ts';
import { errorAt } from '../definition/part-errors.ts';
import { textOf } from '../definition/step.ts';
import { useEditing } from '../editor/editing.ts';
import { useFieldText } from '../field-texts.ts';
import { ContactField } from './choices.tsx';
import type { FieldsProps } from './field.ts';

/** Which attribute gets which value, of the type of its contact field. */
export function AttributeFields(props: FieldsProps) {
  const say = useFieldText();
  const { fields } = useEditing();
  const { part, errors, set } = props;
  const type = fields.find(({ key }) => key === textOf(part, 'key'))?.type;
  const { value } = part;
  const typed = useTypedNumber(typeof value === 'number' ? value : undefined, (one) => set('value', one ?? ''));
  const shared = { label: say('value'), error: errorAt(errors, 'value') };
  return (
    <>
      <ContactField {...props} field="key" label={say('key')} />
      <Switch
        label={say('remove')}
        checked={value === null}
        onChange={({ currentTarget: { checked } }) => set('value', checked ? null : '')}
      />
      {value !== null && type === 'NUMBER' && <NumberInput {...shared} {...typed} />}
      {value !== null && type === 'BOOLEAN' && (
        <NativeSelect
          {...shared}
          value={String(value)}
          data={[
            { value: '', label: say('choose') },
            { value: 'true', label: say('yes') },
            { value: 'false', label: say('no') },
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
