import type { Step } from '../definition/step.ts';
import { moveStep, type Place } from '../definition/tree.ts';
import { BOX, type Layout, type Point } from './layout.ts';

/** How far a step may be from a place when it is dropped, in pixels. */
const REACH = 110;

/** The place nearest to a step that is dragged, among those where it can go; undefined if none is in reach. */
export function nearestPlace({ places }: Layout, steps: readonly Step[], id: string, at: Point): Place | undefined {
  const middle = { x: at.x + BOX.width / 2, y: at.y + BOX.height / 2 };
  const near = places
    .map(({ place, x, y }) => ({ place, far: Math.hypot(x - middle.x, y - middle.y) }))
    .filter(({ far }) => far < REACH)
    .sort((one, other) => one.far - other.far);
  return near.find(({ place }) => moveStep(steps, id, place) !== undefined)?.place;
}
