/** The client side, in a separate process so that it does not use the server's event loop. */
import { Agent, request } from 'node:http';
import autocannon, { type Request, type Result } from 'autocannon';
import { BATCH, eventBatch, shopEvent, timed } from './event-batches.ts';
import { BODIES } from './write-bodies.ts';

/** Requests of one kind for some seconds; the rate is requests a second. */
export interface RequestLoad {
  kind: 'requests';
  url: string;
  method: string;
  headers: Record<string, string>;
  requests: { path: string; body?: string }[];
  connections: number;
  seconds: number;
}

/** Event batches, with bodies made before the measurement; the rate is rows a second. */
export interface BatchLoad {
  kind: 'batches';
  url: string;
  headers: Record<string, string>;
  first: number;
  count: number;
  connections: number;
}

/** One event per request, made before the measurement; the rate is requests a second. */
export interface SinglesLoad extends Omit<BatchLoad, 'kind'> {
  kind: 'singles';
}

/** Writes for some seconds with distinct bodies, over the paths in turn; the rate is answered requests a second. */
export interface WriteLoad {
  kind: 'writes';
  url: string;
  method: string;
  headers: Record<string, string>;
  paths: string[];
  writes: keyof typeof BODIES;
  /** The number of the first body. */
  first: number;
  connections: number;
  seconds: number;
}

type Load = RequestLoad | BatchLoad | SinglesLoad | WriteLoad;

process.on('message', async (load: Load) => {
  try {
    process.send!({ rate: await send(load) });
  } catch (error) {
    process.send!({ error: String(error) });
  }
});

function send(load: Load): Promise<number> {
  if (load.kind === 'requests') return sendRequests(load);
  if (load.kind === 'writes') return sendWrites(load);
  return load.kind === 'singles' ? sendSingles(load) : sendBatches(load);
}

async function sendRequests({ kind: _, seconds, requests, ...options }: RequestLoad): Promise<number> {
  // Each connection has its own part: otherwise all would request the same row at the same moment.
  const each = Math.floor(requests.length / options.connections);
  let from = 0;
  const setupClient = (client: { setRequests(requests: RequestLoad['requests']): void }) => {
    client.setRequests(each === 0 ? requests : requests.slice(from, from + each));
    from += each;
  };
  return rateOf(await autocannon({ ...options, setupClient, duration: seconds }));
}

/** Requests a second. A redirect counts like a 200. Throws for errors and refusals. */
function rateOf(result: Result): number {
  const refused = result.non2xx - result['3xx'];
  if (result.errors + refused > 0) throw new Error(`${result.errors} errors, ${refused} refusals`);
  return result.requests.total / result.duration;
}

async function sendWrites({ kind: _, seconds, paths, writes, first, ...options }: WriteLoad): Promise<number> {
  let next = first;
  const setupRequest = (request: Request): Request => {
    const n = next++;
    return { ...request, path: paths[n % paths.length], body: JSON.stringify(BODIES[writes](n)) };
  };
  return rateOf(await autocannon({ ...options, duration: seconds, requests: [{ setupRequest }] }));
}

/** Each connection has its own events. The time ends at the last response; each event must be recorded. */
async function sendSingles({ kind: _, first, count, ...options }: SinglesLoad): Promise<number> {
  const each = count / options.connections;
  let next = first;
  let [from, until] = [0, 0];
  const running = autocannon({
    ...options,
    method: 'POST',
    amount: count,
    setupClient: (client) =>
      client.setRequests(Array.from({ length: each }, () => ({ body: JSON.stringify(shopEvent(next++)) }))),
  });
  running.on('start', () => {
    from = performance.now();
  });
  running.on('response', () => {
    until = performance.now();
  });
  const { statusCodeStats } = await running;
  const recorded = statusCodeStats['201']?.count;
  if (recorded !== count) throw new Error(`${recorded} of ${count} recorded: ${JSON.stringify(statusCodeStats)}`);
  return (count * 1000) / (until - from);
}

async function sendBatches({ url, headers, first, count, connections }: BatchLoad): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const bodies = Array.from({ length: count }, (_, index) =>
    Buffer.from(JSON.stringify({ events: eventBatch(first + index) })),
  );
  const seconds = await timed(
    bodies.map((body) => () => post(agent, url, headers, body)),
    connections,
  );
  agent.destroy();
  return (count * BATCH) / seconds;
}

/** One batch; each of its rows must be recorded. */
function post(agent: Agent, url: string, headers: Record<string, string>, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method: 'POST', headers: { ...headers, 'content-length': body.length } });
    call.on('error', reject);
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const recorded = text.split('"recorded"').length - 1;
        if (response.statusCode === 200 && recorded === BATCH) resolve();
        else reject(new Error(`${response.statusCode}: ${recorded} of ${BATCH} recorded`));
      });
    });
    call.end(body);
  });
}
