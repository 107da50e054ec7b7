import { type Branch, branchesOf, type Step } from '../definition/step.ts';
import type { Slot, Within } from '../definition/tree.ts';

/** In pixels. */
export const BOX = { width: 272, height: 84 };
export const SLOT = 22;
const BETWEEN = 48;
const BESIDE = 32;
const TURN = 20;
const LABEL = 28;
const EMPTY = 150;

export interface Point {
  x: number;
  y: number;
}

/** The layout: boxes by their upper left corner, slots and labels by their centre. */
export interface Layout {
  boxes: ({ step: Step } & Point)[];
  slots: ({ slot: Slot } & Point)[];
  labels: ({ step: Step; branch: Branch } & Point)[];
  /** Lines through a slot, from the top down. */
  lines: { slot: Slot; points: Point[] }[];
  end: Point;
}

const widthOf = (steps: readonly Step[]): number => Math.max(EMPTY, ...steps.map(widthOfStep));

function widthOfStep(step: Step): number {
  const branches = branchesOf(step).map(({ steps }) => widthOf(steps));
  return Math.max(BOX.width, branches.reduce((sum, width) => sum + width, 0) + BESIDE * (branches.length - 1));
}

/** Lays the steps out as a tree that grows downwards, from the middle of its top. */
export function layOut(steps: readonly Step[], top: Point): Layout {
  const layout: Layout = { boxes: [], slots: [], labels: [], lines: [], end: top };

  const layList = (list: readonly Step[], within: Within, x: number, from: number): number => {
    let y = from;
    const lineDown = (index: number) => {
      const slot = { within, index };
      layout.slots.push({ slot, x, y: y + BETWEEN / 2 });
      layout.lines.push({
        slot,
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
      y = layBranches(step, x, y + BOX.height);
    }
    lineDown(list.length);
    return y;
  };

  /** Branches are side by side, and join again below the longest one. */
  const layBranches = (step: Step, x: number, y: number): number => {
    const branches = branchesOf(step);
    if (branches.length === 0) return y;
    let left = x - widthOfStep(step) / 2;
    const space =
      widthOfStep(step) - branches.reduce((sum, { steps }) => sum + widthOf(steps), 0) - BESIDE * (branches.length - 1);
    left += space / 2;
    const ends = branches.map((branch) => {
      const width = widthOf(branch.steps);
      const middle = left + width / 2;
      left += width + BESIDE;
      const within = { step: step.id, branchKey: branch.branchKey };
      const start = y + TURN + LABEL;
      layout.lines.push({
        slot: { within, index: 0 },
        points: [
          { x, y },
          { x, y: y + TURN },
          { x: middle, y: y + TURN },
          { x: middle, y: start },
        ],
      });
      layout.labels.push({ step, branch, x: middle, y: y + TURN + LABEL / 2 + 4 });
      return { middle, y: layList(branch.steps, within, middle, start), slot: { within, index: branch.steps.length } };
    });
    const join = Math.max(...ends.map((end) => end.y));
    for (const end of ends) {
      layout.lines.push({
        slot: end.slot,
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
