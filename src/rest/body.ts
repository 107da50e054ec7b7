import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodyError, jsonText, parseJson, refuseCompressed } from '../http/json-body.ts';

/** Largest body in bytes. */
export const BODY_LIMIT = 10 * 1024 * 1024;

/**
 * How a route treats a body: it takes a body (`taken`), ignores a body but checks its keys (`refused`), or ignores a
 * body unless it is a JSON object (`passed`). Absent without a route: the body is ignored.
 */
export type BodyRule = 'taken' | 'refused' | 'passed';

/** Reads JSON bodies according to the rule of the route. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/([\w.+-]+\+)?json\b/i, { parseAs: 'buffer' }, (request, body, done) => {
    const rule = ruleOf(request);
    try {
      const json = rule && readJson(request, body as Buffer);
      done(null, rule === 'passed' && !isJsonObject(json) ? undefined : json);
    } catch (error) {
      if (rule === 'passed') done(null, undefined);
      else done(error as BodyError);
    }
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    const rule = ruleOf(request);
    if (rule === 'taken' && text === '') done(null, {});
    else if (!rule || rule === 'passed' || text === '') done(null, undefined);
    else done(new BodyError(415, 'The Content-Type must be application/json.'));
  });
}

const ruleOf = ({ routeOptions }: FastifyRequest): BodyRule | undefined => routeOptions.config.body;

const isJsonObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function readJson({ headers }: FastifyRequest, body: Buffer): unknown {
  refuseCompressed(headers['content-encoding']);
  const text = jsonText(headers['content-type'], body);
  return text === '' ? {} : parseJson(text);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    body?: BodyRule;
  }
}
