import { Alert, Button, Group, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { CombinedError } from 'urql';
import { failureOf, messageOf } from '../client/failure.ts';
import { EmptyState } from './empty-state.tsx';
import { useStateText } from './texts.ts';

/** A failed read or change, with a retry button. A missing permission is not an error. */
export function Failed({ error, refetch }: { error: CombinedError; refetch?: () => void }) {
  const t = useStateText();
  const failure = failureOf(error);
  if (failure === 'forbidden') return <EmptyState title={t('forbidden')}>{t('forbiddenHint')}</EmptyState>;
  return (
    <Alert color="red" variant="outline" title={t(failure)} role="alert">
      {failure !== 'unreachable' && <Text size="sm">{messageOf(error)}</Text>}
      {refetch && (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={refetch}>
            {t('retry')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

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
