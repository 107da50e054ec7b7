import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NetworkLimit } from '../domain/platform/network-limit.ts';
import { ForbiddenError, NotFoundError, UnauthenticatedError, ValidationError } from '../errors.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { RETRY_AFTER, unavailability } from '../http/unavailable.ts';
import type { Installation } from '../installation.ts';
import { hostOf } from '../network/networks.ts';
import { registerAccount } from './account.ts';
import { readForms } from './form.ts';
import { registerJoin } from './join.ts';
import { say, sendPage } from './page.ts';
import { registerPasskeys, SCRIPT_PATH } from './passkeys.ts';
import { registerSignIn } from './sign-in.ts';
import { type Texts, textsFor } from './texts/texts.ts';

/** Calls per minute and address (for IPv6, per /64 network), across all processes. */
const CALLS_PER_MINUTE = 60;

/** The sign-in pages, in plain HTML. Changes are accepted only from pages of this server, and guessing is slowed down. */
export async function registerAccountPages(app: FastifyInstance, installation: Installation): Promise<void> {
  await app.register(async (pages) => {
    const limit = new NetworkLimit(installation.connection.db, { kind: 'page', max: CALLS_PER_MINUTE });
    readForms(pages);
    pages.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.url === SCRIPT_PATH) return; // the same for everybody
      const wait = await limit.take(hostOf(request.ip));
      if (wait !== undefined) return fail(request, reply.header('Retry-After', String(wait)), 'tooMany', 429);
      const changes = request.method !== 'GET' && request.method !== 'HEAD';
      if (changes && !isSameOrigin(installation.config, request)) return fail(request, reply, 'elsewhere', 403);
    });
    pages.setErrorHandler(answerFailures);
    registerSignIn(pages, installation);
    registerJoin(pages, installation);
    registerAccount(pages, installation);
    registerPasskeys(pages, installation);
    const { oidc } = installation.config;
    if (oidc) (await import('./oidc.ts')).registerOidc(pages, installation, oidc);
  });
}

function fail(request: FastifyRequest, reply: FastifyReply, failure: keyof Texts['failures'], status: number) {
  const texts = textsFor(request);
  return sendPage(reply, say(texts, texts.failures[failure]), status);
}

function answerFailures(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof NotFoundError) return fail(request, reply, 'gone', 404);
  if (error instanceof ForbiddenError) return fail(request, reply, 'refused', 403);
  if (error instanceof UnauthenticatedError) return fail(request, reply, 'signedOut', 401);
  if (error instanceof ValidationError) return fail(request, reply, 'refused', 422);
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode < 500) return fail(request, reply, 'unreadable', statusCode);
  const unavailable = unavailability(error);
  if (unavailable) {
    request.log.error({ reason: error.message }, unavailable);
    return fail(request, reply.header('Retry-After', String(RETRY_AFTER)), 'fault', 503);
  }
  request.log.error({ err: error }, 'request failed');
  return fail(request, reply, 'fault', 500);
}
