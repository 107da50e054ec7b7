import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '../errors.ts';
import { RETRY_AFTER, unavailability } from '../http/unavailable.ts';
import { type Language, languageFor } from '../validation/language.ts';
import { languagesAsked } from './languages-asked.ts';
import { say, sendPage } from './page.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

/** The language of the browser, where the link tells no person. */
export const languageAsked = (request: FastifyRequest): Language => languageFor(...languagesAsked(request));

/** Sends an error page in the browser's language, because without a valid link the person is unknown. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: keyof Texts['failures'],
  status: number,
): FastifyReply {
  const language = languageAsked(request);
  return sendPage(reply, say(language, TEXTS[language].failures[failure], []), status);
}

/** Answers every error with a page. Errors of ours are logged once, with the id of the request. */
export function answerFailures(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof NotFoundError) return sendFailure(request, reply, 'unknown', 404);
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode < 500) return sendFailure(request, reply, 'unreadable', statusCode);
  const unavailable = unavailability(error);
  if (unavailable) {
    request.log.error({ reason: error.message }, unavailable);
    return sendFailure(request, reply.header('Retry-After', String(RETRY_AFTER)), 'fault', 503);
  }
  request.log.error({ err: error }, 'request failed');
  return sendFailure(request, reply, 'fault', 500);
}
