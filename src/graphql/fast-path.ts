import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { Log } from '../log.ts';
import { answerType, readsGraphqlJson } from './answer-type.ts';
import { describeCall, noteErrors } from './called.ts';
import type { DocumentRequest } from './documents/requested-document.ts';
import { maskFully } from './mask.ts';
import type { Caller, GraphQL } from './yoga.ts';

/** A GraphQL-over-HTTP request that does not need Yoga's request handling. */
interface PlainRequest extends DocumentRequest {
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

const PLAIN_KEYS = new Set(['query', 'operationName', 'variables', 'documentId', 'extensions']);

/** Whether a request is a plain JSON POST. Yoga handles the others (SSE, GET, batches, other extensions, odd bodies). */
export function takesFastPath(request: FastifyRequest): request is FastifyRequest<{ Body: PlainRequest }> {
  if (request.method !== 'POST' || !isObject(request.body)) return false;
  const { query, documentId, extensions, operationName, variables } = request.body;
  const accept = request.headers.accept ?? '*/*';
  return (
    (typeof query === 'string' || typeof documentId === 'string' || nameByHash(extensions)) &&
    (extensions === undefined || nameByHash(extensions)) &&
    (operationName === undefined || operationName === null || typeof operationName === 'string') &&
    (variables === undefined || variables === null || isObject(variables)) &&
    Object.keys(request.body).every((key) => PLAIN_KEYS.has(key)) &&
    /application\/(graphql-response\+)?json|\*\/\*|application\/\*/.test(accept) &&
    !/text\/event-stream|multipart/.test(accept)
  );
}

/**
 * Runs a plain request through Yoga's pipeline with all plugins, but without its Request and Response objects, which
 * cost more than the operation (docs/adr/0006). Returns false for a subscription, which Yoga must handle.
 */
export async function answerFast(
  { yoga, documents }: GraphQL,
  caller: Caller,
  request: FastifyRequest<{ Body: PlainRequest }>,
  reply: FastifyReply,
  log: Log,
): Promise<boolean> {
  // The type also requires fields of Yoga's request handling that our code does not read.
  const enveloped = yoga.getEnveloped(caller);
  const { query, operationName, variables } = request.body;
  const respond = (result: ExecutionResult): true => send(request, reply, result);
  let document: DocumentNode;
  try {
    const text = documents.mustFind(request.body, caller) ? await documents.find(request.body, caller) : query;
    document = enveloped.parse(text as string) as DocumentNode;
    describeCall(caller.called, document, operationName);
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
  // graphql-js refuses invalid variables before it executes, so the masking plugin does not see those errors.
  return respond(result.data === undefined ? { errors: result.errors?.map((error) => maskFully(error, log)) } : result);
}

/**
 * The status by GraphQL over HTTP: a request that was not executed is 400 in its media type, and 200 for old clients.
 */
function send(request: FastifyRequest, reply: FastifyReply, result: ExecutionResult): true {
  noteErrors(request.caller?.called, result.errors);
  const modern = readsGraphqlJson(request);
  const refused = result.errors?.some((error) => error.extensions.code === 'UNAUTHENTICATED') ?? false;
  const retryAfter = result.errors?.map(({ extensions }) => extensions.retryAfter).find((seconds) => seconds);
  const isUnavailable = result.errors?.some((error) => error.extensions.code === 'UNAVAILABLE') ?? false;
  if (retryAfter) reply.header('retry-after', String(retryAfter));
  reply.code(isUnavailable ? 503 : refused ? 401 : modern && result.data === undefined ? 400 : 200);
  void reply.header('content-type', answerType(request)).send(JSON.stringify(result));
  return true;
}

/** Whether extensions name a document by its hash. Apollo Client also sends its own version, which nothing here reads. */
const nameByHash = (extensions: unknown): boolean => isObject(extensions) && isObject(extensions.persistedQuery);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
