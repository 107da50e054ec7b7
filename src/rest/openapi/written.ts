import type { JsonSchema } from './json-schema.ts';

/** The same text for equal schemas, in whatever order they name their properties. */
export const written = (schema: JsonSchema): string =>
  JSON.stringify(schema, (key, value) => {
    if (key === 'required' && Array.isArray(value)) return [...value].sort();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
