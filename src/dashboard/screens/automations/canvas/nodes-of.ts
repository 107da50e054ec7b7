import { keyOf, type Slot } from '../definition/tree.ts';
import type { Words } from '../use-words.ts';
import { BOX, type Layout, type Point, SLOT } from './layout.ts';
import type { CanvasNode } from './nodes.tsx';

interface Shown {
  words: Words;
  mayEdit: boolean;
  dragged: ({ id: string } & Point) | undefined;
  target: Slot | undefined;
}

const LABEL = { width: 140, height: 18 };
const BESIDE = 24;

const sized = (width: number, height: number, middle: Point) => ({
  // Otherwise only draggable nodes could be pressed.
  width,
  height,
  measured: { width, height },
  style: { pointerEvents: 'all' as const },
  position: { x: middle.x - width / 2, y: middle.y - height / 2 },
});

/** The nodes of the canvas, in reading order. All sizes are known, so that nothing waits to be measured. */
export function nodesOf(
  { boxes, slots, labels, end }: Layout,
  { words, mayEdit, dragged, target }: Shown,
): CanvasNode[] {
  const still = { draggable: false, ariaRole: 'group' as const };
  const other = (type: 'trigger' | 'entry' | 'exits' | 'sendWindow' | 'end', middle: Point): CanvasNode => ({
    ...still,
    ...sized(BOX.width, type === 'end' ? LABEL.height : 62, middle),
    id: type,
    type,
    data: {},
  });
  const side = BOX.width + BESIDE;
  const inSteps: (CanvasNode & { y: number })[] = [
    ...boxes.map(({ step, x, y }) => {
      const node = sized(BOX.width, BOX.height, { x: x + BOX.width / 2, y: y + BOX.height / 2 });
      const position = dragged?.id === step.id ? { x: dragged.x, y: dragged.y } : node.position;
      const zIndex = dragged?.id === step.id ? 10 : 1;
      return {
        ...node,
        position,
        zIndex,
        y,
        ariaRole: 'group' as const,
        id: `step ${step.id}`,
        type: 'step' as const,
        data: { step },
      };
    }),
    ...labels.map(({ step, branch, x, y }) => ({
      ...still,
      ...sized(LABEL.width, LABEL.height, { x, y }),
      y,
      id: `label ${step.id} ${branch.branchKey}`,
      type: 'label' as const,
      data: { text: words.branch(step, branch) },
    })),
    ...(mayEdit
      ? slots.map(({ slot, x, y }) => ({
          ...still,
          ...sized(SLOT, SLOT, { x, y }),
          y,
          id: `slot ${keyOf(slot)}`,
          type: 'slot' as const,
          data: { slot, isTarget: target !== undefined && keyOf(target) === keyOf(slot) },
        }))
      : []),
  ];
  const top = BOX.height - 31;
  return [
    other('entry', { x: -side, y: top }),
    other('trigger', { x: 0, y: top }),
    other('exits', { x: side, y: top }),
    // No node is below it: steps branch further down.
    other('sendWindow', { x: side, y: top + 74 }),
    ...inSteps.sort((one, another) => one.y - another.y).map(({ y: _, ...node }) => node),
    other('end', { x: end.x, y: end.y + LABEL.height / 2 }),
  ];
}
