import { Alert, Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyField } from './copy-field.tsx';
import { useEditingText } from './texts.ts';

/** A secret that is shown once: it stays until the user confirms that they copied it. `children`: more to copy. */
export function ShownOnce({ label, secret, onCopied, children }: Props) {
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
      {children}
      <Group justify="flex-end">
        <Button onClick={onCopied}>{t('confirmCopied')}</Button>
      </Group>
    </Stack>
  );
}

interface Props {
  label: string;
  secret: string;
  onCopied: () => void;
  children?: ReactNode;
}
