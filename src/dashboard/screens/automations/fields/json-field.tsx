import { Input, Stack } from '@mantine/core';
import { useState } from 'react';
import { CodeEditor } from '../../../code/code-editor.tsx';
import { isSameDraft } from '../definition/draft.ts';
import { useFieldText } from '../field-texts.ts';

interface Props {
  label: string;
  value: unknown;
  onChange(value: unknown): void;
  error?: string | undefined;
  readOnly?: boolean;
}

const HEIGHT = 200;

/** A JSON text: invalid input stays in the editor with an error. */
export function JsonField({ label, value, onChange, error, readOnly = false }: Props) {
  const t = useFieldText();
  const [text, setText] = useState(() => written(value));
  const read = parsed(text);
  // Outside changes, such as undo, replace the text.
  const shown = read && !isSameDraft(read.value, value) ? written(value) : text;
  const type = (typed: string) => {
    setText(typed);
    const read = parsed(typed);
    if (read && !isSameDraft(read.value, value)) onChange(read.value);
  };
  const problem = error ?? (read ? undefined : t('invalidJson'));
  return (
    <Stack gap={4}>
      <CodeEditor label={label} value={shown} language="json" onChange={type} readOnly={readOnly} height={HEIGHT} />
      {problem && <Input.Error role="alert">{problem}</Input.Error>}
    </Stack>
  );
}

const written = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
