import { useState } from 'react';

/**
 * `value` and `onChange` of a Mantine `NumberInput`; an empty one is undefined. What is typed stays as it is while it says the same
 * number: Mantine gives 12.50 as text.
 */
export function useTypedNumber(value: number | undefined, onChange: (value: number | undefined) => void) {
  const [typed, setTyped] = useState<string | number>('');
  return {
    value: readNumber(typed) === value ? typed : (value ?? ''),
    onChange: (given: string | number) => {
      setTyped(given);
      onChange(readNumber(given));
    },
  };
}

function readNumber(typed: string | number): number | undefined {
  const read = typed === '' ? Number.NaN : Number(typed);
  return Number.isNaN(read) ? undefined : read;
}
