import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from './json-schema.ts';

interface Content {
  schema: JsonSchema;
  example?: unknown;
}

type Described = JsonSchema & { content?: { 'application/json': Content } };

/**
 * Combines two rows of one method and path into one operation. `keyed` is the row selected by the key of the body.
 */
export function united(keyed: JsonSchema, usual: JsonSchema, key: string): JsonSchema {
  const [one, other] = [usual, keyed].map(({ requestBody }) => contentOf(requestBody as Described));
  const either = {
    schema: oneOf('anyOf', one?.schema, other?.schema),
    examples: { usual: { value: one?.example }, [key]: { value: other?.example } },
  };
  return {
    ...usual,
    description: `${usual.description} With \`${key}\`: ${keyed.description}`,
    requestBody: { required: true, content: { 'application/json': either } },
    responses: unitedResponses(
      keyed.responses as Record<string, Described>,
      usual.responses as Record<string, Described>,
    ),
  };
}

/** The responses of both rows; either body, if both have one. */
function unitedResponses(keyed: Record<string, Described>, usual: Record<string, Described>) {
  const both = Object.keys({ ...keyed, ...usual }).map((status) => {
    const [one, other] = [usual[status], keyed[status]];
    const [ofOne, ofOther] = [contentOf(one), contentOf(other)];
    if (!ofOne || !ofOther) return [status, one ?? other];
    const schema = oneOf('oneOf', ofOther.schema, ofOne.schema);
    return [status, { ...one, content: { 'application/json': { schema } } }];
  });
  return Object.fromEntries(both);
}

/** Either schema, or the only one. */
const oneOf = (keyword: 'anyOf' | 'oneOf', one?: JsonSchema, other?: JsonSchema): JsonSchema | undefined =>
  isDeepStrictEqual(one, other) ? one : { [keyword]: [one, other] };

const contentOf = (described: Described | undefined): Content | undefined => described?.content?.['application/json'];
