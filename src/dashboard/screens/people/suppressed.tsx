import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  RemoveSuppressionDocument,
  type SuppressionOfFragment,
  SuppressPersonDocument,
} from '../../../generated/dashboard/people.ts';
import { useMutation } from '../../client/use-mutation.ts';
import type { useUndo } from '../../editing/undo.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { Failed } from '../../states/failed.tsx';
import { usePersonText } from './person-texts.ts';

/** Why nothing is sent to the address, and how that ends. That of a whole domain is no matter of one person. */
export function Suppressed({ email, suppression, undo, onChange }: Props) {
  const t = usePersonText();
  const mayWrite = useMayWrite();
  const [error, setError] = useState<CombinedError>();
  const [unsuppress, busy] = useMutation(RemoveSuppressionDocument);
  const [suppress] = useMutation(SuppressPersonDocument);
  const { id, domain, reason } = suppression;
  const act = async () => {
    const { error } = await unsuppress({ id });
    setError(error);
    if (error) return;
    undo.show(t('suppressionRemoved'), async () => {
      const result = await suppress({ email, reason });
      onChange();
      return result;
    });
    onChange();
  };
  return (
    <Alert color="orange" variant="outline">
      <Group justify="space-between">
        <Stack gap={2} style={{ flex: 1, minWidth: 200 }}>
          <Text size="sm" fw={500}>
            {reason === 'ERASED' ? t('erased') : t('suppressed')}
          </Text>
          {reason !== 'ERASED' && (
            <Text size="sm">
              {domain ? t('domainSuppressed', { domain, reason: t(reason) }) : t('reasonIs', { reason: t(reason) })}
            </Text>
          )}
        </Stack>
        {domain ? (
          <TextLink to="/lists/suppressions" search={{ search: domain }} size="sm">
            {t('viewSuppressions')}
          </TextLink>
        ) : (
          mayWrite &&
          reason !== 'ERASED' && (
            <Button variant="default" size="xs" loading={busy} onClick={() => void act()}>
              {t('removeSuppression')}
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
  suppression: SuppressionOfFragment;
  undo: ReturnType<typeof useUndo>;
  onChange: () => void;
}
