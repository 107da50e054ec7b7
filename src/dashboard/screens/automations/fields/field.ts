import type { Errors } from '../definition/part-errors.ts';
import type { Part } from '../definition/step.ts';

/** The props of a field: its part, the part's errors by field, and a setter. */
export interface FieldsProps {
  part: Part;
  errors: Errors;
  /** Undefined takes the field away. Changes of the same `of` that follow closely are undone as one; the field, unless it is given. */
  set(field: string, value: unknown, of?: string): void;
}
