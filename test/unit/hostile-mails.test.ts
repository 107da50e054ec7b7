import { expect, test } from 'vitest';
import { readMail } from '../../src/feedback/reading/read-mail.ts';
import { threadTime } from '../../src/threads/thread-time.ts';
import { HOSTILE_MAILS } from '../support/hostile-mails.ts';

/** A fifth of what a mail may take: those that were quadratic took minutes. */
const MOST_MS = 1_000;

test.each(HOSTILE_MAILS)('%s is read in a fraction of the time that a mail may take', async (_name, written) => {
  const raw = Buffer.from(written().replace(/\n/g, '\r\n'), 'latin1');
  const before = threadTime();
  await readMail(raw.subarray(0, 1024 * 1024), { reports: true, returned: true, isNull: true });
  expect(threadTime() - before).toBeLessThan(MOST_MS);
});
