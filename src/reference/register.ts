import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { servesPublicDocuments } from '../http/public-documents.ts';
import type { Installation } from '../installation.ts';
import { html } from '../validation/html.ts';
import { addressesOf } from './addresses.ts';
import { SCRIPT } from './filter-script.ts';
import { indexPage } from './index-page.ts';
import { documentOf, HEADERS, type Page } from './page.ts';
import { type WrittenPage, WrittenPages } from './pages.ts';
import { type Asked, placeOf } from './place-of.ts';
import { Reference } from './reference.ts';
import { tagPage } from './rest-pages/tag-page.ts';
import { webhooksPage } from './rest-pages/webhooks-page.ts';
import { typePage } from './schema-pages/type-page.ts';

type WritePage = (reference: Reference, name: string) => Page | undefined;

/** The pages by their path; `*` is a name of the API. */
const PAGES: Record<string, WritePage> = {
  '': indexPage,
  '/webhooks': webhooksPage,
  '/rest/*': tagPage,
  '/graphql/*': typePage,
};

/**
 * Serves the reference of both APIs, written from the OpenAPI document and the schema: without a token or a request to another
 * host, unless introspection is off.
 */
export function registerReference(app: FastifyInstance, { config }: Installation): void {
  if (!servesPublicDocuments(config)) return;
  const reference = new Reference(addressesOf(config.publicUrl), config.playground);
  const pages = new WrittenPages();
  const notFound = documentOf(unknownPage(reference), reference.addresses);

  const send = (request: FastifyRequest, reply: FastifyReply, name: string, write: WritePage) => {
    reply.headers(HEADERS).type('text/html; charset=utf-8');
    const written = pages.read(request.routeOptions.url + name, () => {
      const page = write(reference, name);
      return page && documentOf(page, reference.addresses);
    });
    return written ? sendWritten(request, reply, written) : reply.code(404).send(notFound);
  };

  for (const [path, write] of Object.entries(PAGES)) {
    app.get<{ Params: { '*'?: string } }>(`/reference${path}`, async (request, reply) =>
      send(request, reply, request.params['*'] ?? '', write),
    );
  }
  app.get<{ Querystring: Asked }>('/reference/find', async ({ query }, reply) =>
    reply.redirect(`${reference.addresses.top}${placeOf(reference, query)}`),
  );
  app.get('/reference/*', async (request, reply) => send(request, reply, '', () => undefined));
  app.get('/reference/filter.js', async (request, reply) => {
    reply.headers({ 'Cache-Control': 'no-cache' }).type('text/javascript; charset=utf-8');
    return sendWritten(request, reply, pages.read('filter.js', () => SCRIPT) as WrittenPage);
  });
}

function sendWritten(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: WrittenPage) {
  reply.header('ETag', etag);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return bytes.send(request, reply);
}

const unknownPage = ({ addresses }: Reference): Page => ({
  title: 'Page not found',
  above: [addresses.index()],
  body: html`<p>The API has no operation or type with this name. Look for it in the ${addresses.index()}.</p>`,
});
