import { TextInput } from '@mantine/core';
import { useMayWrite } from '../../session/viewer.tsx';
import { useEditorText } from './editor-texts.ts';
import { LiquidText } from './liquid-text.tsx';

/** The subject of the e-mails. */
export function SubjectPart({
  subject,
  error,
  onChange,
}: {
  subject: string;
  error?: string | undefined;
  onChange: (subject: string) => void;
}) {
  const t = useEditorText();
  if (!useMayWrite()) return <TextInput label={t('subject')} value={subject} readOnly />;
  return <LiquidText label={t('subject')} value={subject} error={error} onChange={onChange} />;
}
