import type { FastifyReply, FastifyRequest } from 'fastify';
import { FORM_TOKEN } from '../../domain/forms/form-html.ts';
import { FORM_TEXTS, type FormTexts } from '../../domain/forms/form-texts.ts';
import type { PublicForm } from '../../domain/forms/public-form.ts';
import type { Problem } from '../../domain/forms/read-answers.ts';
import { html } from '../../validation/html.ts';
import { languageFor } from '../../validation/language.ts';
import { languageAsked } from '../../validation/languages-asked.ts';
import { answering } from '../failures.ts';
import { sendPage } from '../page.ts';

/** Whether to answer in JSON: scripts send JSON or ask for it. */
export const wantsJson = ({ headers }: FastifyRequest): boolean =>
  /^application\/json\b/i.test(headers['content-type'] ?? '') || /\bapplication\/json\b/i.test(headers.accept ?? '');

export const sendJson = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply.code(status).header('Cache-Control', 'no-store').send(body);

/** The problems in the language of the form, in our error format. */
export function problemsAsJson(form: PublicForm, problems: ReadonlyMap<string, Problem>): object {
  const texts = FORM_TEXTS[languageFor(form.locale)];
  const errors = [...problems].map(([field, problem]) => {
    const label = form.asked.find((asked) => asked.field === field)?.label;
    return [field, [label ? `${label}: ${texts.problems[problem]}` : texts.problems[problem]]];
  });
  return { message: texts.problem, errors: Object.fromEntries(errors) };
}

/** Asks the script to send the form again with a new form token. */
export const againAsJson = (message: string): object => ({ message, errors: { [FORM_TOKEN]: [message] } });

type Failure = 'tooMany' | 'gone' | 'unreadable' | 'method' | 'fault';

/** Sends an error in the language of the browser: the form is unknown, or was not looked up. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  status: number,
): FastifyReply {
  const language = languageAsked(request);
  const { title, text } = (FORM_TEXTS[language] as FormTexts)[failure];
  if (wantsJson(request)) return sendJson(reply, status, { message: status === 404 ? 'Not found.' : text, errors: {} });
  return sendPage(reply, { language, title, body: html`<p>${text}</p>` }, status);
}

/** Answers every error. */
export const answerFormFailures = answering(sendFailure, 'gone');
