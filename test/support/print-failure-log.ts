import { afterAll, afterEach } from 'vitest';
import { takeLines } from './failure-log.ts';

async function print(state: string | undefined): Promise<void> {
  const lines = await takeLines();
  if (state === 'fail' && lines.length > 0) console.error(`The application logged:\n${lines.join('\n')}`);
}

afterEach(({ task }) => print(task.result?.state));

/** Lines are left here when a hook failed before the first test. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest demands this pattern
afterAll(({}, suite) => print(suite.result?.state));
