import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Permission } from '../http/authenticate.ts';
import { logCalls } from '../http/log-calls.ts';
import { limitRequests } from '../http/overload.ts';
import { SharedBytes } from '../http/shared-bytes.ts';
import type { Installation } from '../installation.ts';
import { schema } from '../schema/index.ts';
import type { JsonAnswer } from './answer.ts';
import { type BodyRule, readJsonBodies } from './body.ts';
import { handleDownload } from './handle-download.ts';
import { answerErrors, notAllowed, notFound } from './handle-errors.ts';
import { asksForEvents, streamEvents } from './handle-events.ts';
import { handleUpload } from './handle-upload.ts';
import { authorize, handle } from './handlers.ts';
import { takeImages } from './image-upload.ts';
import { knownCall } from './known-call.ts';
import { openApiDocument } from './openapi/document.ts';
import { permissionOf } from './permission.ts';
import { givesFile, givesJson, prepareAll, type ReadyRoute } from './prepare.ts';
import { takesImage } from './route.ts';
import { isShownWithoutBody } from './specified.ts';
import { takeUploads } from './upload.ts';
import { routes } from './v1/index.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const READY = prepareAll(schema, routes);

/** Registers every route of /v1, and 405 for the other methods of each path. */
export async function registerRest(app: FastifyInstance, installation: Installation): Promise<void> {
  app.decorateRequest('access');
  await app.register((api) => serve(api, installation), { prefix: '/v1' });
  const { publicUrl } = installation.config;
  app.get('/openapi.json', (request, reply) => sendDescription(publicUrl, request, reply));
}

type Description = { bytes: SharedBytes; etag: string };
const descriptions = new Map<string, Description>();

/** Generated on first request, because most processes never need it. */
function sendDescription(publicUrl: string, request: FastifyRequest, reply: FastifyReply) {
  const { bytes, etag } = descriptions.get(publicUrl) ?? describeApi(publicUrl);
  reply.headers({ ETag: etag, 'Cache-Control': 'no-cache' });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return bytes.send(request, reply.type('application/json; charset=utf-8'));
}

function describeApi(publicUrl: string): Description {
  const text = Buffer.from(JSON.stringify(openApiDocument(schema, routes, publicUrl)));
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const description = { bytes: new SharedBytes('plain', text), etag };
  descriptions.set(publicUrl, description);
  return description;
}

async function serve(api: FastifyInstance, installation: Installation): Promise<void> {
  logCalls(api, installation, knownCall);
  readJsonBodies(api);
  limitRequests(api, installation);
  api.addHook('onRequest', authorize(installation));
  api.setErrorHandler(answerErrors);
  api.setNotFoundHandler(notFound(READY));
  for (const url of new Set(READY.map((row) => row.path))) {
    const here = READY.filter((row) => row.path === url);
    const allowed = METHODS.filter((method) => here.some((row) => row.method === method));
    for (const method of allowed) {
      const rows = here.filter((row) => row.method === method && !row.upload);
      if (rows.length === 0) continue; // it takes files
      const handler = handlerOf(installation, rows);
      api.route({ method, url, handler, config: { permission: permissionOf(schema, rows), body: bodyRuleOf(rows) } });
    }
    const others = METHODS.filter((method) => !allowed.includes(method));
    if (others.length > 0) api.route({ method: others, url, handler: notAllowed(url, allowed) });
  }
  const uploads = READY.filter(givesJson).filter(({ upload }) => upload);
  for (const images of [false, true]) {
    const rows = uploads.filter(({ upload }) => takesImage(upload) === images);
    await api.register((files) => serveUploads(files, installation, rows, images ? takeImages : takeUploads));
  }
}

/** Answers the rows of one method and path. Only JSON rows can share both. */
function handlerOf(installation: Installation, rows: ReadyRoute[]) {
  const [file] = rows.filter(givesFile);
  if (file) return handleDownload(installation, file);
  const answer = handle(installation, rows.filter(givesJson));
  const [streamed] = rows.filter(({ events }) => events);
  if (!streamed?.events) return answer;
  const stream = streamEvents(installation, streamed, streamed.events);
  return (request: FastifyRequest, reply: FastifyReply) =>
    asksForEvents(request) ? stream(request, reply) : answer(request, reply);
}

async function serveUploads(
  files: FastifyInstance,
  installation: Installation,
  ready: ReadyRoute<JsonAnswer>[],
  takeBodies: (files: FastifyInstance) => Promise<void>,
) {
  await takeBodies(files);
  for (const row of ready) {
    if (!row.upload) continue;
    const { method, path: url } = row;
    const config = { permission: permissionOf(schema, [row]), isLimited: false, isUpload: true };
    files.route({ method, url, handler: handleUpload(installation, row, row.upload), config });
  }
}

/** The rule for bodies, from the known keys of the rows of one method and path. */
function bodyRuleOf(rows: readonly ReadyRoute[]): BodyRule | undefined {
  if (rows.some(({ method }) => method === 'GET')) return undefined;
  if (rows.some(isShownWithoutBody)) return 'passed';
  if (rows.some(({ known }) => known.body.size > 0)) return 'taken';
  return 'refused';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission;
  }
}
