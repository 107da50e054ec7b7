import { Switch } from '@mantine/core';
import type { FieldsProps } from './field.ts';

/** Something that is so or not; absent is not. */
export function YesOrNoField({ part, set, field, label }: FieldsProps & { field: string; label: string }) {
  return (
    <Switch
      label={label}
      checked={part[field] === true}
      onChange={({ currentTarget: { checked } }) => set(field, checked || undefined)}
    />
  );
}
