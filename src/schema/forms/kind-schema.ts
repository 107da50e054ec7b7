import type { Form as JsonSchema } from '../../validation/form.ts';
import { referTo } from './value-schema.ts';

/** One of several schemas, which `type` tells apart. `names`: the component of each type. */
export const kindSchema = (names: ReadonlyMap<string, string>): JsonSchema => ({
  oneOf: [...names.values()].map(referTo),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries([...names].map(([type, name]) => [type, referTo(name).$ref])),
  },
});

/** The key that tells them apart. */
export const typeSchema = (type: string, description: string): JsonSchema => ({
  type: 'string',
  enum: [type],
  description,
});
