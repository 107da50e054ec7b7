import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageAsked } from '../validation/languages-asked.ts';
import { say, sendPage } from './page.ts';
import { TEXTS } from './texts/texts.ts';

/** Answers the links of test e-mails. They change nothing, because the person shown in the test has not requested anything. */
export async function sendTestPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const language = languageAsked(request);
  return sendPage(reply, say(language, TEXTS[language].test, []));
}
