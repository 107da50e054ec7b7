import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodyError, jsonText } from '../http/json-body.ts';

/** Largest body in bytes. */
export const BODY_LIMIT = 10 * 1024 * 1024;

/** Reads JSON bodies; where the route takes none, whatever was sent is let go by. */
export function readJsonBodies(app: FastifyInstance, takesBody: (request: FastifyRequest) => boolean): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/([\w.+-]+\+)?json\b/i, { parseAs: 'buffer' }, (request, body, done) => {
    if (!takesBody(request)) return done(null, undefined);
    try {
      done(null, readJson(request, body as Buffer));
    } catch (error) {
      done(error as BodyError);
    }
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (!takesBody(request)) done(null, undefined);
    else if (text === '') done(null, {});
    else done(new BodyError(415, 'The Content-Type must be application/json.'));
  });
}

function readJson({ headers }: FastifyRequest, body: Buffer): unknown {
  const text = jsonText(headers['content-type'], body);
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyError(400, 'The body is not valid JSON.');
  }
}
