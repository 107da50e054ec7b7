import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useTypedNumber } from '../editing/use-typed-number.ts';
import { useNumbers } from './use-numbers.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'prefix'> {
  value: number | undefined;
  /** With undefined where nothing is typed, or no number. */
  onChange: (value: number | undefined) => void;
  /** The maximum number of decimals; any if absent. More are refused, not cut off. */
  decimals?: number | undefined;
  /** Its code may be typed before or after the amount. */
  currency?: string | undefined;
  /** Words before the number, within the field. */
  prefix?: string;
  /** Words after it. */
  suffix?: string | undefined;
}

/**
 * A field for a number or an amount, typed and shown as the screens write numbers. Unreadable input shows an error beside the
 * field, and `focusMisread` blocks the form.
 */
export function NumberEntry({ value, onChange, decimals, currency, prefix, suffix, error, ...field }: Props) {
  const { text, problem, type, enter, leave } = useTypedNumber(useNumbers({ decimals, currency }), value, onChange);
  return (
    <TextInput
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...(prefix && beside('left', prefix))}
      {...(suffix && beside('right', suffix))}
      {...field}
      value={text}
      onFocus={enter}
      onBlur={(event) => {
        leave();
        field.onBlur?.(event);
      }}
      onChange={(event) => type(event.currentTarget.value)}
      error={problem ?? error}
      {...(problem && { 'data-misread': true })}
    />
  );
}

/** A label inside a field. Its width is estimated in digits, which are wider than most letters. */
const beside = (side: 'left' | 'right', words: string) => ({
  [`${side}Section`]: (
    <Text size="sm" c="dimmed" aria-hidden>
      {words}
    </Text>
  ),
  [`${side}SectionWidth`]: `${words.length + 3}ch`,
  [`${side}SectionPointerEvents`]: 'none' as const,
});
