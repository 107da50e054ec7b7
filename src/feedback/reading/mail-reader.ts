import { crc32 } from 'node:zlib';
import { hostOf } from '../../network/networks.ts';
import { LimitedThread } from '../../threads/limited-thread.ts';
import { startThread, workerFile } from '../../threads/thread.ts';
import { WorkerLost } from '../../threads/worker-pool.ts';
import type { Answer, Job } from './mail-worker.ts';
import type { Asked, ReadMail } from './read-mail.ts';
import { ReadingBudget, type ReadingLimits } from './reading-budget.ts';

/** The largest true report takes a fifth of a second. The rest is for machines that are busy. */
const KILL_MS = 5_000;
const HEAP_MB = 128;

const start = () => startThread(workerFile(import.meta.url, 'mail-worker'), HEAP_MB);

/** Too much is being read for this address, or in all. */
export class BusyError extends Error {}

/**
 * Reads the mails that come in, in a thread of its own that is killed when a mail takes too long, and within limits for each
 * network and in all (docs/adr/0150). Networks take turns.
 */
export class MailReader {
  readonly #thread: LimitedThread<Job, Answer>;
  readonly #budget: ReadingBudget;

  /** `kill`: the most milliseconds for a mail. */
  constructor(limits: ReadingLimits, kill = KILL_MS) {
    this.#thread = new LimitedThread({ start, limit: kill });
    this.#budget = new ReadingBudget(limits);
  }

  /** Whether a mail of this address would be refused now. */
  isBusy = (address: string): boolean => this.#budget.isSpent(address);

  /** What a mail says. Undefined: it cannot be read, within the time that a mail may take. Throws BusyError. */
  async read(raw: Buffer, asked: Asked, address: string): Promise<ReadMail | undefined> {
    if (this.isBusy(address)) throw new BusyError('Too much is being read');
    let mail: ReadMail | null = null;
    await this.#budget.spend(address, async () => {
      const answer = await this.#thread.run({ raw, ...asked }, crc32(hostOf(address))).catch(unreadable);
      mail = answer.mail;
      return answer.took;
    });
    return mail ?? undefined;
  }

  /** Ends the thread. */
  close = (): Promise<void> => this.#thread.close();
}

/** A mail that took too long, or too much memory, would do so again. */
function unreadable(error: unknown): Answer {
  if (error instanceof WorkerLost && error.why !== 'crash') return { mail: null, took: KILL_MS };
  throw error;
}
