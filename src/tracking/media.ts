import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAddress } from '../domain/media/addresses.ts';
import { RETRY_AFTER } from '../http/unavailable.ts';
import type { Installation } from '../installation.ts';
import { StorageError } from '../storage/storage.ts';
import { isKnown } from './entity-tag.ts';

/** An address never has another content. Whatever a file may hold, a browser is to do nothing with it but show a picture. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

interface Path {
  folder: string;
  file: string;
}

/** Serves teams' pictures to whoever reads a message, without a look into the database: the address is all it takes. */
export function registerMedia(app: FastifyInstance, { media, log }: Pick<Installation, 'media' | 'log'>): void {
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const { folder, file } = request.params as Path;
    const address = readAddress(folder, file);
    const stored = address && (await media.storage.read(folder, file).catch(failed(log)));
    if (stored === null) {
      reply.code(503).header('Retry-After', String(RETRY_AFTER)).header('Cache-Control', 'no-store');
      return reply.send({ message: 'The picture cannot be read now. Try again in a moment.', errors: {} });
    }
    if (!address || !stored) return reply.callNotFound();
    const tag = `"${file.split('.')[0]}"`;
    reply.headers({ ...HEADERS, ETag: tag });
    const isCached = isKnown(tag, request.headers['if-none-match']);
    if (isCached || request.method === 'HEAD') stored.bytes.destroy();
    if (isCached) return reply.code(304).send();
    reply.type(address.type).header('Content-Length', stored.size);
    return reply.send(request.method === 'HEAD' ? undefined : stored.bytes);
  };
  app.route({ method: ['GET', 'HEAD'], url: '/media/:folder/:file', handler: show });
}

const failed = (log: Installation['log']) => (error: unknown) => {
  if (!(error instanceof StorageError)) throw error;
  log.error({ reason: error.message }, 'a picture could not be read');
  return null;
};
