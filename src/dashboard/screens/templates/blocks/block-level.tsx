import { useDroppable } from '@dnd-kit/core';
import { SortableContext } from '@dnd-kit/sortable';
import { Text } from '@mantine/core';
import classes from '../templates.module.css';
import { AddBlock } from './add-block.tsx';
import { BlockRow } from './block-row.tsx';
import { type Block, levelsOf } from './document.ts';
import { END } from './handles.ts';
import { useBlockText } from './texts.ts';

export interface LevelProps {
  level: string;
  blocks: readonly Block[];
  chosen: string;
  wrong: string | undefined;
  choose: (path: string) => void;
  onStep: (path: string, by: 1 | -1) => void;
  onAdd: (level: string, index: number, block: Block) => void;
}

/** Blocks are nested, so they stay in place and a line shows the drop position. */
const keepInPlace = () => null;

/** The blocks of one level, with their nested blocks. */
export function BlockLevel({ level, blocks, title, ...shared }: LevelProps & { title?: string }) {
  const t = useBlockText();
  const { chosen, wrong, choose, onStep, onAdd } = shared;
  const paths = blocks.map((_, index) => `${level}.${index}`);
  return (
    <>
      {title && (
        <Text size="xs" c="dimmed" ml={28}>
          {title}
        </Text>
      )}
      <SortableContext items={paths} strategy={keepInPlace}>
        <ul className={classes.nested}>
          {blocks.map((block, index) => {
            const path = `${level}.${index}`;
            return (
              <BlockRow
                key={path}
                isChosen={path === chosen}
                isWrong={path === wrong}
                path={path}
                block={block}
                choose={choose}
                onStep={onStep}
              >
                {levelsOf(block).map(({ path: inner, kind, number, blocks }) => (
                  <BlockLevel
                    key={inner}
                    {...shared}
                    blocks={blocks}
                    level={`${path}.${inner}`}
                    {...(kind !== 'inside' && { title: t(kind, { number }) })}
                  />
                ))}
              </BlockRow>
            );
          })}
          <End level={level} onAdd={onAdd} count={blocks.length} />
        </ul>
      </SortableContext>
    </>
  );
}

/** The drop target after the last block; an empty level has an add button here. */
function End({ level, count, onAdd }: { level: string; count: number; onAdd: LevelProps['onAdd'] }) {
  const t = useBlockText();
  const { setNodeRef, isOver } = useDroppable({ id: `${level}${END}` });
  return (
    <li ref={setNodeRef} className={classes.row} style={{ minHeight: 6 }} data-over={isOver || undefined}>
      {count === 0 && <AddBlock label={t('addHere')} onAdd={(block) => onAdd(level, 0, block)} />}
    </li>
  );
}
