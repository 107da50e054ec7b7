import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { servesPublicDocuments } from '../../http/public-documents.ts';
import { SharedBytes } from '../../http/shared-bytes.ts';
import type { Installation } from '../../installation.ts';
import { schema } from '../../schema/index.ts';
import { possibleTypesOf, scalarTypesOf, sdlOf, typesWithoutId } from './contents.ts';
import { llmsTextOf } from './llms.ts';

interface ClientFile {
  type: string;
  write(schema: GraphQLSchema): string;
}

const TEXT = 'text/plain; charset=utf-8';
const json = (read: (schema: GraphQLSchema) => unknown): ClientFile => ({
  type: 'application/json; charset=utf-8',
  write: (schema) => `${JSON.stringify(read(schema), null, 2)}\n`,
});

/** Files for developers of clients, by path. */
const FILES: Record<string, ClientFile> = {
  '/schema.graphql': { type: TEXT, write: sdlOf },
  '/scalars.json': json(scalarTypesOf),
  '/possible-types.json': json(possibleTypesOf),
  '/types-without-id.json': json(typesWithoutId),
  '/llms.txt': { type: TEXT, write: llmsTextOf },
};

/** Serves files made from the schema, without a token, unless introspection is off. */
export function registerClientFiles(app: FastifyInstance, { config }: Installation): void {
  if (!servesPublicDocuments(config)) return;
  for (const [path, file] of Object.entries(FILES)) {
    let written: ReturnType<typeof write> | undefined;
    app.get(path, (request, reply) => {
      written ??= write(file); // on first request, because most processes never need it
      const { bytes, etag } = written;
      reply.headers({ ETag: etag, 'Cache-Control': 'no-cache' });
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return bytes.send(request, reply.type(file.type));
    });
  }
}

function write({ write }: ClientFile): { bytes: SharedBytes; etag: string } {
  const text = Buffer.from(write(schema));
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  return { bytes: new SharedBytes('plain', text), etag };
}
