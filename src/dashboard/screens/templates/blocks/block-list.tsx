import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { Button, Group, Stack } from '@mantine/core';
import { AddBlock } from './add-block.tsx';
import { BlockLevel } from './block-level.tsx';
import { useBlockName } from './block-name.ts';
import { blockAt, countAt, indexOf, levelOf, type Moved, move, withBlock } from './block-paths.ts';
import type { Block, Document } from './document.ts';
import { END, focusHandle } from './handles.ts';
import { useBlockText } from './texts.ts';

/** The nearest block or level end outside the dragged block. */
const nearest: CollisionDetection = ({ droppableContainers, active, ...rest }) =>
  closestCenter({
    ...rest,
    active,
    droppableContainers: droppableContainers.filter(({ id }) => !String(id).startsWith(`${active.id}.`)),
  });

interface Props {
  document: Document;
  chosen: string;
  wrong: string | undefined;
  choose: (path: string) => void;
  change: (document: Document) => void;
}

/** The blocks of a template in their order, which is changed by dragging, or by keys. */
export function BlockList({ document, chosen, wrong, choose, change }: Props) {
  const t = useBlockText();
  const announcements = useAnnouncements(document);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const apply = (moved: Moved | undefined) => {
    if (!moved) return;
    change(moved.document);
    choose(moved.path);
    focusHandle(moved.path);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) apply(moveOver(document, String(active.id), String(over.id)));
  };
  const add = (level: string, index: number, block: Block) => {
    change(withBlock(document, level, index, block));
    choose(`${level}.${index}`);
  };
  const isChosen = blockAt(document, chosen) !== undefined;
  return (
    <Stack gap="xs">
      <Button
        variant={isChosen ? 'subtle' : 'light'}
        size="compact-sm"
        justify="flex-start"
        onClick={() => choose('')}
        aria-pressed={!isChosen}
      >
        {t('settings')}
      </Button>
      <DndContext
        sensors={sensors}
        collisionDetection={nearest}
        onDragEnd={drop}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('dragHint') }, restoreFocus: false }}
      >
        <BlockLevel
          level="blocks"
          blocks={document.blocks}
          chosen={chosen}
          wrong={wrong}
          choose={choose}
          onStep={(path, by) => apply(step(document, path, by))}
          onAdd={add}
        />
      </DndContext>
      <Group>
        <AddBlock
          label={t('add')}
          onAdd={(block) =>
            isChosen
              ? add(levelOf(chosen), indexOf(chosen) + 1, block)
              : add('blocks', countAt(document, 'blocks'), block)
          }
        />
      </Group>
    </Stack>
  );
}

/** The document with a block where it was dropped: on another block, in its place; on the end of a level, there. */
function moveOver(document: Document, from: string, over: string): Moved | undefined {
  if (over.endsWith(END)) {
    const level = levelOf(over);
    return move(document, from, level, countAt(document, level));
  }
  const level = levelOf(over);
  const isBelow = level === levelOf(from) && indexOf(over) > indexOf(from);
  return move(document, from, level, indexOf(over) + (isBelow ? 1 : 0));
}

/** The document with a block one place further up or down at its level. */
export function step(document: Document, path: string, by: 1 | -1): Moved | undefined {
  const to = indexOf(path) + (by === 1 ? 2 : -1);
  const level = levelOf(path);
  return to < 0 || to > countAt(document, level) ? undefined : move(document, path, level, to);
}

function useAnnouncements(document: Document): Announcements {
  const t = useBlockText();
  const { name } = useBlockName();
  const called = (id: string | number) => {
    const block = blockAt(document, String(id));
    return block ? name(block) : t('end');
  };
  return {
    onDragStart: ({ active }) => t('pickedUp', { what: called(active.id) }),
    onDragOver: ({ active, over }) =>
      over && over.id !== active.id ? t('over', { what: called(active.id), where: called(over.id) }) : undefined,
    onDragEnd: ({ active }) => t('dropped', { what: called(active.id) }),
    onDragCancel: ({ active }) => t('cancelled', { what: called(active.id) }),
  };
}
