import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ValidationError } from '../errors.ts';
import { BodyError } from '../http/json-body.ts';
import { BODY_LIMIT } from './body.ts';
import { drainRefused, isPartAFile } from './upload.ts';

/** Content types of an image as the body. The type of the image itself is detected from its content. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const IMAGE = /^(image\/[\w.+-]+|application\/octet-stream)\b/i;
const LIMITS = { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 22 };

/** Passes the bodies of a part of the server on as streams: an image, or a form with an image. */
export async function takeImages(api: FastifyInstance): Promise<void> {
  api.removeAllContentTypeParsers();
  await api.register(multipart, { isPartAFile });
  api.addContentTypeParser(IMAGE, (_request, payload, done) => done(null, payload));
  api.addContentTypeParser('*', (_request, _payload, done) => {
    done(new BodyError(415, 'The Content-Type must be that of an image, or multipart/form-data.'));
  });
  api.addHook('onResponse', async (request) => drainRefused(request));
}

/** The fields of an image upload, by wire name. */
export type ImageUpload = Record<string, unknown> & { file?: Buffer };

/**
 * Reads the image of a request as a whole, with its parameters and form fields. Throws BodyError if it is too large,
 * ValidationError for an unreadable form.
 */
export async function readImage(request: FastifyRequest): Promise<ImageUpload> {
  const query = request.query as Record<string, unknown>;
  if (request.isMultipart()) return { ...query, ...(await readForm(request)) };
  return { ...query, ...(request.body ? { file: await readWhole(request.body as Readable) } : {}) };
}

async function readForm(request: FastifyRequest): Promise<ImageUpload> {
  const fields: ImageUpload = Object.create(null);
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type !== 'file') fields[part.fieldname] = part.value;
      else {
        fields.file = await readWhole(part.file);
        fields.name ??= part.filename;
      }
    }
  } catch (error) {
    if (error instanceof BodyError) throw error;
    throw new ValidationError([
      { path: ['file'], problem: `cannot be read from the form: ${(error as Error).message}.` },
    ]);
  }
  return fields;
}

async function readWhole(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  // Not destroyed when left early, because the answer uses the same connection.
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    size += piece.length;
    if (size > BODY_LIMIT) throw new BodyError(413, 'The image is larger than 10 MB.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
