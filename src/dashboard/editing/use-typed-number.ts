import { useState } from 'react';
import type { useNumbers } from '../numbers/use-numbers.ts';

/**
 * The props of a number field; empty or unreadable input gives undefined. The typed text stays while the field has the focus,
 * or while it means the same number: 12.50 is not rewritten.
 */
export function useTypedNumber(
  { read, write, wordsFor }: ReturnType<typeof useNumbers>,
  value: number | undefined,
  onChange: (value: number | undefined) => void,
) {
  const [typed, setTyped] = useState('');
  const [isFocused, setFocused] = useState(false);
  const text = isFocused || read(typed).value === value ? typed : value === undefined ? '' : write(value);
  return {
    text,
    problem: wordsFor(read(text).problem),
    type: (now: string) => {
      setTyped(now);
      onChange(read(now).value);
    },
    enter: () => {
      setTyped(text);
      setFocused(true);
    },
    leave: () => setFocused(false),
  };
}
