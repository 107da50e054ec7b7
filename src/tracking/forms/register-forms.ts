import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/connect.ts';
import { ViewCounter } from '../../domain/forms/count-views.ts';
import { FORM_TOKEN, PROOF, TRAP } from '../../domain/forms/form-html.ts';
import { FORM_TEXTS } from '../../domain/forms/form-texts.ts';
import { overlayOf } from '../../domain/forms/overlay.ts';
import { type PublicForm, readPublicForm } from '../../domain/forms/public-form.ts';
import { queueSignUp } from '../../domain/forms/queue-sign-up.ts';
import { type Filled, readAnswers } from '../../domain/forms/read-answers.ts';
import { formUrl } from '../../domain/forms/snippet.ts';
import { thanks } from '../../domain/forms/thanks.ts';
import { NetworkLimit } from '../../domain/platform/network-limit.ts';
import type { Installation } from '../../installation.ts';
import { blockOf, familyOf, plainAddress } from '../../network/networks.ts';
import { createScope, PERSON } from '../../scope.ts';
import { languageFor } from '../../validation/language.ts';
import { isKnown } from '../entity-tag.ts';
import { sendPage } from '../page.ts';
import { againAsJson, answerFormFailures, problemsAsJson, sendFailure, sendJson, wantsJson } from './form-answers.ts';
import { filledIn, readFormBodies } from './form-body.ts';
import { type Before, formPage, thanksPage } from './form-page.ts';
import { FORM_SCRIPT } from './form-script.ts';

interface OfForm {
  Params: { form: string };
  Querystring: { page?: unknown; again?: unknown };
}

/** No cookie and no secret is involved: a script of another site can do no more than a plain form there. */
const ANY_SITE = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
const PREFLIGHT = {
  ...ANY_SITE,
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '7200',
};

/** The public side of sign-up forms (docs/forms.md): their page, the script and form tokens for other sites, and the sign-ups. */
export async function registerForms(app: FastifyInstance, installation: Installation): Promise<void> {
  const { connection, config, formTokens, log } = installation;
  const views = new ViewCounter(connection.db, log);
  const urlOf = ({ id }: PublicForm) => formUrl(config.publicUrl, id);
  const scopeOf = ({ teamId }: PublicForm) => createScope(connection.db, { id: teamId }, PERSON);

  await app.register(async (forms) => {
    readFormBodies(forms);
    forms.setErrorHandler(answerFormFailures);
    forms.addHook('onRequest', async (_, reply) => void reply.headers(ANY_SITE));
    forms.addHook('onClose', () => views.flush());
    const limit = limitSignUps(connection.db, config.formLimitPerMinute);
    registerScript(forms);

    forms.get<OfForm>('/f/:form', async (request, reply) => {
      const form = await readPublicForm(connection.db, request.params.form);
      if (isSeen(request)) views.count(form);
      return sendPage(reply, formPage(form, urlOf(form), formTokens.give(form, scopeOf(form).now())));
    });

    forms.get<OfForm>('/f/:form/pass', async (request, reply) => {
      const form = await readPublicForm(connection.db, request.params.form);
      const isFirst = request.query.page === undefined && request.query.again === undefined;
      if (isFirst && isSeen(request)) views.count(form);
      const formToken = formTokens.give(form, scopeOf(form).now());
      const challenge = form.proofOfWork ? await installation.proofOfWork.challenge(formToken) : null;
      return sendJson(reply, 200, { data: { pass: formToken, challenge } });
    });

    // Not yet a view: visitors may leave before the form opens.
    forms.get<OfForm>('/f/:form/overlay', async (request, reply) => {
      const form = await readPublicForm(connection.db, request.params.form);
      return reply.header('Cache-Control', OVERLAY_CACHING).send({ data: overlayOf(form, urlOf(form)) });
    });

    forms.post<OfForm>('/f/:form', { onRequest: limit }, async (request, reply) => {
      const form = await readPublicForm(connection.db, request.params.form);
      return signUp(form, filledIn(request.body), request, reply);
    });

    forms.options('/f/*', async (_, reply) => reply.code(204).headers(PREFLIGHT).send());
    for (const url of ['/f/:form', '/f/:form/pass', '/f/:form/overlay']) {
      const takesPost = url === '/f/:form';
      forms.route({
        method: takesPost ? ['PUT', 'PATCH', 'DELETE'] : ['POST', 'PUT', 'PATCH', 'DELETE'],
        url,
        handler: (request, reply) =>
          sendFailure(request, reply.header('Allow', takesPost ? 'GET, HEAD, POST' : 'GET, HEAD'), 'method', 405),
      });
    }
  });

  async function signUp(
    form: PublicForm,
    filled: Filled,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const texts = FORM_TEXTS[languageFor(form.locale)];
    const now = scopeOf(form).now();
    const again = (before: Before, body: object) =>
      wantsJson(request)
        ? sendJson(reply, 422, body)
        : sendPage(reply, formPage(form, urlOf(form), formTokens.give(form, now), { filled, ...before }), 422);

    // A robot fills in the hidden field and gets the usual answer.
    if (filled[TRAP] !== undefined && filled[TRAP] !== '') return thank(form, request, reply);
    const answers = readAnswers(form, filled);
    if ('problems' in answers) return again(answers, problemsAsJson(form, answers.problems));
    const formToken = formTokens.read(form, filled[FORM_TOKEN], now);
    if (typeof formToken === 'string') return again({ alert: texts.again }, againAsJson(texts.again));
    if (form.proofOfWork && !(await installation.proofOfWork.isSolved(filled[FORM_TOKEN] as string, filled[PROOF]))) {
      return again({ alert: texts.unsolved }, againAsJson(texts.unsolved));
    }
    // A robot gains nothing by being fast, and a fast person need not press again.
    if (formToken.waitMs > 0) await setTimeout(formToken.waitMs);
    const queued = await queueSignUp(scopeOf(form), {
      ...answers,
      id: formToken.id,
      formId: form.id,
      consentText: form.consentText,
      consentVersion: form.consentText === null ? null : form.consentVersion,
      addressFamily: familyOf(request.ip),
      address: form.keepAddress ? plainAddress(request.ip) : null,
    });
    if (queued === 'used') return again({ alert: texts.again }, againAsJson(texts.again));
    return thank(form, request, reply);
  }
}

