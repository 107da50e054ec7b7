import { Textarea } from '@mantine/core';
import { useMayWrite } from '../../session/viewer.tsx';
import { useEditorText } from './editor-texts.ts';
import { LiquidText } from './liquid-text.tsx';

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
