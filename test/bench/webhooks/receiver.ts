import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Web servers that accept every delivery, after up to this many milliseconds. */
export interface Receivers {
  addresses: string[];
  /** How often each `webhook-id` arrived, and its text. */
  taken: Map<string, { times: number; body: string; differs: boolean }>;
  /** The total of requests. */
  total(): number;
  close(): void;
}

export async function openReceivers(count: number, slowestMs: number): Promise<Receivers> {
  const taken: Receivers['taken'] = new Map();
  let total = 0;
  const servers: Server[] = [];
  for (let n = 0; n < count; n++) {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const id = String(request.headers['webhook-id']);
      const known = taken.get(id);
      taken.set(id, { times: (known?.times ?? 0) + 1, body, differs: known !== undefined && known.body !== body });
      total += 1;
      await sleep(Math.random() * slowestMs);
      response.writeHead(204).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    servers.push(server);
  }
  return {
    addresses: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`),
    taken,
    total: () => total,
    close: () => {
      for (const server of servers) server.closeAllConnections();
      for (const server of servers) server.close();
    },
  };
}
