export interface Place {
  line: number;
  column: number;
}

/** An error in the source of a template. The message is for its author. */
export class SourceProblem extends Error {
  readonly place: Place | undefined;
  constructor(problem: string, place?: Place) {
    super(problem);
    this.place = place;
  }
}

/** Returns line and column, counted from 1, of an offset in a text. */
export function placeOf(source: string, offset: number): Place {
  const before = source.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
