import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Text } from '@mantine/core';
import { DragHandleDots2Icon } from '@radix-ui/react-icons';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from '../templates.module.css';
import { useBlockName } from './block-name.ts';
import { indexOf, levelOf } from './block-paths.ts';
import type { Block } from './document.ts';
import { handleOf } from './handles.ts';
import { summaryOf } from './kinds.ts';
import { useBlockText } from './texts.ts';

interface Props {
  path: string;
  block: Block;
  isChosen: boolean;
  isWrong: boolean;
  choose: (path: string) => void;
  onStep: (path: string, by: 1 | -1) => void;
  /** The blocks in it. */
  children: ReactNode;
}

/** A block in the list: its handle, its name, and the blocks in it. */
export function BlockRow({ path, block, isChosen, isWrong, choose, onStep, children }: Props) {
  const t = useBlockText();
  const { kind, name } = useBlockName();
  const sortable = useSortable({ id: path, animateLayoutChanges: () => false });
  const { attributes, listeners, setDraggableNodeRef, setDroppableNodeRef, setActivatorNodeRef } = sortable;
  const { transform, isDragging, isOver, active } = sortable;
  const stepByKey = (event: KeyboardEvent) => {
    const by = event.altKey && (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined);
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(path, by);
  };
  return (
    <li
      ref={setDraggableNodeRef}
      style={{
        transform: CSS.Translate.toString(transform),
        opacity: isDragging ? 0.6 : 1,
        position: 'relative',
        zIndex: isDragging ? 2 : 'auto',
      }}
      onKeyDownCapture={(event) => {
        if (event.target instanceof Element && event.target.closest('[data-path]')?.getAttribute('data-path') === path)
          stepByKey(event);
      }}
    >
      <div
        ref={setDroppableNodeRef}
        className={classes.row}
        data-path={path}
        data-selected={isChosen || undefined}
        data-over={isOver && !isDragging ? sideOf(path, String(active?.id)) : undefined}
        data-wrong={isWrong || undefined}
      >
        <ActionIcon
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          id={handleOf(path)}
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.handle ?? ''}
          aria-label={t('moveBlock', { what: name(block) })}
        >
          <DragHandleDots2Icon />
        </ActionIcon>
        <button type="button" className={classes.choose} aria-pressed={isChosen} onClick={() => choose(path)}>
          {kind(block)}{' '}
          <Text span size="xs" c="dimmed">
            {summaryOf(block)}
          </Text>
        </button>
      </div>
      {children}
    </li>
  );
}

/** On which side of a block the dragged one will be. */
const sideOf = (path: string, dragged: string): 'above' | 'below' =>
  levelOf(path) === levelOf(dragged) && indexOf(path) > indexOf(dragged) ? 'below' : 'above';
