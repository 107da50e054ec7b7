import { crc32 } from 'node:zlib';
import { hostOf } from '../../network/networks.ts';
import { LimitedThread } from '../../threads/limited-thread.ts';
import { startThread, workerFile } from '../../threads/thread.ts';
import { WorkerLost } from '../../threads/worker-pool.ts';
import type { Answer, Job } from './mail-worker.ts';
import type { Asked, ReadMail } from './read-mail.ts';
import { ReadingBudget, type ReadingLimits } from './reading-budget.ts';

/** The largest real report takes a fifth of a second. The rest is a margin for busy machines. */
const KILL_MS = 5_000;
const HEAP_MB = 128;

const start = () => startThread(workerFile(import.meta.url, 'mail-worker'), HEAP_MB);

/** Too much is being read for this address, or in total. */
export class BusyError extends Error {}

/**
 * Reads incoming e-mails in a separate thread, which is killed when an e-mail takes too long. Reading time and
 * waiting e-mails are limited for each network and in total (docs/adr/0150). Networks take turns.
 */
export class MailReader {
  readonly #thread: LimitedThread<Job, Answer>;
  readonly #budget: ReadingBudget;

  /** `kill`: the time limit of an e-mail in milliseconds. */
  constructor(limits: ReadingLimits, kill = KILL_MS) {
    this.#thread = new LimitedThread({ start, limit: kill });
    this.#budget = new ReadingBudget(limits);
  }

  /** Whether an e-mail from this address would be refused now. */
  isBusy = (address: string): boolean => this.#budget.isSpent(address);

  /** The content of an e-mail. Undefined if it cannot be read within the time limit. Throws BusyError. */
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

/** An e-mail that took too long, or too much memory, would do so again. */
function unreadable(error: unknown): Answer {
  if (error instanceof WorkerLost && error.why !== 'crash') return { mail: null, took: KILL_MS };
  throw error;
}
