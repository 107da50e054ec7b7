import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WELCOME } from './welcome.ts';

/** Nine megabytes of HTML, of which only the packed form is kept. */
interface Page {
  packed: Buffer;
  /** What its address is known by in caches. */
  etag: string;
}

const PATH = '/playground';

/**
 * Serves the playground under /playground, and to browsers that open an address of the API. It asks for nothing of the
 * caller: the page holds no data, and finds the API beside itself.
 */
export function servePlayground(routes: FastifyInstance): void {
  let page: Promise<Page> | undefined;
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    page ??= pack();
    const { packed, etag } = await page;
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'Accept, Accept-Encoding' });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    reply.header('content-type', 'text/html');
    if (!takesGzip(request)) return reply.send(await promisify(gunzip)(packed));
    return reply.header('content-encoding', 'gzip').send(packed);
  };
  routes.get(PATH, show);
  routes.addHook('onRequest', async (request, reply) => {
    if (asksForPage(request)) return show(request, reply);
  });
}

const asksForPage = ({ method, headers, routeOptions }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (routeOptions.url === PATH || (headers.accept?.includes('text/html') ?? false));

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(headers['accept-encoding'] ?? ''));

async function pack(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const options = {
    title: 'Tidings',
    defaultQuery: WELCOME,
    endpoint: 'graphql',
    subscriptionsProtocol: 'GRAPHQL_SSE',
  };
  const packed = await promisify(gzip)(renderGraphiQL(options as Parameters<typeof renderGraphiQL>[0]));
  return { packed, etag: `W/"${createHash('sha256').update(packed).digest('base64url')}"` };
}
