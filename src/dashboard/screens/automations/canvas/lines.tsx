import { ViewportPortal } from '@xyflow/react';
import { keyOf } from '../definition/tree.ts';
import { useEditing } from '../editor/editing.ts';
import { isOnPath } from '../simulation/run-path.ts';
import classes from './canvas.module.css';
import type { Layout, Point } from './layout.ts';

const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join(' ');

/** The lines between steps; those of a path are highlighted. */
export function Lines({ of: { lines } }: { of: Layout }) {
  const { runPath, draft } = useEditing();
  return (
    <ViewportPortal>
      <svg className={classes.lines} aria-hidden>
        {lines.map(({ slot, points }) => (
          <path
            key={`${keyOf(slot)} ${pathOf(points)}`}
            d={pathOf(points)}
            data-passed={(runPath && isOnPath(runPath, draft.steps, slot)) || undefined}
          />
        ))}
      </svg>
    </ViewportPortal>
  );
}
