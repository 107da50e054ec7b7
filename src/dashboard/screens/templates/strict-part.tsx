import { Switch } from '@mantine/core';
import { useMayWrite } from '../../session/viewer.tsx';
import { useEditorText } from './editor-texts.ts';

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
