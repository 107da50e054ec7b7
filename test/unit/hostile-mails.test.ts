import { expect, test } from 'vitest';
import { readMail } from '../../src/feedback/reading/read-mail.ts';
import { threadTime } from '../../src/threads/thread-time.ts';
import { HOSTILE_MAILS } from '../support/hostile-mails.ts';

/** A fifth of the time limit of an e-mail. The formerly quadratic ones took minutes. */
const MOST_MS = 1_000;

test.each(HOSTILE_MAILS)('%s is read in a fraction of the time limit', async (_name, written) => {
  const raw = Buffer.from(written().replace(/\n/g, '\r\n'), 'latin1');
  const before = threadTime();
  await readMail(raw.subarray(0, 1024 * 1024), { reports: true, returned: true, isNull: true });
  expect(threadTime() - before).toBeLessThan(MOST_MS);
});
