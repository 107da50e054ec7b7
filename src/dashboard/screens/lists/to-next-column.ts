import type { KeyboardCoordinateGetter } from '@dnd-kit/core';

/** Arrow keys move the dragged field to the first column and then from column to column, not by pixels. */
export const toNextColumn: KeyboardCoordinateGetter = (event, { context: { collisionRect, droppableRects } }) => {
  if (!collisionRect || (event.code !== 'ArrowDown' && event.code !== 'ArrowUp')) return undefined;
  event.preventDefault();
  const rects = [...droppableRects.values()].sort((one, other) => one.top - other.top);
  const centre = collisionRect.top + collisionRect.height / 2;
  const centreOf = (rect: { top: number; height: number }) => rect.top + rect.height / 2;
  const isBeside = rects.every(({ right }) => collisionRect.left >= right);
  const below = rects.find((rect) => centreOf(rect) > centre + 1);
  const above = rects.findLast((rect) => centreOf(rect) < centre - 1);
  const next = isBeside ? rects[0] : event.code === 'ArrowDown' ? below : above;
  return next && { x: next.left, y: centreOf(next) - collisionRect.height / 2 };
};
