import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_MS = 5_000;

/**
 * Reads and drops the rest of a body that is too large, up to 256 MiB or for 5 seconds. An ordinary client looks at the
 * answer only once it has sent everything: before that, it sees no more than a broken connection.
 */
export async function discardBody(raw: IncomingMessage): Promise<void> {
  if (raw.complete || raw.destroyed) return;
  await new Promise<void>((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, MAX_MS).unref();
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) resolve();
    });
    for (const event of ['end', 'close', 'error']) raw.once(event, resolve);
    raw.once('close', () => clearTimeout(timer));
    raw.resume();
  });
}
