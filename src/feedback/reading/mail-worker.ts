import { answerJobs } from '../../threads/answer-jobs.ts';
import { threadTime } from '../../threads/thread-time.ts';
import { type Asked, type ReadMail, readMail } from './read-mail.ts';

export interface Job extends Asked {
  raw: Uint8Array;
}

export interface Answer {
  /** Null: it cannot be read. */
  mail: ReadMail | null;
  /** How long it was read, in milliseconds of processor time. */
  took: number;
}

/** Linux counts in steps of some milliseconds: a mail that is read within one costs something too. */
const LEAST_MS = 0.5;

async function answer({ raw, ...asked }: Job): Promise<Answer> {
  const since = threadTime();
  const mail = await readMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), asked).catch(() => null);
  return { mail, took: Math.max(threadTime() - since, LEAST_MS) };
}

const SAMPLE = 'Subject: failure notice\r\n\r\n<a@b.test>: 550 5.1.1 user unknown\r\n';
await answer({ raw: Buffer.from(SAMPLE), reports: true, returned: true, isNull: true }); // loads what it needs
answerJobs(answer);
