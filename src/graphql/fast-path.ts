import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { Log } from '../log.ts';
import { maskFully } from './mask.ts';
import type { Caller, Yoga } from './yoga.ts';

/** A GraphQL-over-HTTP request that needs nothing of Yoga's request handling. */
interface PlainRequest {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

const PLAIN_KEYS = new Set(['query', 'operationName', 'variables']);

/** A plain JSON POST of a query or mutation; anything else (SSE, GET, batches, extensions, odd bodies) is Yoga's. */
export function takesFastPath(request: FastifyRequest): request is FastifyRequest<{ Body: PlainRequest }> {
  if (request.method !== 'POST' || !isObject(request.body)) return false;
  const { query, operationName, variables } = request.body;
  const accept = request.headers.accept ?? '*/*';
  return (
    typeof query === 'string' &&
    (operationName === undefined || operationName === null || typeof operationName === 'string') &&
    (variables === undefined || variables === null || isObject(variables)) &&
    Object.keys(request.body).every((key) => PLAIN_KEYS.has(key)) &&
    /application\/(graphql-response\+)?json|\*\/\*|application\/\*/.test(accept) &&
    !/text\/event-stream|multipart/.test(accept)
  );
}

/**
 * Runs a plain request through the same enveloped pipeline as Yoga does, plugins and all, without its Request and
 * Response objects, which cost more than the operation (docs/adr/0006). Gives false for a subscription, which is Yoga's.
 */
export async function answerFast(
  yoga: Yoga,
  caller: Caller,
  request: FastifyRequest<{ Body: PlainRequest }>,
  reply: FastifyReply,
  log: Log,
): Promise<boolean> {
  // The type asks for what Yoga's own request handling would put there; nothing of ours reads it.
  const enveloped = yoga.getEnveloped(caller as never);
  const { query, operationName, variables } = request.body;
  const respond = (result: ExecutionResult): true => send(request, reply, result);
  let document: DocumentNode;
  try {
    document = enveloped.parse(query) as DocumentNode;
  } catch (error) {
    return respond({ errors: [maskFully(error, log)] });
  }
  const invalid = enveloped.validate(enveloped.schema, document) as readonly GraphQLError[];
  if (invalid.length > 0) return respond({ errors: invalid.map((error) => maskFully(error, log)) });
  const operation = getOperationAST(document, operationName);
  if (operation?.operation === 'subscription') return false;
  if (!operation) return respond({ errors: [maskFully(new GraphQLError('Unknown operation.'), log)] });
  const contextValue = await enveloped.contextFactory();
  const args = { schema: enveloped.schema, document, operationName, variableValues: variables, contextValue };
  const result = (await enveloped.execute(args)) as ExecutionResult;
  // graphql-js refuses variables before it executes, out of the reach of the masking plugin.
  return respond(result.data === undefined ? { errors: result.errors?.map((error) => maskFully(error, log)) } : result);
}

/** Status by GraphQL over HTTP: what was not executed is 400 to those who speak its media type, 200 to old clients. */
function send(request: FastifyRequest, reply: FastifyReply, result: ExecutionResult): true {
  const modern = request.headers.accept?.includes('application/graphql-response+json') ?? false;
  const type = modern ? 'application/graphql-response+json' : 'application/json';
  const refused = result.errors?.some((error) => error.extensions.code === 'UNAUTHENTICATED') ?? false;
  const retryAfter = result.errors?.map(({ extensions }) => extensions.retryAfter).find((seconds) => seconds);
  if (retryAfter) reply.header('retry-after', String(retryAfter));
  reply.code(retryAfter ? 503 : refused ? 401 : modern && result.data === undefined ? 400 : 200);
  void reply.header('content-type', `${type}; charset=utf-8`).send(JSON.stringify(result));
  return true;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
