import { Alert, Button, Group, Text } from '@mantine/core';
import type { CombinedError } from 'urql';
import { failureOf, wordsOf } from '../client/failure.ts';
import { Nothing } from './nothing.tsx';
import { useStateText } from './texts.ts';

/** A failed read or change, with a retry button. A missing permission is not an error. */
export function Failed({ error, again }: { error: CombinedError; again?: () => void }) {
  const say = useStateText();
  const failure = failureOf(error);
  if (failure === 'forbidden') return <Nothing title={say('forbidden')}>{say('forbiddenMore')}</Nothing>;
  return (
    <Alert color="red" variant="outline" title={say(failure)} role="alert">
      {failure !== 'unreachable' && <Text size="sm">{wordsOf(error)}</Text>}
      {again && (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={again}>
            {say('again')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
