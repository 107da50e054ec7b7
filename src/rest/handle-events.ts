import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { ExpectedError } from '../errors.ts';
import type { Installation } from '../installation.ts';
import { createContext } from '../schema/context.ts';
import { follow } from '../schema/follow.ts';
import { schema } from '../schema/index.ts';
import { errorReply } from './errors.ts';
import { lenientSchema } from './execute.ts';
import { originOf } from './origin.ts';
import { prepare, type ReadyRoute } from './prepare.ts';
import type { EventsOfRoute } from './route.ts';
import { send } from './send.ts';
import { lookForUnknown, refuseUnknown } from './unknown-keys.ts';
import { variablesOf } from './variables.ts';

/** How often a client without events is sent a comment, so that nothing in between takes the connection for dead. */
const QUIET_MS = 12_000;

/** The values of an event, against the caller's budget: its fields. */
const COST = 5;

/** Whether a caller accepts event streams and no JSON, as EventSource does. */
export const asksForEvents = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  accept.includes('text/event-stream') && !/json|\*\/\*|application\/\*/.test(accept);

/**
 * Streams the events of a route's subscription as server-sent events, each with its id. A client that reconnects names the last one. A
 * stream that the server ends by itself is cut off, so that clients reconnect; one that may not go on ends with an event `end`.
 */
export function streamEvents(installation: Installation, row: ReadyRoute, events: EventsOfRoute) {
  const prepared = prepare(schema, events.document);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await refuseUnknown(installation, row, request, lookForUnknown(row.known, request));
    const last = request.headers['last-event-id'];
    const query = { ...(request.query as object), ...(last !== undefined && { [events.continues]: last }) };
    const results = await follow(
      {
        schema: lenientSchema,
        document: prepared.document,
        variableValues: variablesOf(prepared, { params: request.params, query, body: undefined }, true),
        contextValue: createContext(installation, request.access, { from: originOf(request) }),
      },
      COST,
    );
    if (!(Symbol.asyncIterator in results)) return refuse(results);
    reply.headers({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache', ...UNBUFFERED });
    const stream = Readable.from(
      textsOf(results, events, () => reply.raw.destroy()),
      { objectMode: false, highWaterMark: 16 * 1024 },
    );
    stream.once('close', () => void results.return().catch(() => {})); // also before anyone starts to read
    return reply.send(stream);

    function refuse({ errors = [] }: ExecutionResult): FastifyReply {
      const error = errors[0]?.originalError ?? errors[0];
      const known = errorReply(error, prepared.wireOfArgument);
      if (!known) throw error;
      return send(reply, known);
    }
  };
}

/** nginx would keep events until it has some kilobytes. */
const UNBUFFERED = { 'X-Accel-Buffering': 'no' };

/** A comment at first, so that the client knows that it is connected. `cut`: ends the connection. */
async function* textsOf(
  results: AsyncIterator<ExecutionResult>,
  { idOf }: EventsOfRoute,
  cut: () => void,
): AsyncGenerator<string, void> {
  yield ':\n\n';
  try {
    let next = results.next();
    for (;;) {
      const result = await orQuiet(next);
      if (result === QUIET) yield ':\n\n';
      else if (result.done) return cut();
      else {
        yield textOf(result.value, idOf);
        next = results.next();
      }
    }
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    const { code, message } = error;
    yield `event: end\ndata: ${JSON.stringify({ code, message })}\n\n`;
  }
}

function textOf({ data, errors }: ExecutionResult, idOf: EventsOfRoute['idOf']): string {
  if (errors?.[0]) throw errors[0].originalError ?? errors[0];
  const [event] = Object.values(data as object);
  return `id: ${idOf(event as never)}\ndata: ${JSON.stringify(event)}\n\n`;
}

const QUIET = Symbol('quiet');

/** The next result, or QUIET after a while without one. */
async function orQuiet<Value>(next: Promise<Value>): Promise<Value | typeof QUIET> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<typeof QUIET>((resolve) => {
    timer = setTimeout(resolve, QUIET_MS, QUIET);
  });
  return Promise.race([next, quiet]).finally(() => clearTimeout(timer));
}
