import { Alert, Button, Group, Text } from '@mantine/core';
import { useEditorText } from './editor-texts.ts';
import type { useSaving } from './use-saving.ts';

/** Two people changed the template: the second to save chooses a version. */
export function Conflict({ saving: { loadTheirs, save, busy } }: { saving: ReturnType<typeof useSaving> }) {
  const t = useEditorText();
  return (
    <Alert color="orange" variant="outline" role="alert" title={t('conflict')}>
      <Text size="sm">{t('conflictHint')}</Text>
      <Group mt="sm">
        <Button variant="default" size="xs" onClick={loadTheirs}>
          {t('loadTheirs')}
        </Button>
        <Button variant="default" size="xs" loading={busy} onClick={() => void save({ over: true })}>
          {t('overwrite')}
        </Button>
      </Group>
    </Alert>
  );
}
