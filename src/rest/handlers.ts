import type { FastifyReply, FastifyRequest } from 'fastify';
import { restPrefixOf } from '../http/api-prefix.ts';
import { authenticate, requirePermission, writeRateLimit } from '../http/authenticate.ts';
import { credentialsOf } from '../http/credentials.ts';
import type { Installation } from '../installation.ts';
import { createContext } from '../schema/context.ts';
import type { JsonAnswer, Reply } from './answer.ts';
import { warnOfDeprecated } from './deprecated-keys.ts';
import { errorReply } from './errors.ts';
import { refuseMissing, run } from './execute.ts';
import { answerOnce, type Db } from './idempotency.ts';
import { warnOfIgnored } from './ignored-keys.ts';
import { tagOf } from './openapi/tags.ts';
import { originOf } from './origin.ts';
import { readPageNumber, rowsOf } from './page.ts';
import type { ReadyRoute } from './prepare.ts';
import { readsQuery } from './route.ts';
import { send } from './send.ts';
import { lookForUnknown, refuseRows, refuseUnknown, type UnknownKeys } from './unknown-keys.ts';
import { variablesOf } from './variables.ts';

/** Admits callers whose token or session allows the route, before the body is read. */
export const authorize = (installation: Installation) => async (request: FastifyRequest, reply: FastifyReply) => {
  const credentials = credentialsOf(installation, request);
  request.access = await authenticate(installation, credentials, {
    onCaller: (access) => {
      request.access = access; // a refused call is logged too
    },
    onAllowance: writeRateLimit(reply),
  });
  const { permission } = request.routeOptions.config;
  if (permission) requirePermission(request.access, permission);
};

/** Answers the routes of one method and path, which differ by a key of the body. */
export const handle =
  (installation: Installation, rows: ReadyRoute<JsonAnswer>[]) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const row = rows.find(({ when }) => !when || hasKey(request.body, when)) as ReadyRoute<JsonAnswer>;
    const unknown = lookForUnknown(row.known, request);
    warnOfIgnored(reply, unknown); // also when an answer is replayed
    warnOfDeprecated(reply, row.deprecated, request, `${installation.config.publicUrl}/reference/rest/${tagOf(row)}`);
    const hint = row.hint?.(request.body);
    if (hint) reply.header('X-Hint', hint);
    const key = row.method === 'GET' ? undefined : request.headers['idempotency-key'];
    const work = (db?: Db) => replyTo(installation, row, request, { db, unknown });
    if (key === undefined) return send(reply, await work());
    const once = await answerOnce(installation, request, key, work);
    if (once.replayed) reply.header('Idempotent-Replay', 'true');
    return send(reply, once.answer);
  };

interface Given {
  /** The transaction to work in. */
  db?: Db | undefined;
  /** Read from the request if absent. */
  variables?: Record<string, unknown>;
  /** Unknown keys of the request. Absent if they were already refused. */
  unknown?: UnknownKeys;
}

/** Executes a route's document and wraps the result, or describes the refusal. */
export async function replyTo(
  installation: Installation,
  row: ReadyRoute<JsonAnswer>,
  request: FastifyRequest,
  { db, variables, unknown }: Given = {},
): Promise<Reply> {
  const { answer, prepared } = row;
  const query = request.query as Record<string, string>;
  const base = installation.config.linkBase ?? `${request.protocol}://${request.host}`;
  const { originalUrl } = request;
  try {
    if (unknown) await refuseUnknown(installation, row, request, unknown);
    const given = variables ?? variablesOf(prepared, request, readsQuery(row));
    if (unknown) refuseRows(given, row.known, unknown);
    const number = answer.pages && readPageNumber(query, answer.pages);
    const context = createContext(installation, request.access, {
      from: originOf(request),
      rest: base + restPrefixOf(originalUrl),
      db,
    });
    const document = (number?.position && prepared.continued) || prepared;
    if (row.method === 'GET' && row.owners.length === 0) refuseMissing(row.prepared, given);
    const value = await run(document, { ...given, ...(number && rowsOf(number)) }, context);
    const links = { ...(number ?? { page: 1, perPage: 1 }), path: base + originalUrl.split('?')[0], query };
    return answer.reply(value as never, links);
  } catch (error) {
    const known = errorReply(error, prepared.wireOfArgument);
    if (!known) throw error;
    return known;
  }
}

const hasKey = (body: unknown, key: string): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.hasOwn(body, key);

declare module 'fastify' {
  interface FastifyRequest {
    access?: Awaited<ReturnType<typeof authenticate>>;
  }
}
