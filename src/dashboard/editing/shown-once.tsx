import { Alert, Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyField } from './copy-field.tsx';
import { useEditingText } from './texts.ts';

/** A secret that is shown once: it stays until the user confirms that they copied it. */
export function ShownOnce({ label, secret, onCopied }: { label: string; secret: string; onCopied: () => void }) {
  const t = useEditingText();
  const around = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => around.current?.querySelector<HTMLElement>('[role=textbox]')?.focus(), []);
  return (
    <Stack ref={around}>
      <Alert variant="outline" color="orange" title={t('copyNow')}>
        {t('copyNowHint')}
      </Alert>
      <CopyField label={label} value={secret} />
      <Group justify="flex-end">
        <Button onClick={onCopied}>{t('confirmCopied')}</Button>
      </Group>
    </Stack>
  );
}
