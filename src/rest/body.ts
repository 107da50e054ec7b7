import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A refusal of the body itself, before anything looks into it. */
export class BodyError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** Largest body in bytes. */
export const BODY_LIMIT = 10 * 1024 * 1024;

/** Reads JSON bodies; where the route takes none, whatever was sent is let go by. */
export function readJsonBodies(app: FastifyInstance, takesBody: (request: FastifyRequest) => boolean): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/([\w.+-]+\+)?json\b/i, { parseAs: 'string' }, (request, text, done) => {
    if (!takesBody(request)) return done(null, undefined);
    if (text === '') return done(null, {});
    try {
      done(null, JSON.parse(text as string));
    } catch {
      done(new BodyError(400, 'The body is not valid JSON.'));
    }
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (!takesBody(request)) done(null, undefined);
    else if (text === '') done(null, {});
    else done(new BodyError(415, 'The Content-Type must be application/json.'));
  });
}