function thank(form: PublicForm, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (wantsJson(request)) return sendJson(reply, 200, { data: { ...thanks(form), redirect: form.redirectUrl } });
  if (form.redirectUrl !== null) return reply.header('Cache-Control', 'no-store').redirect(form.redirectUrl, 303);
  return sendPage(reply, thanksPage(form));
}

/** Whether a person looks at it, not a browser or mail server that fetches it in advance. */
const isSeen = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && !/prefetch|preview|prerender/i.test(`${headers['sec-purpose']} ${headers.purpose}`);

/** A minute: a change of the form is soon seen, and a page that reloads asks once. */
const OVERLAY_CACHING = 'public, max-age=60';

/** An hour: sites keep the URL for years, and an upgrade may change the needs of the form. */
const SCRIPT_CACHING = 'public, max-age=3600';

function registerScript(app: FastifyInstance): void {
  const tag = `"${createHash('sha256').update(FORM_SCRIPT).digest('base64url').slice(0, 22)}"`;
  app.get('/f/form.js', async (request, reply) => {
    reply.headers({ 'Cache-Control': SCRIPT_CACHING, ETag: tag, 'X-Content-Type-Options': 'nosniff' });
    if (isKnown(tag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(FORM_SCRIPT);
  });
}

/**
 * Refuses sign-ups from a network that sends more than `max` a minute, over all processes. It does so before the body is read,
 * and for a network that is known to be over its limit without a database query. 0 turns it off.
 */
function limitSignUps(db: Database, max: number): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  if (max === 0) return async () => undefined;
  const limit = new NetworkLimit(db, { kind: 'form', max });
  return async (request, reply) => {
    const wait = await limit.take(blockOf(request.ip));
    if (wait === undefined) return undefined;
    return sendFailure(request, reply.header('Retry-After', String(wait)), 'tooMany', 429);
  };
}
