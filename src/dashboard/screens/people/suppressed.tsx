import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  LiftOneDocument,
  SuppressPersonDocument,
  type WhySuppressedFragment,
} from '../../../generated/dashboard/people.ts';
import { useChange } from '../../client/use-change.ts';
import type { useUndo } from '../../editing/undo.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { Failed } from '../../states/failed.tsx';
import { usePersonText } from './person-texts.ts';

/** Why nothing is sent to the address, and how that ends. That of a whole domain is no matter of one person. */
export function Suppressed({ email, suppression, undo, onChange }: Props) {
  const say = usePersonText();
  const mayWrite = useMayWrite();
  const [error, setError] = useState<CombinedError>();
  const [lift, busy] = useChange(LiftOneDocument);
  const [suppress] = useChange(SuppressPersonDocument);
  const { id, domain, reason } = suppression;
  const act = async () => {
    const { error } = await lift({ id });
    setError(error);
    if (error) return;
    undo.tell(say('lifted'), async () => {
      const again = await suppress({ email, reason });
      onChange();
      return again;
    });
    onChange();
  };
  return (
    <Alert color="orange" variant="outline">
      <Group justify="space-between">
        <Stack gap={2} style={{ flex: 1, minWidth: 200 }}>
          <Text size="sm" fw={500}>
            {reason === 'ERASED' ? say('erased') : say('suppressed')}
          </Text>
          {reason !== 'ERASED' && (
            <Text size="sm">
              {domain ? say('wholeDomain', { domain, reason: say(reason) }) : say('because', { reason: say(reason) })}
            </Text>
          )}
        </Stack>
        {domain ? (
          <TextLink to="/lists/suppressions" search={{ search: domain }} size="sm">
            {say('toSuppressions')}
          </TextLink>
        ) : (
          mayWrite &&
          reason !== 'ERASED' && (
            <Button variant="default" size="xs" loading={busy} onClick={() => void act()}>
              {say('lift')}
            </Button>
          )
        )}
      </Group>
      {error && <Failed error={error} />}
    </Alert>
  );
}

interface Props {
  email: string;
  suppression: WhySuppressedFragment;
  undo: ReturnType<typeof useUndo>;
  onChange: () => void;
}
