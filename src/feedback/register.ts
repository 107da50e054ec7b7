import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FEEDBACK_PROVIDERS, type FeedbackProvider } from '../domain/sending/feedback-secrets.ts';
import { openFeedbackSource, receiveFeedback } from '../domain/sending/receive-feedback.ts';
import { type Issue, NotFoundError, sentence, ValidationError } from '../errors.ts';
import { RETRY_AFTER } from '../http/unavailable.ts';
import type { Installation } from '../installation.ts';
import { generic } from './providers/generic.ts';
import { mailgun } from './providers/mailgun.ts';
import { postmark } from './providers/postmark.ts';
import { CallError, type Provider } from './providers/provider.ts';
import { sendgrid } from './providers/sendgrid.ts';
import { ses } from './providers/ses.ts';
import { Sns } from './providers/sns.ts';

const BODY_LIMIT = 1024 * 1024;

/** A repeated call gets the same answer as the first, except Mailgun's, which is refused because its body is not signed. */
const REPEATED: Partial<Record<FeedbackProvider, CallError>> = {
  mailgun: new CallError(403, 'The token was already used.'),
};

/**
 * Providers report bounces, complaints and unsubscribes to `POST /feedback/<provider>/<token>`. Callers with an unknown token, or
 * without proof that they are the provider, learn and change nothing. The answer is never a 500.
 */
export async function registerFeedback(app: FastifyInstance, installation: Installation): Promise<void> {
  const { config, connection, links, vault, log } = installation;
  const sns = new Sns(config.snsOrigin);
  const providers: Record<FeedbackProvider, Provider> = { ses: ses(sns), postmark, mailgun, sendgrid, generic };

  const addressOf = ({ params }: FastifyRequest) => {
    const { provider, token } = params as { provider: FeedbackProvider; token: string };
    if (!FEEDBACK_PROVIDERS.includes(provider)) throw new NotFoundError();
    return { provider, subject: links.read('feedback', token, provider) };
  };

  async function receive(request: FastifyRequest): Promise<void> {
    const { headers, body } = request;
    const { provider, subject } = addressOf(request);
    const source = await openFeedbackSource(connection.db, vault, subject, provider);
    const given = { headers, body: (body as Buffer | undefined) ?? Buffer.alloc(0), secret: source.secret };
    const { call, events } = await providers[provider]({ ...given, now: Date.now() });
    const isNew = await receiveFeedback(connection.db, source, call, events);
    if (!isNew && REPEATED[provider]) throw REPEATED[provider];
  }

  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    // The raw bytes, whatever the content type: the signature covers them.
    routes.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      async (_: unknown, body: Buffer) => body,
    );
    routes.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
      const { status, message, errors } = refusalFor(error);
      if (status === 503 && !(error instanceof CallError))
        log.error({ reason: error.message }, 'cannot record a report');
      return answer(status === 503 ? reply.header('Retry-After', String(RETRY_AFTER)) : reply, status, message, errors);
    });
    // Checks the URL before the body is read.
    const onRequest = async (request: FastifyRequest) => void addressOf(request);
    routes.post('/feedback/:provider/:token', { onRequest }, async (request, reply) => {
      await receive(request);
      return answer(reply, 200, 'Received.');
    });
    routes.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: '/feedback/:provider/:token',
      handler: (_request, reply) => answer(reply.header('Allow', 'POST'), 405, 'Method not allowed.'),
    });
  });
}

type Errors = Record<string, string[]>;

function refusalFor(error: Error & { statusCode?: number }): { status: number; message: string; errors?: Errors } {
  if (error instanceof ValidationError) return invalid(error);
  if (error instanceof NotFoundError) return { status: 404, message: 'Not found.' };
  if (error instanceof CallError) return error;
  const { statusCode = 503 } = error;
  return statusCode < 500
    ? { status: statusCode, message: 'The body cannot be read.' }
    : { status: 503, message: 'The report cannot be recorded now. Try again later.' };
}

/** The problems of a report by field. A body that is not an object has no fields. */
function invalid({ message, issues }: ValidationError): { status: number; message: string; errors: Errors } {
  const nameOf = ({ path }: Issue) => path.join('.');
  if (issues.some((issue) => nameOf(issue) === '')) {
    return { status: 422, message: 'The body must be a JSON object.', errors: {} };
  }
  return {
    status: 422,
    message,
    errors: Object.fromEntries(issues.map((issue) => [nameOf(issue), [sentence(issue)]])),
  };
}

const answer = (reply: FastifyReply, status: number, message: string, errors: Errors = {}): FastifyReply =>
  reply.code(status).send(status < 400 || status === 401 || status === 403 ? { message } : { message, errors });
