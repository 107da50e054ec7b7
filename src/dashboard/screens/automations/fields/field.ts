import type { Errors } from '../definition/part-errors.ts';
import type { Part } from '../definition/step.ts';

/** What a field of a part is given: the part, what is wrong with it by its fields, and how to set one of them. */
export interface FieldsProps {
  part: Part;
  errors: Errors;
  /** Undefined takes the field away. Changes of the same `of` that follow closely are undone as one; the field, unless it is given. */
  set(field: string, value: unknown, of?: string): void;
}
