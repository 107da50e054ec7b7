import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { checkoutRoot } from '../database/home.ts';
import { PICTURES, SOCIAL_NETWORKS } from '../domain/content/pictures.ts';
import { markShared } from '../http/unread-answers.ts';
import { isKnown } from './entity-tag.ts';

const FILES = [...PICTURES, ...SOCIAL_NETWORKS.map((network) => `social/${network}`)].map((name) => `${name}.png`);

/** A week: an upgrade may redraw a picture under its name. After a week, the entity tag makes revalidation cheap. */
const CACHING = 'public, max-age=604800';

/**
 * Serves the pictures of ready-made templates (pictures/) to readers of messages. Each has its own route and is read once, so no
 * part of a request becomes a file path. A missing file keeps the server from starting.
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
