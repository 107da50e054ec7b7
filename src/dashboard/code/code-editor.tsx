import { Input, Skeleton } from '@mantine/core';
import { lazy, type Ref, Suspense, useId } from 'react';

const CodeMirror = lazy(() => import('./code-mirror.tsx'));

export type CodeLanguage = 'html' | 'mjml' | 'markdown' | 'liquid' | 'json' | 'text';

/** An error at a position in the code. Lines and columns count from 1, as in the API. */
export interface Problem {
  line: number;
  column: number;
  message: string;
}

/** Actions on an editor from outside. */
export interface CodeHandle {
  /** Inserts a text at the cursor and replaces the selection. */
  insert(text: string): void;
}

export interface CodeProps {
  label: string;
  value: string;
  language: CodeLanguage;
  onChange?: (value: string) => void;
  problems?: readonly Problem[];
  readOnly?: boolean;
  /** The maximum height in pixels; longer code scrolls. */
  height?: number;
  ref?: Ref<CodeHandle> | undefined;
}

/** Where code is written, with its faults marked where they are. The editor itself is loaded when one is shown. */
export function CodeEditor(props: CodeProps) {
  const id = useId();
  return (
    <Input.Wrapper label={props.label} labelElement="div" labelProps={{ id }}>
      <Suspense fallback={<Skeleton height={props.height ?? 320} />}>
        <CodeMirror {...props} labelledBy={id} />
      </Suspense>
    </Input.Wrapper>
  );
}
