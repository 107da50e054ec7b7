import type { FastifyInstance } from 'fastify';
import type { Filled } from '../../domain/forms/read-answers.ts';
import { FormError, readForms } from '../form.ts';

/** No form needs more: thirty fields of five thousand characters are rarely full. */
const BODY_LIMIT = 64 * 1024;

/** Parses submitted forms, in the encodings of browsers or JSON. */
export function readFormBodies(app: FastifyInstance): void {
  readForms(app, BODY_LIMIT);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    async (_: unknown, body: Buffer) => {
      try {
        return JSON.parse(body.toString()) as unknown;
      } catch {
        throw new FormError(400);
      }
    },
  );
}

/** The answers by name, the first of each. Files are ignored. Throws FormError for JSON that is not an object. */
export function filledIn(body: unknown): Filled {
  const filled: Record<string, unknown> = Object.create(null);
  if (body instanceof FormData) {
    for (const [name, value] of body) if (typeof value === 'string') filled[name] ??= value;
    return filled;
  }
  if (body === undefined || body === null) return filled;
  if (typeof body !== 'object' || Array.isArray(body)) throw new FormError(422);
  return Object.assign(filled, body);
}
