import type { Errors } from '../definition/part-errors.ts';
import type { Part } from '../definition/step.ts';

/** What a field of a part is given: the part, what is wrong with it by its fields, and how to set one of them. */
export interface FieldsProps {
  part: Part;
  errors: Errors;
  /** Undefined takes the field away. */
  set(field: string, value: unknown): void;
}
