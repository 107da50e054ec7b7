import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ValidationError } from '../errors.ts';
import { BodyError } from '../http/json-body.ts';
import { BODY_LIMIT } from './body.ts';
import { drainRefused, isPartAFile } from './upload.ts';

/** Kinds of bodies that are a picture by themselves. What it is, is judged by what is in it. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const IMAGE = /^(image\/[\w.+-]+|application\/octet-stream)\b/i;
const LIMITS = { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 22 };

/** Hands bodies of an area of the server over as streams: a picture, or a form that holds one. */
export async function takeImages(api: FastifyInstance): Promise<void> {
  api.removeAllContentTypeParsers();
  await api.register(multipart, { isPartAFile });
  api.addContentTypeParser(IMAGE, (_request, payload, done) => done(null, payload));
  api.addContentTypeParser('*', (_request, _payload, done) => {
    done(new BodyError(415, 'The Content-Type must be that of an image, or multipart/form-data.'));
  });
  api.addHook('onResponse', async (request) => drainRefused(request));
}

/** What came with a picture, by the names of the wire. */
export type ImageUpload = Record<string, unknown> & { file?: Buffer };

/**
 * The picture of a request, whole, with what was said about it in the address and in fields of the form. Throws BodyError for one
 * that is too large, ValidationError for a form that cannot be read.
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
  // Not destroyed where it is left: the answer goes over the same connection.
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    size += piece.length;
    if (size > BODY_LIMIT) throw new BodyError(413, 'The image is larger than 10 MB.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
