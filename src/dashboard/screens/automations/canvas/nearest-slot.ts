import type { Step } from '../definition/step.ts';
import { moveStep, type Slot } from '../definition/tree.ts';
import { BOX, type Layout, type Point } from './layout.ts';

/** How far a dropped step may be from a slot, in pixels. */
const MAX_DISTANCE = 110;

/** The nearest slot where a dragged step can go; undefined if none is near. */
export function nearestSlot({ slots }: Layout, steps: readonly Step[], id: string, at: Point): Slot | undefined {
  const middle = { x: at.x + BOX.width / 2, y: at.y + BOX.height / 2 };
  const nearby = slots
    .map(({ slot, x, y }) => ({ slot, distance: Math.hypot(x - middle.x, y - middle.y) }))
    .filter(({ distance }) => distance < MAX_DISTANCE)
    .sort((one, other) => one.distance - other.distance);
  return nearby.find(({ slot }) => moveStep(steps, id, slot) !== undefined)?.slot;
}
