import { List, Text } from '@mantine/core';
import { changesOf } from '../definition/changes.ts';
import type { Draft } from '../definition/draft.ts';
import type { Step } from '../definition/step.ts';
import { findStep } from '../definition/tree.ts';
import { useEditorText } from '../editor-texts.ts';
import { useStepText } from '../step-texts.ts';
import type { Words } from '../use-words.ts';

interface Props {
  before: Draft;
  after: Draft;
  words: Words;
  /** How many people are at a step that goes. */
  waitingAt?: (step: string) => number;
}

/** The changes between two definitions in words, with the people at deleted steps. */
export function Differences({ before, after, words, waitingAt = () => 0 }: Props) {
  const t = useEditorText();
  const tStep = useStepText();
  const { parts, added, removed, changed, moved } = changesOf(before, after);
  const nameOf = (part: (typeof parts)[number]) =>
    part === 'name' ? t('name') : part === 'listId' ? t('mailingList') : tStep(part);
  const turned = (step: Step) => {
    const then = findStep(before.steps, step.id)?.step;
    return [...new Set([then && words.label(then), words.label(step)])].filter(Boolean).join(' → ');
  };
  const gone = (step: Step) => {
    const waiting = waitingAt(step.id);
    return `${t('removedStep', { what: words.label(step) })}${waiting > 0 ? ` (${t('staysOnOldVersion', { count: waiting })})` : ''}`;
  };
  const changes = [
    ...parts.map((part) => t('changedPart', { what: nameOf(part) })),
    ...added.map((step) => t('addedStep', { what: words.label(step) })),
    ...changed.map((step) => t('changedPart', { what: turned(step) })),
    ...moved.map((step) => t('movedStep', { what: words.label(step) })),
    ...removed.map(gone),
  ];
  if (changes.length === 0) return <Text size="sm">{t('noVisibleChanges')}</Text>;
  return (
    <List size="sm" aria-label={t('changes')}>
      {changes.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same text
        <List.Item key={index}>{one}</List.Item>
      ))}
    </List>
  );
}
