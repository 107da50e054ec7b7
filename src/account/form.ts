import type { FastifyInstance, FastifyRequest } from 'fastify';

const BODY_LIMIT = 16 * 1024;

/** Parses the forms of these pages, and JSON for the passkey script. */
export function readForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const;
  pages.addContentTypeParser('application/x-www-form-urlencoded', options, async (_request: unknown, body: string) =>
    Object.fromEntries(new URLSearchParams(body)),
  );
  pages.addContentTypeParser('application/json', options, async (_request: unknown, body: string) => {
    try {
      return JSON.parse(body);
    } catch {
      throw Object.assign(new Error('The body is not valid JSON.'), { statusCode: 400 });
    }
  });
}

/** A field of the submitted form. */
export function fieldOf({ body }: FastifyRequest, name: string): string | undefined {
  const value = Object(body)[name];
  return typeof value === 'string' ? value : undefined;
}
