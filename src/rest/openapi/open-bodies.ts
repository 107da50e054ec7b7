import type { Route } from '../route.ts';
import { leniencyOf, READ_ONLY } from '../specified.ts';
import { type JsonSchema, notNull } from './json-schema.ts';

const IGNORES = 'Unknown keys are ignored, and listed in the header `X-Ignored-Keys`.';

/** A key that has no effect. */
const AS_READ: JsonSchema = { description: 'Ignored, so that an object can be sent as it was read.' };

/** Lets a schema have other keys, and says what happens to them. The schema is changed in place. */
function open(schema: JsonSchema, words: string): void {
  delete schema.additionalProperties;
  if (!String(schema.description ?? '').includes(words))
    schema.description = [schema.description, words].filter(Boolean).join(' ');
}

function nameIgnored(schema: JsonSchema, keys: readonly string[] = []): void {
  for (const key of keys) (schema.properties as Record<string, JsonSchema>)[key] = AS_READ;
}

/** Opens the bodies, and their rows, in which an operation ignores unknown keys. All others stay closed, and name the keys that they ignore. */
export function openBody(route: Route, body: JsonSchema, components: Record<string, JsonSchema>): void {
  const targetOf = (schema: JsonSchema): JsonSchema =>
    components[
      String(schema.$ref ?? '')
        .split('/')
        .at(-1) as string
    ] ?? schema;
  const leniency = leniencyOf(route);
  const whole = targetOf(body);
  if (leniency?.body) open(whole, IGNORES);
  nameIgnored(whole, route.ignored);
  const rows = leniency?.rows && (whole.properties as Record<string, JsonSchema>)[leniency.rows];
  if (!rows) return;
  const row = targetOf(notNull(rows).items as JsonSchema);
  open(row, IGNORES);
  if (leniency.of === 'subscribers') nameIgnored(row, READ_ONLY);
}
