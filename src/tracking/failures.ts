import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '../errors.ts';
import { RETRY_AFTER, unavailability } from '../http/unavailable.ts';
import { languageAsked } from '../validation/languages-asked.ts';
import { say, sendPage } from './page.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

/** Sends an error page in the browser's language: without a valid link the person is unknown. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: keyof Texts['failures'],
  status: number,
): FastifyReply {
  const language = languageAsked(request);
  return sendPage(reply, say(language, TEXTS[language].failures[failure], []), status);
}

/** Answers every error with a page. */
export const answerFailures = answering(sendFailure, 'unknown');

/**
 * Makes an error handler that answers by `send`, with `notFound` for missing things. Our own errors are logged once, with the id
 * of the request.
 */
export function answering<Failure extends string>(
  send: (request: FastifyRequest, reply: FastifyReply, failure: Failure | Fault, status: number) => FastifyReply,
  notFound: Failure,
) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof NotFoundError) return send(request, reply, notFound, 404);
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode < 500) return send(request, reply, 'unreadable', statusCode);
    const unavailable = unavailability(error);
    if (unavailable) {
      request.log.error({ reason: error.message }, unavailable);
      return send(request, reply.header('Retry-After', String(RETRY_AFTER)), 'fault', 503);
    }
    request.log.error({ err: error }, 'request failed');
    return send(request, reply, 'fault', 500);
  };
}

type Fault = 'unreadable' | 'fault';
