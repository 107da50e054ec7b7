import { Group, Stack, Text } from '@mantine/core';
import { useMemo, useRef } from 'react';
import type { TemplateEditor } from '../../../generated/dashboard/templates.ts';
import { CodeEditor, type CodeHandle, type CodeLanguage } from '../../code/code-editor.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { useEditorText } from './editor-texts.ts';
import { problemIn } from './problems.ts';
import { VariablesMenu } from './variables-menu.tsx';

const LANGUAGES: Record<TemplateEditor, CodeLanguage> = {
  BLOCKS: 'json',
  HTML: 'html',
  MJML: 'mjml',
  MARKDOWN: 'markdown',
};

interface Props {
  editor: TemplateEditor;
  content: string;
  styles: string;
  errors: Record<string, string>;
  onContent: (content: string) => void;
  onStyles: (styles: string) => void;
}

/** The content of a template as code, and its styles, with the faults that the server finds. */
export function CodePart({ editor, content, styles, errors, onContent, onStyles }: Props) {
  const t = useEditorText();
  const readOnly = !useMayWrite();
  const code = useRef<CodeHandle>(null);
  return (
    <Stack>
      <div>
        {!readOnly && (
          <Group justify="flex-end" mb={-26}>
            <VariablesMenu label={t('content')} onPick={(liquid) => code.current?.insert(liquid)} />
          </Group>
        )}
        <CodeEditor
          ref={code}
          label={t('content')}
          language={LANGUAGES[editor]}
          value={content}
          onChange={onContent}
          problems={useProblems(errors.content)}
          readOnly={readOnly}
          height={520}
        />
        <Fault message={errors.content} />
      </div>
      <div>
        <CodeEditor
          label={t('styles')}
          language="text"
          value={styles}
          onChange={onStyles}
          problems={useProblems(errors.styles)}
          readOnly={readOnly}
          height={140}
        />
        <Fault message={errors.styles} />
      </div>
    </Stack>
  );
}

/** Kept while the message stays the same, since the editor marks new ones. */
function useProblems(message: string | undefined) {
  return useMemo(() => {
    const problem = problemIn(message);
    return problem ? [problem] : [];
  }, [message]);
}

/** A fault in words: the mark in the code is not seen by everybody. */
function Fault({ message }: { message: string | undefined }) {
  const t = useEditorText();
  const problem = problemIn(message);
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="status" mt={4}>
      {problem ? t('lineColumn', { ...problem }) : message}
    </Text>
  );
}
