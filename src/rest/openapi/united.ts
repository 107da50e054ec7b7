import type { JsonSchema } from './json-schema.ts';

interface Content {
  schema: JsonSchema;
  example?: unknown;
}

type Described = JsonSchema & { content?: { 'application/json': Content } };

/** Two rows of one method and path as one operation: `batch` is the row that a key of the body takes. */
export function united(batch: JsonSchema, single: JsonSchema): JsonSchema {
  const [one, many] = [single, batch].map(({ requestBody }) => contentOf(requestBody as Described));
  const either = {
    schema: { anyOf: [one?.schema, many?.schema] },
    examples: { single: { value: one?.example }, batch: { value: many?.example } },
  };
  return {
    ...single,
    description: `${single.description} Or several at once: ${batch.description}`,
    requestBody: { required: true, content: { 'application/json': either } },
    responses: unitedResponses(
      batch.responses as Record<string, Described>,
      single.responses as Record<string, Described>,
    ),
  };
}

/** The responses of both; where each has a body of its own, either. */
function unitedResponses(batch: Record<string, Described>, single: Record<string, Described>) {
  const both = Object.keys({ ...batch, ...single }).map((status) => {
    const [one, many] = [single[status], batch[status]];
    const [ofOne, ofMany] = [contentOf(one), contentOf(many)];
    if (!ofOne || !ofMany) return [status, one ?? many];
    return [status, { ...one, content: { 'application/json': { schema: { anyOf: [ofMany.schema, ofOne.schema] } } } }];
  });
  return Object.fromEntries(both);
}

const contentOf = (described: Described | undefined): Content | undefined => described?.content?.['application/json'];
