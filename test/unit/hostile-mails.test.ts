import { expect, test } from 'vitest';
import { readMail } from '../../src/feedback/reading/read-mail.ts';
import { threadTime } from '../../src/threads/thread-time.ts';
import { HOSTILE_MAILS } from '../support/hostile-mails.ts';

const LARGEST = 1024 * 1024;

/** Below this, the time of a quarter says nothing. */
const LEAST_MS = 50;

/** The processor time of reading the first bytes of an e-mail. */
async function timeOf(raw: Buffer, bytes: number): Promise<number> {
  const before = threadTime();
  await readMail(raw.subarray(0, bytes), { reports: true, returned: true, isNull: true });
  return threadTime() - before;
}

test.each(HOSTILE_MAILS)('the time of reading %s grows with its size, not with the square', async (_name, written) => {
  const raw = Buffer.from(written().replace(/\n/g, '\r\n'), 'latin1');
  const quarter = await timeOf(raw, LARGEST / 4);
  expect(await timeOf(raw, LARGEST)).toBeLessThan(8 * Math.max(quarter, LEAST_MS));
});
