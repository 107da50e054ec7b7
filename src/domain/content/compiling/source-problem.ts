export interface Position {
  line: number;
  column: number;
}

/** The fields of a template that hold source. */
export type SourceField = 'content' | 'styles';

/** An error in the source of a template. The message is for its author. */
export class SourceProblem extends Error {
  readonly position: Position | undefined;
  readonly field: SourceField;
  constructor(problem: string, position?: Position, field: SourceField = 'content') {
    super(problem);
    this.position = position;
    this.field = field;
  }
}

/** A mistake that mail clients tolerate, with its position. */
export interface SourceWarning {
  field: SourceField;
  problem: string;
  position?: Position;
}

/** Returns line and column, counted from 1, of an offset in a text. */
export function positionOf(source: string, offset: number): Position {
  const before = source.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
