import { Alert, Button, Group, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { CombinedError } from 'urql';
import { failureOf } from '../client/failure.ts';
import { messageOf } from '../client/field-errors.ts';
import { onMissed } from '../client/missed.ts';
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

const reload = (): void => location.reload();

/** Whether the code of a screen did not arrive. Each browser has its own words. */
const isUnread = (error: unknown): boolean => error instanceof TypeError && /import/i.test(error.message);

/** A screen that broke while it was drawn, or whose code did not arrive: then it is loaded again once the server is back. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const t = useStateText();
  useEffect(() => (isUnread(error) ? onMissed(reload) : undefined), [error]);
  return (
    <Alert color="red" variant="outline" title={t(isUnread(error) ? 'unreachable' : 'fault')} role="alert">
      {!isUnread(error) && <p>{error instanceof Error ? error.message : String(error)}</p>}
      <Button variant="default" size="xs" onClick={isUnread(error) ? reload : reset}>
        {t('retry')}
      </Button>
    </Alert>
  );
}
