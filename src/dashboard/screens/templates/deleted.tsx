import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { CreateTemplateDocument } from '../../../generated/dashboard/templates.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { Failed } from '../../states/failed.tsx';
import { rememberDeleted, useLastDeleted } from './last-deleted.ts';
import { useGalleryText } from './texts.ts';
import { underFreeName } from './under-free-name.ts';

/** Says which template was deleted last, and brings it back. */
export function Deleted({ onBack }: { onBack: () => void }) {
  const t = useGalleryText();
  const deleted = useLastDeleted();
  const [create, busy] = useMutation(CreateTemplateDocument);
  const [error, setError] = useState<CombinedError>();
  if (!deleted) return null;
  const undo = async () => {
    const { editor, subject, content, styles, text, localeVariants } = deleted;
    const input = { editor, subject, content, styles, text, localeVariants };
    const made = await underFreeName(deleted.name, (name) => create({ input: { ...input, name } }));
    setError(made.error);
    if (made.error) return;
    rememberDeleted(undefined);
    onBack();
  };
  return (
    <Alert
      variant="outline"
      color="gray"
      role="status"
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={() => rememberDeleted(undefined)}
    >
      <Group justify="space-between">
        <Text size="sm">{t('deleted', { name: deleted.name })}</Text>
        <Button variant="default" size="xs" loading={busy} onClick={() => void undo()}>
          {t('undo')}
        </Button>
      </Group>
      {error && <Failed error={error} />}
    </Alert>
  );
}
