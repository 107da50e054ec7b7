// The OpenAPI document leaves the objects of responses open, because a later version may add keys. A test of this version must
// not find keys that the document does not describe, so it closes them.

type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** The schemas in a part of the document, outside of examples. */
function* schemasIn(part: unknown): Generator<Schema> {
  if (!isSchema(part)) return;
  yield part;
  for (const [key, inner] of Object.entries(part)) if (!key.startsWith('example')) yield* schemasIn(inner);
}

/** What an object consists of beside its own keys: these parts stay open. */
const partsOf = ({ allOf = [], anyOf = [], properties }: Schema): Schema[] =>
  [allOf, properties ? anyOf : []].flat() as Schema[];

/** A copy of the components in which no object has keys that its schema does not describe. */
export function closedResponses(components: { schemas: Record<string, Schema> }): object {
  const copy: typeof components = structuredClone(components);
  const all = [...schemasIn(copy)];
  const parts = new Set(
    all.flatMap(partsOf).map((part) => copy.schemas[String(part.$ref).split('/').at(-1) as string] ?? part),
  );
  for (const schema of all)
    if ((isSchema(schema.properties) || Array.isArray(schema.allOf)) && !parts.has(schema))
      schema.unevaluatedProperties = false;
  return copy;
}
