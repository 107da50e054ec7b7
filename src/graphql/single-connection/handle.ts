import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../domain/platform/access.ts';
import { type ConflictReason, UnauthenticatedError } from '../../errors.ts';
import { notCounted } from '../../http/overload.ts';
import { countKept } from '../../http/unread-answers.ts';
import type { Installation } from '../../installation.ts';
import { maskFully } from '../mask.ts';
import type { Caller, GraphQL } from '../yoga.ts';
import { executeStreamed, type StreamedRequest } from './execute.ts';
import { ReservedStreams } from './reserved-streams.ts';

const HEADER = 'x-graphql-event-stream-token';

/** nginx would keep results until it has some kilobytes. */
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Accel-Buffering': 'no',
};

const LONGEST_ID = 255;

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * The single connection mode of graphql-sse: PUT reserves an event stream, GET opens it, POST adds an operation, whose results go to the
 * stream, and DELETE ends one. So a browser, which opens six connections to a server, can follow any number of subscriptions. `opened`
 * is called with each open stream.
 */
export function singleConnection(
  graphql: GraphQL,
  installation: Installation,
  opened: (reply: FastifyReply) => void,
): { takes(request: FastifyRequest): boolean; handle: Handler } {
  const streams = new ReservedStreams(installation);

  const open: Handler = async (request, reply) => {
    const stream = streams.find(tokenOf(request) as string, accessOf(request));
    if (!stream) return refuse(reply, 404, NO_STREAM);
    if (stream.isOpen) return refuse(reply, 409, 'The stream is open already. Reserve another one with PUT.');
    opened(reply);
    countKept(reply, () => stream.unread);
    return reply.headers(HEADERS).send(stream.open());
  };

  const add: Handler = async (request, reply) => {
    const stream = streams.find(tokenOf(request) as string, accessOf(request));
    if (!stream?.isOpen) return refuse(reply, 404, NO_STREAM);
    const given = objectOf(request.body) as StreamedRequest;
    const id = (given.extensions as { operationId?: unknown } | undefined)?.operationId;
    if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID) return refuse(reply, 400, NO_ID);
    if (!stream.begin(id)) return refuse(reply, 409, 'An operation with this id is running. Choose another id.');
    if (stream.isUnread && !(await notCounted(request, installation, () => stream.untilRead()))) {
      stream.stop(id);
      return refuse(reply, 429, NOT_READ);
    }
    const caller = request.caller as Caller;
    const result = await executeStreamed(graphql, caller, given).catch((error) => ({ errors: [error] }));
    const isRefused = 'errors' in result && !('data' in result && result.data !== undefined);
    stream.show(id, isRefused ? { errors: result.errors?.map((error) => maskFully(error, installation.log)) } : result);
    return reply.code(202).send();
  };

  const end: Handler = async (request, reply) => {
    const stream = streams.find(tokenOf(request) as string, accessOf(request));
    if (!stream) return refuse(reply, 404, NO_STREAM);
    const { operationId } = request.query as { operationId?: unknown };
    if (typeof operationId !== 'string') return refuse(reply, 400, NO_ID);
    stream.stop(operationId);
    return reply.code(200).send();
  };

  const reserve: Handler = async (request, reply) =>
    reply
      .code(201)
      .type('text/plain; charset=utf-8')
      .send(streams.reserve(accessOf(request)));

  const handlers: Record<string, Handler> = { PUT: reserve, GET: open, POST: add, DELETE: end };
  return {
    takes: (request) => request.method === 'PUT' || request.method === 'DELETE' || tokenOf(request) !== undefined,
    handle: (request, reply) => (handlers[request.method] as Handler)(request, reply),
  };
}

const NO_STREAM =
  'You have reserved no such stream here, or it has ended: reserve one with PUT, and open it with GET. With several processes, all requests of a stream must reach the same one; a WebSocket always does.';
const NOT_READ = 'The stream has results that the client has not read: read them first.';
const NO_ID = 'Name the operation: extensions.operationId in POST, ?operationId= in DELETE.';

/** EventSource cannot send headers, so the address may name the stream too. */
function tokenOf({ headers, query, method }: FastifyRequest): string | undefined {
  const given = headers[HEADER] ?? (method === 'GET' ? (query as { token?: unknown }).token : undefined);
  return typeof given === 'string' ? given : method === 'DELETE' ? '' : undefined;
}

function accessOf({ caller }: FastifyRequest): Access {
  if (!caller?.access) throw new UnauthenticatedError();
  return caller.access;
}

const objectOf = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {});

const CODES: Record<number, string> = { 404: 'NOT_FOUND', 409: 'CONFLICT', 429: 'RATE_LIMITED' };
const MORE: Record<number, { reason: ConflictReason } | { retryAfter: number }> = {
  409: { reason: 'IN_USE' },
  429: { retryAfter: 1 },
};

const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).send({
    errors: [
      {
        message,
        extensions: { code: CODES[status] ?? 'BAD_USER_INPUT', ...MORE[status] },
      },
    ],
  });
