import { TextInput, type TextInputProps } from '@mantine/core';
import { errorAt } from '../definition/part-errors.ts';
import { textOf } from '../definition/step.ts';
import type { FieldsProps } from './field.ts';

interface Props extends FieldsProps, Pick<TextInputProps, 'placeholder' | 'type' | 'description'> {
  field: string;
  label: string;
  /** Whether it may be absent: then it is when it is empty. */
  optional?: boolean;
}

/** A text of a part. */
export function TextField({ part, errors, set, field, optional = false, ...props }: Props) {
  return (
    <TextInput
      {...props}
      value={textOf(part, field)}
      onChange={({ currentTarget: { value } }) => set(field, optional && value === '' ? undefined : value)}
      error={errorAt(errors, field)}
    />
  );
}
