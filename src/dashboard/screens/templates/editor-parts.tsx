import { Switch, Textarea, TextInput } from '@mantine/core';
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

/** The text part of the e-mails, for people who read no HTML. */
export function TextPart({
  text,
  error,
  onChange,
}: {
  text: string;
  error?: string | undefined;
  onChange: (text: string) => void;
}) {
  const t = useEditorText();
  if (!useMayWrite()) {
    if (text === '') return null;
    return <Textarea label={t('textPart')} value={text} readOnly autosize maxRows={14} />;
  }
  return (
    <LiquidText
      label={t('textPart')}
      description={t('textPartHint')}
      value={text}
      error={error}
      onChange={onChange}
      lines
    />
  );
}

/** Whether a variable without a value keeps the e-mails of a template from leaving. */
export function StrictPart({ strict, onChange }: { strict: boolean; onChange: (strict: boolean) => void }) {
  const t = useEditorText();
  return (
    <Switch
      label={t('strict')}
      description={t('strictHint')}
      checked={strict}
      disabled={!useMayWrite()}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}
