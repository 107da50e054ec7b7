import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useState } from 'react';
import { EventNameChoicesDocument } from '../../../generated/dashboard/rules.ts';
import { useRead } from '../../client/use-read.ts';

interface Props extends Omit<AutocompleteProps, 'data' | 'onChange' | 'value'> {
  value: string;
  onChange(name: string): void;
}

/** The name of an event: one that was recorded, or another. */
export function EventName({ value, onChange, ...props }: Props) {
  const [isAsked, setAsked] = useState(false);
  const read = useRead(EventNameChoicesDocument, { search: value.trim() || null }, { pause: !isAsked });
  return (
    <Autocomplete
      {...props}
      value={value}
      data={(read.data?.eventNames ?? []).map(({ name }) => name)}
      filter={({ options }) => options}
      onFocus={() => setAsked(true)}
      onChange={onChange}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
