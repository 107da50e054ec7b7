import { type Template, toValueSync } from 'liquidjs';

/** A tag or an output as LiquidJS parses it, with its inner parts. */
interface Parent {
  children?(partials: boolean, sync: boolean): Generator<unknown, Template[]>;
  templates?: unknown;
}

/** The parts inside a part of a template, such as those of a loop. */
export function childPartsOf<Part extends Parent>(part: Part): Part[] {
  if (part.children) return toValueSync(part.children(false, true)) as unknown as Part[];
  return Array.isArray(part.templates) ? (part.templates as Part[]) : [];
}
