import type { KeyboardCoordinateGetter } from '@dnd-kit/core';

/** By the arrow keys, what is dragged goes from column to column, not by pixels. */
export const toNextColumn: KeyboardCoordinateGetter = (event, { context: { collisionRect, droppableRects } }) => {
  if (!collisionRect || (event.code !== 'ArrowDown' && event.code !== 'ArrowUp')) return undefined;
  event.preventDefault();
  const rects = [...droppableRects.values()].sort((one, other) => one.top - other.top);
  const centre = collisionRect.top + collisionRect.height / 2;
  const centreOf = (rect: { top: number; height: number }) => rect.top + rect.height / 2;
  const next =
    event.code === 'ArrowDown'
      ? rects.find((rect) => centreOf(rect) > centre + 1)
      : rects.findLast((rect) => centreOf(rect) < centre - 1);
  return next && { x: next.left, y: centreOf(next) - collisionRect.height / 2 };
};
