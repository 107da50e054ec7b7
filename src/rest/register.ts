import type { FastifyInstance } from 'fastify';
import type { Installation } from '../installation.ts';
import { schema } from '../schema/index.ts';
import { readJsonBodies } from './body.ts';
import { handleDownload } from './handle-download.ts';
import { handleUpload } from './handle-upload.ts';
import { admit, answerErrors, handle, notAllowed, notFound } from './handlers.ts';
import { openApiDocument } from './openapi/document.ts';
import { prepare } from './prepare.ts';
import { takeUploads } from './upload.ts';
import { routes } from './v1/index.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The prefix of the specification, and the one of a self-hosted installation. */
const PREFIXES = ['/v1', '/api/v1'];

/** Puts every route of /v1 in place, and 405 on the methods that a path does not have. */
export async function registerRest(app: FastifyInstance, installation: Installation): Promise<void> {
  const ready = routes.map((route) => ({ ...route, prepared: prepare(schema, route.document) }));
  const paths = new Set(ready.map((route) => route.path));
  app.decorateRequest('access');

  const serve = async (api: FastifyInstance) => {
    readJsonBodies(api, (request) => request.routeOptions.config.takesBody === true);
    api.addHook('onRequest', admit(installation));
    api.setErrorHandler(answerErrors);
    api.setNotFoundHandler(notFound);
    for (const url of paths) {
      const here = ready.filter((route) => route.path === url && !route.upload);
      const allowed = METHODS.filter((method) => ready.some((route) => route.path === url && route.method === method));
      for (const method of METHODS) {
        const rows = here.filter((route) => route.method === method);
        if (rows.length === 0 && allowed.includes(method)) continue; // it takes files
        const [row] = rows;
        const download = row?.download && handleDownload(installation, row, row.download);
        const handler = download ?? (row ? handle(installation, rows) : notAllowed(allowed));
        api.route({ method, url, handler, config: { isRoute: rows.length > 0, takesBody: rows.some(takesBody) } });
      }
    }
    await api.register(async (files) => {
      await takeUploads(files);
      for (const row of ready) {
        if (!row.upload) continue;
        const { method, path: url } = row;
        files.route({ method, url, handler: handleUpload(installation, row), config: { isRoute: true } });
      }
    });
  };
  for (const prefix of PREFIXES) await app.register(serve, { prefix });
  const description = openApiDocument(schema, routes);
  for (const url of ['/api/openapi.json', '/openapi.json']) app.get(url, async () => description);
}

/** Whether a variable of the route's document is looked for in the body. */
const takesBody = ({
  method,
  path,
  prepared,
}: {
  method: string;
  path: string;
  prepared: ReturnType<typeof prepare>;
}) => method !== 'GET' && prepared.variables.some(({ wire }) => !path.split('/').includes(`:${wire}`));

declare module 'fastify' {
  interface FastifyContextConfig {
    isRoute?: boolean;
    takesBody?: boolean;
  }
}
