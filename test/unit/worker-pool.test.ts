import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { READY } from '../../src/threads/ready.ts';
import { WorkerPool } from '../../src/threads/worker-pool.ts';

/** Answers every job with the number of its thread. */
const SOURCE = `
  const { parentPort, threadId } = require('node:worker_threads');
  parentPort.on('message', () => parentPort.postMessage(threadId));
  parentPort.postMessage('${READY}');
`;

test('a thread without a job ends, and the next job gets a new one', async () => {
  const started: Worker[] = [];
  const start = () => started[started.push(new Worker(SOURCE, { eval: true })) - 1]!;
  const pool = new WorkerPool<string, number>({ size: 1, start, limit: 10_000, idle: 1 });
  const first = await pool.run('a');
  await once(started[0]!, 'exit');
  const second = await pool.run('b');
  expect(started).toHaveLength(2);
  expect(second).not.toBe(first);
  await pool.close();
});

test('a thread with continuous jobs is kept', async () => {
  const pool = new WorkerPool<string, number>({
    size: 1,
    start: () => new Worker(SOURCE, { eval: true }),
    limit: 10_000,
    idle: 10_000,
  });
  const answers = [await pool.run('a'), await pool.run('b'), await pool.run('c')];
  expect(new Set(answers).size).toBe(1);
  await pool.close();
});
