import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAddress } from '../domain/media/addresses.ts';
import { RETRY_AFTER } from '../http/unavailable.ts';
import { markShared } from '../http/unread-answers.ts';
import type { Installation } from '../installation.ts';
import { StorageError } from '../storage/storage.ts';
import { isKnown } from './entity-tag.ts';
import { SharedPictures } from './shared-pictures.ts';

/** The content at an address never changes. Whatever a file contains, browsers may only show it as a picture. */
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

/** Serves teams' pictures to readers of messages without a look-up in the database: the address is enough. */
export function registerMedia(app: FastifyInstance, { media, log }: Pick<Installation, 'media' | 'log'>): void {
  const pictures = new SharedPictures();
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const { folder, file } = request.params as Path;
    const address = readAddress(folder, file);
    const stored = address && (await media.storage.read(folder, file).catch(failed(log)));
    if (stored === null) return sendUnreadable(reply);
    if (!address || !stored) return reply.callNotFound();
    const tag = `"${file.split('.')[0]}"`;
    reply.headers({ ...HEADERS, ETag: tag });
    const isCached = isKnown(tag, request.headers['if-none-match']);
    if (isCached || request.method === 'HEAD') stored.bytes.destroy();
    if (isCached) return reply.code(304).send();
    const shared = request.method === 'HEAD' ? undefined : pictures.bytesFor(`${folder}/${file}`, stored, reply.raw);
    const bytes = shared && (await shared.catch(brokenOff(log)));
    if (shared && !bytes) return sendUnreadable(reply.removeHeader('ETag'));
    reply.type(address.type).header('Content-Length', stored.size);
    if (bytes) return markShared(reply).send(bytes);
    return reply.send(request.method === 'HEAD' ? undefined : stored.bytes);
  };
  app.route({ method: ['GET', 'HEAD'], url: '/media/:folder/:file', handler: show });
}

const failed = (log: Installation['log']) => (error: unknown) => {
  if (!(error instanceof StorageError)) throw error;
  log.error({ reason: error.message }, 'cannot read a picture');
  return null;
};

/** Errors while a picture is read come from the storage. */
const brokenOff = (log: Installation['log']) => (error: Error) => {
  log.error({ reason: error.message }, 'cannot read a picture');
  return undefined;
};

const sendUnreadable = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .header('Retry-After', String(RETRY_AFTER))
    .header('Cache-Control', 'no-store')
    .send({ message: 'The picture cannot be read now. Try again in a moment.', errors: {} });
