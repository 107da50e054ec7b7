/** The id suffix of a level's end, another drop target. */
export const END = '.end';

/** The id of the element by which a block is dragged. */
export const handleOf = (path: string): string => `handle ${path}`;

/** Puts the focus on the handle of a block once it is drawn where it is now. */
export const focusHandle = (path: string): void =>
  void requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(handleOf(path))?.focus()));
