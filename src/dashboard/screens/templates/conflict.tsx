import { Alert, Button, Group, Text } from '@mantine/core';
import { useEditorText } from './editor-texts.ts';
import type { useSaving } from './use-saving.ts';

/** Two people changed the template: the second to save chooses a version. */
export function Conflict({ saving: { takeTheirs, save, busy } }: { saving: ReturnType<typeof useSaving> }) {
  const say = useEditorText();
  return (
    <Alert color="orange" variant="outline" role="alert" title={say('conflict')}>
      <Text size="sm">{say('conflictMore')}</Text>
      <Group mt="sm">
        <Button variant="default" size="xs" onClick={takeTheirs}>
          {say('takeTheirs')}
        </Button>
        <Button variant="default" size="xs" loading={busy} onClick={() => void save({ over: true })}>
          {say('saveMine')}
        </Button>
      </Group>
    </Alert>
  );
}
