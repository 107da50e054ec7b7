import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { markShared } from './unread-answers.ts';

type Form = 'plain' | 'packed';

/**
 * Bytes that all callers share in memory, so that slow readers cost nothing. The plain or gzip form is created on
 * first request.
 */
export class SharedBytes {
  readonly #forms: Partial<Record<Form, Promise<Buffer>>>;

  constructor(form: Form, bytes: Buffer) {
    this.#forms = { [form]: Promise.resolve(bytes) };
  }

  /** Sends it, compressed with gzip if the client accepts that. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const others = reply.getHeader('Vary');
    reply.header('Vary', others ? `${others}, Accept-Encoding` : 'Accept-Encoding');
    if (!takesGzip(request)) return markShared(reply).send(await this.#plain());
    return markShared(reply)
      .header('Content-Encoding', 'gzip')
      .send(await this.#packed());
  }

  #plain(): Promise<Buffer> {
    this.#forms.plain ??= (this.#forms.packed as Promise<Buffer>).then(promisify(gunzip));
    return this.#forms.plain;
  }

  #packed(): Promise<Buffer> {
    this.#forms.packed ??= (this.#forms.plain as Promise<Buffer>).then((bytes) => promisify(gzip)(bytes));
    return this.#forms.packed;
  }
}

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(headers['accept-encoding'] ?? ''));
