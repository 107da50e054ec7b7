import { NativeSelect } from '@mantine/core';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';

/** Yes, no or the default: an absent value. `usual` names that. */
export function DefaultOrChoiceField({
  part,
  set,
  field,
  label,
  usual,
}: FieldsProps & { field: string; label: string; usual: string }) {
  const t = useFieldText();
  return (
    <NativeSelect
      label={label}
      value={String(part[field] ?? '')}
      data={[
        { value: '', label: usual },
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]}
      onChange={({ currentTarget: { value } }) => set(field, value === '' ? undefined : value === 'true')}
    />
  );
}
