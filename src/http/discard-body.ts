import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_MS = 5_000;

/**
 * Reads and drops the rest of a too-large body, up to 256 MiB or for 5 seconds. Ordinary clients read the answer only
 * after sending everything, and would otherwise see a broken connection.
 */
export async function discardBody(raw: IncomingMessage): Promise<void> {
  if (raw.complete || raw.readableEnded || raw.destroyed) return;
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
