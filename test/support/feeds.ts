import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An internal web server, reachable for installations whose `outboundAllow` contains INSIDE. */
export interface FeedServer {
  /** The URL of a path. */
  address(path?: string): string;
  /** Sets its response. */
  answer(listener: RequestListener): void;
  /** Responds with the current content of the file, with an entity tag. */
  serve(file: string): void;
  /** The statuses of its responses so far. */
  statuses: number[];
  close(): void;
}

export const INSIDE = '127.0.0.1';

export async function openFeedServer(): Promise<FeedServer> {
  const statuses: number[] = [];
  let listener: RequestListener = (_, response) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    response.on('finish', () => statuses.push(response.statusCode));
    listener(request, response);
  });
  await once(server.listen(0, INSIDE), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: (path = '/feed.xml') => `http://${INSIDE}:${port}${path}`,
    answer: (next) => {
      listener = next;
    },
    serve: (file) => {
      listener = async (request, response) => {
        const text = await readFile(file, 'utf8');
        const etag = `"${text.length}"`;
        const known = request.headers['if-none-match'] === etag;
        response.writeHead(known ? 304 : 200, { etag, 'content-type': 'application/rss+xml' }).end(known ? '' : text);
      };
    },
    statuses,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface TestEntry {
  id: string;
  title?: string;
  content?: string;
}

/** An RSS feed of these entries, the newest first. */
export const rssOf = (entries: readonly TestEntry[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Blog</title><link>https://blog.example/</link>
${entries
  .map(
    ({ id, title = id, content = `<p>About ${id}</p>` }) =>
      `<item><guid isPermaLink="false">${id}</guid><title>${title}</title><link>https://blog.example/${id}</link>
<description><![CDATA[${content}]]></description></item>`,
  )
  .join('\n')}
</channel></rss>`;
