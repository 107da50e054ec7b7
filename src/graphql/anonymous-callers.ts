import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, Kind, parse, type SelectionSetNode } from 'graphql';
import { RateLimitedError, UnauthenticatedError } from '../errors.ts';
import { areNone, credentialsOf } from '../http/credentials.ts';
import type { Installation } from '../installation.ts';

/** Bytes of a body without a token. A query of the schema takes a tenth. */
const LARGEST_BODY = 16 * 1024;
const MOST_TOKENS = 1_000;

/**
 * Limits the cost of callers without a token: calls per minute and address (an IPv6 network counts as one) over all
 * processes, and the bytes read from them. No limits for tokens means none here either.
 */
export function limitAnonymousCallers(routes: FastifyInstance, installation: Installation): void {
  routes.addHook('onRequest', async (request, reply) => {
    if (!isAnonymous(installation, request)) return;
    if (installation.config.rateLimitPerMinute > 0) await count(request, reply);
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) throw new UnauthenticatedError();
  });
  routes.addHook('preParsing', async (request, _reply, payload) =>
    isAnonymous(installation, request) ? readShort(payload as Readable) : payload,
  );

  async function count(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const wait = await installation.takeAnonymousCall(request.ip);
    if (wait === undefined) return;
    reply.header('Retry-After', String(wait));
    throw new RateLimitedError(wait);
  }
}

/** Whether a call has neither a token nor a valid session. */
export const isAnonymous = (installation: Installation, request: FastifyRequest): boolean =>
  areNone(credentialsOf(installation, request));

/** Reads a body without a declared length until it is too long. Throws UnauthenticatedError. */
async function readShort(payload: Readable): Promise<Readable> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > LARGEST_BODY) throw new UnauthenticatedError();
  }
  return Object.assign(Readable.from(chunks, { objectMode: false }), { receivedEncodedLength: bytes });
}

/**
 * Callers without a token may only read the schema, unless only registered documents are executed. Throws UnauthenticatedError
 * for anything else, before a closer look.
 */
export function refuseUnlessIntrospection({ config }: Installation, request: FastifyRequest): void {
  if (config.trustedDocumentsOnly) throw new UnauthenticatedError();
  const given = (request.method === 'POST' ? request.body : request.query) as { query?: unknown } | undefined | null;
  const query = typeof given === 'object' ? given?.query : undefined;
  if (typeof query !== 'string' || !readsSchema(query)) throw new UnauthenticatedError();
}

function readsSchema(query: string): boolean {
  let document: DocumentNode;
  try {
    document = parse(query, { noLocation: true, maxTokens: MOST_TOKENS });
  } catch {
    return false;
  }
  const asked = new Set<string>();
  const isMeta = ({ selections }: SelectionSetNode): boolean =>
    selections.every((node) => {
      if (node.kind === Kind.FIELD) return node.name.value.startsWith('__');
      if (node.kind === Kind.INLINE_FRAGMENT) return isMeta(node.selectionSet);
      const name = node.name.value;
      const fragment = document.definitions.find(
        (part) => part.kind === Kind.FRAGMENT_DEFINITION && part.name.value === name,
      );
      if (!fragment || asked.has(name)) return true; // validation refuses unknown fields
      asked.add(name);
      return isMeta((fragment as { selectionSet: SelectionSetNode }).selectionSet);
    });
  return document.definitions.every((part) => part.kind !== Kind.OPERATION_DEFINITION || isMeta(part.selectionSet));
}
