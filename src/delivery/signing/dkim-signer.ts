import { coalesce } from '../../async/coalesce.ts';
import { startThread, workerFile } from '../../threads/thread.ts';
import { WorkerPool } from '../../threads/worker-pool.ts';
import type { SigningKey } from './dkim.ts';
import type { SigningJob } from './signing-worker.ts';

const HEAP_MB = 64;
const LIMIT_MS = 10_000;
const TOGETHER = { max: 32, parallel: 2 };

interface Unsigned {
  raw: Buffer;
  key: SigningKey;
}

/**
 * Signs messages in a separate thread, batching concurrent ones: a million signatures take an hour of processor time,
 * which must not block the main thread.
 */
export class DkimSigner {
  readonly #pool = new WorkerPool<SigningJob, string[]>({
    size: 1,
    start: () => startThread(workerFile(import.meta.url, 'signing-worker'), HEAP_MB),
    limit: LIMIT_MS,
  });
  readonly #together = coalesce<Unsigned, string>((items) => this.#signAll(items), TOGETHER);

  /** Returns the DKIM-Signature header, which goes before the message. */
  sign(raw: Buffer, key: SigningKey): Promise<string> {
    return this.#together({ raw, key });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #signAll(items: readonly Unsigned[]): Promise<string[]> {
    const keys = [...new Set(items.map(({ key }) => key))];
    const messages = items.map(({ raw, key }) => ({ raw, key: keys.indexOf(key) }));
    return this.#pool.run({ keys, messages });
  }
}
