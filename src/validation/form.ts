import { z } from 'zod';

/** Keywords of JSON Schema. */
export type Form = Record<string, unknown>;

/**
 * What a rule takes, as JSON Schema, for the OpenAPI description. Zod derives it; `meta` of a rule adds keywords for checks that
 * Zod cannot read.
 */
export function formOf(rule: z.ZodType): Form {
  const { $schema: _, ...form } = z.toJSONSchema(rule, { io: 'input', unrepresentable: 'any' });
  return form;
}
