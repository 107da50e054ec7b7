import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError, UnauthenticatedError, ValidationError } from '../errors.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { RETRY_AFTER, unavailability } from '../http/unavailable.ts';
import type { Installation } from '../installation.ts';
import { registerAccount } from './account.ts';
import { readForms } from './form.ts';
import { registerJoin } from './join.ts';
import { registerOidc } from './oidc.ts';
import { say, sendPage } from './page.ts';
import { registerPasskeys } from './passkeys.ts';
import { registerSignIn } from './sign-in.ts';

/** Calls per minute of one address (an IPv6 network counts as one), over this process. */
const CALLS_PER_MINUTE = 60;

/**
 * The pages by which people sign in, plain HTML. What changes something comes from a page of this server; guessing is
 * slowed down.
 */
export async function registerAccountPages(app: FastifyInstance, installation: Installation): Promise<void> {
  await app.register(async (pages) => {
    await pages.register(rateLimit, { global: false });
    const take = pages.createRateLimit({ max: CALLS_PER_MINUTE, timeWindow: '1 minute' });
    readForms(pages);
    pages.addHook('onRequest', async (request, reply) => {
      const taken = await take(request);
      if (!taken.isAllowed && taken.isExceeded) {
        return sendPage(reply.header('Retry-After', String(taken.ttlInSeconds)), TOO_MANY, 429);
      }
      const changes = request.method !== 'GET' && request.method !== 'HEAD';
      if (changes && !isSameOrigin(installation.config, request)) return sendPage(reply, ELSEWHERE, 403);
    });
    pages.setErrorHandler(answerFailures);
    registerSignIn(pages, installation);
    registerJoin(pages, installation);
    registerAccount(pages, installation);
    registerPasskeys(pages, installation);
    if (installation.config.oidc) registerOidc(pages, installation, installation.config.oidc);
  });
}

function answerFailures(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof NotFoundError) return sendPage(reply, GONE, 404);
  if (error instanceof UnauthenticatedError) return sendPage(reply, SIGNED_OUT, 401);
  if (error instanceof ValidationError) return sendPage(reply, say('Not accepted', error.message), 422);
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode < 500) return sendPage(reply, UNREADABLE, statusCode);
  const unavailable = unavailability(error);
  if (unavailable) {
    request.log.error({ reason: error.message }, unavailable);
    return sendPage(reply.header('Retry-After', String(RETRY_AFTER)), FAULT, 503);
  }
  request.log.error({ err: error }, 'request failed');
  return sendPage(reply, FAULT, 500);
}

const TOO_MANY = say('Too many requests', 'Wait a minute, then try again.');
const ELSEWHERE = say('Not from here', 'This can only be asked for by a page of this server.');
const GONE = say('Not found', 'There is nothing here, or not any more.');
const SIGNED_OUT = say('Not signed in', 'Sign in again.');
const UNREADABLE = say('The form cannot be read', 'Go back and try again.');
const FAULT = say('Something went wrong', 'Try again in a moment.');
