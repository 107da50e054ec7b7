import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { VariablesMenu } from './variables-menu.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  description?: ReactNode;
  placeholder?: string | undefined;
  /** Whether it may have several lines. */
  lines?: boolean;
}

/** Arabic and Hebrew start on the right in any dashboard language. */
const IN_ITS_DIRECTION = { unicodeBidi: 'plaintext', textAlign: 'start' } as const;

/** A text in which variables can be put where the cursor is. */
export function LiquidText({ lines = false, onChange, label, ...field }: Props) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const insert = (liquid: string) => {
    const element = input.current;
    if (!element) return;
    const start = element.selectionStart ?? element.value.length;
    onChange(element.value.slice(0, start) + liquid + element.value.slice(element.selectionEnd ?? start));
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(start + liquid.length, start + liquid.length);
    });
  };
  const shared = {
    ...field,
    label,
    ref: input,
    styles: { input: IN_ITS_DIRECTION },
    rightSection: <VariablesMenu label={label} onPick={insert} />,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onChange(value),
  };
  if (lines)
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={14}
        rightSectionProps={{ style: { alignItems: 'flex-start', paddingTop: 4 } }}
      />
    );
  return <TextInput {...shared} />;
}
