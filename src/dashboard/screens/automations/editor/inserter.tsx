import { ActionIcon, Menu } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { STEP_TYPES } from '../definition/step.ts';
import { keyOf, type Place } from '../definition/tree.ts';
import { useEditorText } from '../editor-texts.ts';
import { useStepText } from '../step-texts.ts';
import { useEditing } from './editing.ts';
import { StepIcon } from './step-icon.tsx';

/** Inserts a step of a kind that one chooses at a place. */
export function Inserter({ place, isTarget = false }: { place: Place; isTarget?: boolean }) {
  const say = useEditorText();
  const sayStep = useStepText();
  const { insert, words, draft } = useEditing();
  return (
    <Menu position="bottom-start" transitionProps={{ duration: 0 }} withinPortal>
      <Menu.Target>
        <ActionIcon
          className="nodrag nopan"
          variant={isTarget ? 'filled' : 'default'}
          size="sm"
          radius="xl"
          data-place={keyOf(place)}
          aria-label={say('insert', { place: words.place(draft.steps, place) })}
        >
          <PlusIcon aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {STEP_TYPES.map((type) => (
          <Menu.Item key={type} leftSection={<StepIcon of={type} />} onClick={() => insert(place, type)}>
            {sayStep(type)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
