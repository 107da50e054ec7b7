import { Alert, Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useStateText } from './texts.ts';

/** A screen that broke while it was drawn. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const t = useStateText();
  return (
    <Alert color="red" variant="outline" title={t('fault')} role="alert">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <Button variant="default" size="xs" onClick={reset}>
        {t('retry')}
      </Button>
    </Alert>
  );
}
