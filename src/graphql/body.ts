import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodyError, jsonText, parseJson, refuseCompressed } from '../http/json-body.ts';

export const NOT_JSON = 'The Content-Type must be application/json.';
const NO_FILES = `${NOT_JSON} Send files to POST /v1/media and POST /v1/lists/{list_id}/imports.`;

/**
 * Reads JSON and plain GraphQL. Refuses the types that browsers send across sites without asking us first (forms,
 * plain text).
 */
export function readBodies(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers();
  const read = (types: string[], take: (text: string) => unknown) =>
    routes.addContentTypeParser(types, { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) =>
      take(textOf(headers, body)),
    );
  read(['application/json', 'application/graphql+json'], parseJson);
  read(['application/graphql'], (query) => ({ query }));
  routes.addContentTypeParser('multipart/form-data', async () => {
    throw new BodyError(415, NO_FILES);
  });
  routes.addContentTypeParser('*', async () => {
    throw new BodyError(415, NOT_JSON);
  });
}

function textOf(headers: FastifyRequest['headers'], body: Buffer): string {
  refuseCompressed(headers['content-encoding']);
  return jsonText(headers['content-type'], body);
}
