import { ActionIcon, Menu } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { STEP_TYPES } from '../definition/step.ts';
import { keyOf, type Slot } from '../definition/tree.ts';
import { useEditorText } from '../editor-texts.ts';
import { useStepText } from '../step-texts.ts';
import { useEditing } from './editing.ts';
import { StepIcon } from './step-icon.tsx';

/** Inserts a step of a chosen type at a slot. */
export function Inserter({ slot, isTarget = false }: { slot: Slot; isTarget?: boolean }) {
  const t = useEditorText();
  const tStep = useStepText();
  const { insert, words, draft } = useEditing();
  return (
    <Menu position="bottom-start" transitionProps={{ duration: 0 }} withinPortal>
      <Menu.Target>
        <ActionIcon
          className="nodrag nopan"
          variant={isTarget ? 'filled' : 'default'}
          size="sm"
          radius="xl"
          data-slot={keyOf(slot)}
          aria-label={t('insert', { slot: words.slot(draft.steps, slot) })}
        >
          <PlusIcon aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {STEP_TYPES.map((type) => (
          <Menu.Item key={type} leftSection={<StepIcon of={type} />} onClick={() => insert(slot, type)}>
            {tStep(type)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
