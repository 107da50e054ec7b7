import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answered {
  status: number;
  body: object;
}

export const EMAIL = /^[^\s@]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/;

const read = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    if (request.method === 'GET') return resolve('');
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => resolve(text));
    request.on('error', reject);
  });

/** Serves JSON by bare Node and sends the port to the parent process. */
export function serveJson(answer: (request: IncomingMessage, body: string) => Promise<Answered>): void {
  const server = createServer((request, response) => {
    read(request)
      .then((text) => answer(request, text))
      .then(
        ({ status, body }) => {
          response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
          response.end(JSON.stringify(body));
        },
        (error) => {
          console.error(error);
          response.writeHead(500).end();
        },
      );
  });
  server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
}
