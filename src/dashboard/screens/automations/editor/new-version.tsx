import { Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../shell/dialog.tsx';
import { changesOf } from '../definition/changes.ts';
import type { Draft } from '../definition/draft.ts';
import type { Step } from '../definition/step.ts';
import { useEditorText } from '../editor-texts.ts';
import { useStepText } from '../step-texts.ts';
import { useEditing } from './editing.ts';

interface Props {
  saved: Draft;
  version: number;
  underWay: number;
  busy: boolean;
  onSave(moveRuns: boolean): void;
  onClose(): void;
}

/** Before a new version: what it changes, and who goes on by it. */
export function NewVersion({ saved, version, underWay, busy, onSave, onClose }: Props) {
  const say = useEditorText();
  const [moveRuns, setMoveRuns] = useState(false);
  const next = version + 1;
  return (
    <Dialog opened onClose={onClose} title={say('newVersion', { version: next })} size="lg">
      <Stack>
        <Text size="sm">{say('newVersionMore', { version: next })}</Text>
        <Differences saved={saved} />
        {underWay > 0 && (
          <Checkbox
            label={say('moveRuns', { count: underWay })}
            checked={moveRuns}
            onChange={({ currentTarget: { checked } }) => setMoveRuns(checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button onClick={() => onSave(moveRuns)} loading={busy}>
            {say('save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What the draft changes, in words, and who is at a step that goes. */
function Differences({ saved }: { saved: Draft }) {
  const say = useEditorText();
  const sayStep = useStepText();
  const { draft, words, counts } = useEditing();
  const { parts, added, removed, changed, moved } = changesOf(saved, draft);
  const nameOf = (part: (typeof parts)[number]) =>
    part === 'name' ? say('name') : part === 'listId' ? say('about') : sayStep(part);
  const told = (what: string, step: Step) => ({ id: `${what} ${step.id}`, text: what, step });
  return (
    <List size="sm" aria-label={say('changes')}>
      {parts.map((part) => (
        <List.Item key={part}>{say('changedPart', { what: nameOf(part) })}</List.Item>
      ))}
      {[
        ...added.map((step) => told(say('addedStep', { what: words.label(step) }), step)),
        ...changed.map((step) => told(say('changedPart', { what: words.label(step) }), step)),
        ...moved.map((step) => told(say('movedStep', { what: words.label(step) }), step)),
      ].map(({ id, text }) => (
        <List.Item key={id}>{text}</List.Item>
      ))}
      {removed.map((step) => {
        const waiting = counts.get(step.id)?.waiting ?? 0;
        const stays = waiting > 0 ? ` (${say('waitingThere', { count: waiting })})` : '';
        return <List.Item key={step.id}>{`${say('removedStep', { what: words.label(step) })}${stays}`}</List.Item>;
      })}
    </List>
  );
}
