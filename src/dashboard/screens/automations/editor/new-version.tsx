import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../shell/dialog.tsx';
import type { Draft } from '../definition/draft.ts';
import { useEditorText } from '../editor-texts.ts';
import { Differences } from './differences.tsx';
import { useEditing } from './editing.ts';

interface Props {
  saved: Draft;
  version: number;
  underWay: number;
  busy: boolean;
  onSave(moveRuns: boolean): void;
  onClose(): void;
}

/** Confirms a new version, with its changes and the people in progress. */
export function NewVersion({ saved, version, underWay, busy, onSave, onClose }: Props) {
  const t = useEditorText();
  const { draft, words, counts } = useEditing();
  const [moveRuns, setMoveRuns] = useState(false);
  const next = version + 1;
  return (
    <Dialog opened onClose={onClose} title={t('newVersion', { version: next })} size="lg">
      <Stack>
        <Text size="sm">{t('newVersionHint', { version: next })}</Text>
        <Differences before={saved} after={draft} words={words} waitingAt={(id) => counts.get(id)?.waiting ?? 0} />
        {underWay > 0 && (
          <Checkbox
            label={t('moveRuns', { count: underWay })}
            checked={moveRuns}
            onChange={({ currentTarget: { checked } }) => setMoveRuns(checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button onClick={() => onSave(moveRuns)} loading={busy}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
