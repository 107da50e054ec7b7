import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError, ReadOnlyError } from '../errors.ts';
import { authenticate, writeRateLimit } from '../http/authenticate.ts';
import { BodyError } from '../http/json-body.ts';
import { isUnavailable, RETRY_AFTER, UNAVAILABLE } from '../http/unavailable.ts';
import type { Installation } from '../installation.ts';
import { type Context, createContext } from '../schema/context.ts';
import { schema } from '../schema/index.ts';
import type { JsonAnswer, Reply } from './answer.ts';
import { errorReply, fault } from './errors.ts';
import { run } from './execute.ts';
import { answerOnce } from './idempotency.ts';
import { lenient } from './lenient.ts';
import { MAX_ROWS, readPageNumber } from './page.ts';
import type { ReadyRoute } from './prepare.ts';
import { variablesOf } from './variables.ts';

type Db = Context['scope']['db'];

/** The schema as REST executes it. */
export const executed = lenient(schema);
const NO_NAMES = new Map<string, string>();

/** Lets in who has a token that may do what the method does, before the body is read. */
export const admit = (installation: Installation) => async (request: FastifyRequest, reply: FastifyReply) => {
  request.access = await authenticate(installation, request.headers.authorization, writeRateLimit(reply));
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (request.access.ability === 'read' && !reads && request.routeOptions.config.isRoute) {
    throw new ReadOnlyError();
  }
};

/** Answers the routes of one method and path, which differ by a key of the body. */
export const handle =
  (installation: Installation, rows: ReadyRoute<JsonAnswer>[]) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const row = rows.find(({ when }) => !when || hasKey(request.body, when)) as ReadyRoute<JsonAnswer>;
    const key = row.method === 'GET' ? undefined : request.headers['idempotency-key'];
    if (key === undefined) return send(reply, await replyTo(installation, row, request));
    const once = await answerOnce(installation, request, key, (db) => replyTo(installation, row, request, { db }));
    if (once.replayed) reply.header('Idempotent-Replay', 'true');
    return send(reply, once.answer);
  };

/** Executes a route's document, and puts what was refused into words. */
export async function replyTo(...call: Parameters<typeof replyOf>): Promise<Reply> {
  try {
    return await replyOf(...call);
  } catch (error) {
    const known = errorReply(error, call[1].prepared.wireOfArgument);
    if (!known) throw error;
    return known;
  }
}

async function replyOf(
  installation: Installation,
  row: ReadyRoute<JsonAnswer>,
  request: FastifyRequest,
  { db, variables = variablesOf(row.prepared, request) }: { db?: Db; variables?: Record<string, unknown> } = {},
): Promise<Reply> {
  const query = request.query as Record<string, string>;
  const { pages } = row.answer;
  const number = pages && readPageNumber(query, pages);
  if (number) {
    variables.first = number.perPage;
    variables.offset = Math.min((number.page - 1) * number.perPage, MAX_ROWS);
  }
  const base = installation.config.linkBase ?? `${request.protocol}://${request.host}`;
  const prefix = request.routeOptions.url?.slice(0, -row.path.length) ?? '';
  const context = createContext(installation, request.access, { rest: base + prefix, db });
  const value = await run(executed, row.prepared, variables, context);
  const path = base + (request.url.split('?')[0] ?? '');
  return row.answer.reply(value as never, { ...(number ?? { page: 1, perPage: 1 }), path, query });
}

export const notAllowed = (allowed: readonly string[]) => async (_: FastifyRequest, reply: FastifyReply) =>
  send(reply.header('Allow', allowed.join(', ')), fault(405, 'Method not allowed.'));

export const notFound = async (_: FastifyRequest, reply: FastifyReply) =>
  send(reply, errorReply(new NotFoundError(), NO_NAMES) as Reply);

const BODY_FAULTS: Record<number, string> = {
  400: 'The body is not valid JSON.',
  413: 'The body is larger than 10 MiB.',
  415: 'The Content-Type must be application/json.',
};

/** Answers what was thrown outside a route: refusals, faults of the body, and our own, whose cause is logged once. */
export async function answerErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const known = errorReply(error, NO_NAMES);
  if (known) return send(reply, known);
  const message = error instanceof BodyError ? error.message : error.statusCode && BODY_FAULTS[error.statusCode];
  if (message) return send(reply, fault(error.statusCode as number, message));
  if (isUnavailable(error)) {
    request.log.error({ reason: error.message }, 'the database does not answer');
    return send(reply.header('Retry-After', String(RETRY_AFTER)), fault(503, UNAVAILABLE));
  }
  request.log.error({ err: error }, 'request failed');
  return send(reply, fault(500, 'Server error.'));
}

const hasKey = (body: unknown, key: string): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.hasOwn(body, key);

export function send(reply: FastifyReply, { status, body }: Reply): FastifyReply {
  reply.code(status);
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (body === undefined) return reply.send();
  return reply.header('Content-Type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}

declare module 'fastify' {
  interface FastifyRequest {
    access?: Awaited<ReturnType<typeof authenticate>>;
  }
}
