export interface Place {
  line: number;
  column: number;
}

/** What is wrong with the source of a template, for its author. */
export class SourceProblem extends Error {
  readonly place: Place | undefined;
  constructor(problem: string, place?: Place) {
    super(problem);
    this.place = place;
  }
}

/** Line and column, from 1, of an offset in a text. */
export function placeOf(source: string, offset: number): Place {
  const before = source.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
