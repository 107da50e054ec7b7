import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { markShared } from '../../http/unread-answers.ts';
import type { Installation } from '../../installation.ts';
import { basePathOf } from '../visit.ts';
import { playgroundPage } from './page.ts';
import { readPlaygroundFiles } from './playground-files.ts';

const PATH = '/playground';

/**
 * Serves the playground under /playground, and returns the hook that shows it to browsers at the URL of the API too. It needs no
 * authentication: the page holds no data, and the API is beside it. Does nothing when the playground is off or was not built.
 */
export function servePlayground(
  app: FastifyInstance,
  { config }: Pick<Installation, 'config'>,
): onRequestAsyncHookHandler | undefined {
  const files = config.playground ? readPlaygroundFiles() : undefined;
  if (!files) return undefined;
  const base = basePathOf(config);
  const page = playgroundPage((name) => {
    const found = [...files.keys()].find((file) => file.endsWith(`-${name}`));
    return `${base}${PATH}/${found}`;
  });
  const headers = {
    'Content-Security-Policy': page.policy,
    'Cache-Control': 'no-cache',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ETag: page.etag,
    'Referrer-Policy': 'same-origin',
    Vary: 'Accept',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex, nofollow',
  };

  const show = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers);
    if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send();
    return markShared(reply).type('text/html; charset=utf-8').send(page.document);
  };
  app.get(PATH, show);
  app.get<{ Params: { name: string } }>(`${PATH}/:name`, async (request, reply) => {
    const file = files.get(request.params.name);
    if (!file) return reply.callNotFound();
    reply.type(file.type).headers({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    });
    return file.bytes.send(request, reply);
  });
  return async (request, reply) => {
    if (asksForPage(request)) return show(request, reply);
  };
}

const asksForPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false);
