import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { checkoutRoot } from '../database/home.ts';
import { PICTURES, SOCIAL_NETWORKS } from '../domain/content/pictures.ts';
import { markShared } from '../http/unread-answers.ts';
import { isKnown } from './entity-tag.ts';

const FILES = [...PICTURES, ...SOCIAL_NETWORKS.map((network) => `social/${network}`)].map((name) => `${name}.png`);

/** A week: an upgrade may redraw a picture under its name, and after that time the tag makes asking again cheap. */
const CACHING = 'public, max-age=604800';

/**
 * Serves the pictures of ready-made templates (pictures/) to whoever reads a message. Each is a route of its own, read once:
 * nothing of a request becomes the path of a file. A file that is missing keeps the server from starting.
 */
export async function registerPictures(app: FastifyInstance): Promise<void> {
  const folder = join(checkoutRoot(), 'pictures');
  const pictures = await Promise.all(FILES.map(async (file) => ({ file, bytes: await readFile(join(folder, file)) })));
  for (const { file, bytes } of pictures) {
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const headers = { 'Cache-Control': CACHING, ETag: tag, 'X-Content-Type-Options': 'nosniff' };
    app.get(`/pictures/${file}`, async (request, reply) => {
      reply.headers(headers);
      if (isKnown(tag, request.headers['if-none-match'])) return reply.code(304).send();
      return markShared(reply).type('image/png').send(bytes);
    });
  }
}
