import type { Readable } from 'node:stream';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Issue, ValidationError } from '../errors.ts';
import { BodyError } from '../http/json-body.ts';

/** Content types of a file as the body. */
export const FILE_TYPES = ['text/csv', 'application/gzip'] as const;
const FILE = /^(text\/(csv|tab-separated-values)|application\/(csv|gzip|x-gzip))\b/i;
const PACKED = new Set(['gzip', 'x-gzip', 'identity']);
const LIMITS = { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 22 };
/** How long to keep reading after a refusal, so that the client sees the answer. */
const DRAIN_MS = 10_000;

/** Recognises a file by name or type. Clients send objects as JSON parts with a file name; these are not files. */
export const isPartAFile = (_field: string | undefined, type: string | undefined, name: string | undefined): boolean =>
  type !== 'application/json' && (type === 'application/octet-stream' || name !== undefined);

/** Passes the bodies of a part of the server on as streams: a file, or a form with a file. */
export async function takeUploads(api: FastifyInstance): Promise<void> {
  api.removeAllContentTypeParsers();
  await api.register(multipart, { isPartAFile });
  api.addContentTypeParser(FILE, (request, payload, done) => {
    const packed = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
    if (PACKED.has(packed)) done(null, payload);
    else done(new BodyError(415, 'The Content-Encoding must be gzip.'));
  });
  api.addContentTypeParser('*', (_request, _payload, done) => {
    done(new BodyError(415, 'The Content-Type must be text/csv, multipart/form-data or application/gzip.'));
  });
  api.addHook('onResponse', async (request) => drainRefused(request));
}

/** The name that the client gave the file's part of a form, for errors. It is no field. */
export const PART = Symbol('part');

/** The fields of a file upload, by wire name. `csv` is the stream of its bytes. */
export type Upload = Record<string, unknown> & { csv: AsyncIterable<Uint8Array> | undefined; [PART]?: string };

/** Reads the file of a request with its parameters and preceding form fields. Throws ValidationError. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const query = request.query as Record<string, unknown>;
  if (request.isMultipart()) return { ...query, ...(await readForm(request)) };
  if (!request.body) return { ...query, csv: undefined };
  const charset = /charset\s*=\s*["']?([^\s;"',]+)/i.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase();
  const named = charset && charset !== 'utf-8' ? { encoding: charset } : {};
  // Not destroyed after reading, because the answer uses the same connection.
  const csv = (request.body as Readable).iterator({ destroyOnReturn: false });
  return { ...named, ...query, csv };
}

async function readForm(request: FastifyRequest): Promise<Upload> {
  const parts = request.parts({ limits: LIMITS })[Symbol.asyncIterator]();
  const fields: Record<string, unknown> = Object.create(null);
  for (let part = await nextOf(parts); part; part = await nextOf(parts)) {
    if (part.type === 'file') {
      const named = part.filename && !fields.file_name ? { file_name: part.filename } : {};
      return { ...fields, ...named, csv: nothingBehind(part, parts), [PART]: part.fieldname };
    }
    const given = fields[part.fieldname];
    fields[part.fieldname] = given === undefined ? part.value : [given, part.value].flat();
  }
  return { ...fields, csv: undefined, [PART]: FILE_PART };
}

type Parts = AsyncIterator<Multipart>;

/** As OpenAPI names the part. */
const FILE_PART = 'file';

/** The next part of a form. `name`: of the file's part, for errors. */
async function nextOf(parts: Parts, name = FILE_PART): Promise<Multipart | undefined> {
  try {
    return (await parts.next()).value ?? undefined;
  } catch (error) {
    throw unreadable(name, (error as Error).message);
  }
}

/** Fields after a file would arrive too late to be used. */
async function* nothingBehind({ file, fieldname }: MultipartFile, parts: Parts): AsyncGenerator<Uint8Array> {
  yield* file;
  const next = await nextOf(parts, fieldname);
  if (next) throw unreadable(fieldname, `it must be the last part, and ${next.fieldname} comes after it`);
}

const unreadable = (name: string, why: string): ValidationError => {
  const issue: Issue = { path: [name], problem: `cannot be read from the form: ${why}.` };
  return new ValidationError([issue]);
};

/** Reads and discards the rest for a while, because a client that is still sending does not read the answer. */
export function drainRefused({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.resume();
  const timer = setTimeout(() => raw.complete || raw.destroy(), DRAIN_MS).unref();
  raw.once('close', () => clearTimeout(timer));
}
