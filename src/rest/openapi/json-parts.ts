import { type GraphQLInputType, type GraphQLOutputType, getNullableType, isListType } from 'graphql';
import { type Form, shaped } from './form.ts';
import { type JsonSchema, reference } from './json-schema.ts';

/** The component that describes the JSON of a field or argument (src/schema/forms). Undefined for other values. */
export const partIn = ({ extensions }: { extensions: object }): string | undefined =>
  (extensions as { part?: string }).part;

/** All such components. */
export const partsOf = ({ extensions }: { extensions: object }): Record<string, JsonSchema> =>
  (extensions as { parts?: () => Record<string, JsonSchema> }).parts?.() ?? {};

/** The schema of such a value, which is not null. Bounds of a list come from its form. */
export const partSchema = (type: GraphQLInputType | GraphQLOutputType, part: string, form?: Form): JsonSchema =>
  isListType(getNullableType(type)) ? shaped({ type: 'array', items: reference(part) }, form) : reference(part);
