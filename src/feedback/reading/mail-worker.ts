import { answerJobs } from '../../threads/answer-jobs.ts';
import { threadTime } from '../../threads/thread-time.ts';
import { type Asked, type ReadMail, readMail } from './read-mail.ts';

export interface Job extends Asked {
  raw: Uint8Array;
}

export interface Answer {
  /** Null: unreadable. */
  mail: ReadMail | null;
  /** The processor time of reading it, in milliseconds. */
  took: number;
}

/** Linux counts in steps of some milliseconds: an e-mail read within one step is not free. */
const LEAST_MS = 0.5;

async function answer({ raw, ...asked }: Job): Promise<Answer> {
  const since = threadTime();
  const mail = await readMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), asked).catch(() => null);
  return { mail, took: Math.max(threadTime() - since, LEAST_MS) };
}

const SAMPLE = 'Subject: failure notice\r\n\r\n<a@b.test>: 550 5.1.1 user unknown\r\n';
await answer({ raw: Buffer.from(SAMPLE), reports: true, returned: true, isNull: true }); // loads all modules in advance
answerJobs(answer);
