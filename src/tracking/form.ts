import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The form cannot be read. `statusCode` is the HTTP status of the answer. */
export class FormError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number) {
    super('The form cannot be read.');
    this.statusCode = statusCode;
  }
}

/** Enough for the check boxes of a few hundred lists. */
const BODY_LIMIT = 16 * 1024;

/** Parses forms in both encodings that browsers and mailbox providers (RFC 8058) use. */
export function readForms(app: FastifyInstance, bodyLimit = BODY_LIMIT): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit } as const;
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  app.addContentTypeParser(forms, options, async (request: { headers: { 'content-type'?: string } }, body: Buffer) => {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    return new Response(new Uint8Array(body), { headers }).formData().catch(() => {
      throw new FormError(400);
    });
  });
  app.addContentTypeParser('*', options, async () => {
    throw new FormError(415);
  });
}

/** The form of a request, empty without a body. */
export const formOf = ({ body }: FastifyRequest): FormData => (body as FormData | undefined) ?? new FormData();
