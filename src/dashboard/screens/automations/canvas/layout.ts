import { type Branch, branchesOf, type Step } from '../definition/step.ts';
import type { Place, Within } from '../definition/tree.ts';

/** In pixels. */
export const BOX = { width: 272, height: 84 };
export const PLACE = 22;
const BETWEEN = 48;
const BESIDE = 32;
const TURN = 20;
const LABEL = 28;
const EMPTY = 150;

export interface Point {
  x: number;
  y: number;
}

/** The layout: boxes by their upper left corner, positions and labels by their centre. */
export interface Layout {
  boxes: ({ step: Step } & Point)[];
  places: ({ place: Place } & Point)[];
  labels: ({ step: Step; branch: Branch } & Point)[];
  /** Lines over a place, from the top down. */
  lines: { place: Place; points: Point[] }[];
  end: Point;
}

const widthOf = (steps: readonly Step[]): number => Math.max(EMPTY, ...steps.map(widthOfStep));

function widthOfStep(step: Step): number {
  const ways = branchesOf(step).map(({ steps }) => widthOf(steps));
  return Math.max(BOX.width, ways.reduce((sum, width) => sum + width, 0) + BESIDE * (ways.length - 1));
}

/** Lays the steps out as a tree that grows downwards, from the middle of its top. */
export function layOut(steps: readonly Step[], top: Point): Layout {
  const layout: Layout = { boxes: [], places: [], labels: [], lines: [], end: top };

  const layList = (list: readonly Step[], within: Within, x: number, from: number): number => {
    let y = from;
    const lineDown = (index: number) => {
      const place = { within, index };
      layout.places.push({ place, x, y: y + BETWEEN / 2 });
      layout.lines.push({
        place,
        points: [
          { x, y },
          { x, y: y + BETWEEN },
        ],
      });
      y += BETWEEN;
    };
    for (const [index, step] of list.entries()) {
      lineDown(index);
      layout.boxes.push({ step, x: x - BOX.width / 2, y });
      y = layWays(step, x, y + BOX.height);
    }
    lineDown(list.length);
    return y;
  };

  /** Side by side; below the longest they come together again. */
  const layWays = (step: Step, x: number, y: number): number => {
    const ways = branchesOf(step);
    if (ways.length === 0) return y;
    let left = x - widthOfStep(step) / 2;
    const spare =
      widthOfStep(step) - ways.reduce((sum, { steps }) => sum + widthOf(steps), 0) - BESIDE * (ways.length - 1);
    left += spare / 2;
    const ends = ways.map((branch) => {
      const width = widthOf(branch.steps);
      const middle = left + width / 2;
      left += width + BESIDE;
      const within = { step: step.id, way: branch.way };
      const begin = y + TURN + LABEL;
      layout.lines.push({
        place: { within, index: 0 },
        points: [
          { x, y },
          { x, y: y + TURN },
          { x: middle, y: y + TURN },
          { x: middle, y: begin },
        ],
      });
      layout.labels.push({ step, branch, x: middle, y: y + TURN + LABEL / 2 + 4 });
      return { middle, y: layList(branch.steps, within, middle, begin), place: { within, index: branch.steps.length } };
    });
    const join = Math.max(...ends.map((end) => end.y));
    for (const end of ends) {
      layout.lines.push({
        place: end.place,
        points: [
          { x: end.middle, y: end.y },
          { x: end.middle, y: join },
          { x, y: join },
        ],
      });
    }
    return join;
  };

  layout.end = { x: top.x, y: layList(steps, null, top.x, top.y) };
  return layout;
}
