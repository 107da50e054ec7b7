import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer of a page of a small server. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface SmallServer {
  port: number;
  stop(): Promise<void>;
}

/** An answer in JSON. */
export const json = (status: number, body: object, headers = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

export const NOT_FOUND = json(404, { message: 'Not found.', errors: {} });

/** For a whole request, which has no body. */
const REQUEST_MS = 10_000;

export type Page = (headers: IncomingHttpHeaders) => Promise<Answer>;

/** Answers GET and HEAD of a few pages on a separate port. Rejects if it cannot listen. */
export async function startSmallServer(
  { host, port }: { host: string; port: number },
  pages: Readonly<Record<string, Page>>,
): Promise<SmallServer> {
  const known = new Map(Object.entries(pages));
  const server = createServer({ requestTimeout: REQUEST_MS }, ({ method, url, headers }, response) => {
    const page = method === 'GET' || method === 'HEAD' ? known.get(url?.split('?')[0] ?? '') : undefined;
    void (page ? page(headers) : Promise.resolve(NOT_FOUND)).then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(body),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
