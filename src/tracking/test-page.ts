import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageAsked } from '../validation/languages-asked.ts';
import { say, sendPage } from './page.ts';
import { TEXTS } from './texts/texts.ts';

/** Answers the links of tests, whatever is done there: the person that a test shows has not asked for anything. */
export async function sendTestPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const language = languageAsked(request);
  return sendPage(reply, say(language, TEXTS[language].test, []));
}
