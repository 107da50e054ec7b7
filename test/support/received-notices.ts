import { randomUUID } from 'node:crypto';
import { notify } from '../../src/live/pubsub.ts';
import type { TestApp } from './app.ts';

/** Waits until a process has received all notices sent until now: they arrive in the order of their commits. */
export async function receivedAllNotices({ db, installation: { pubsub } }: TestApp): Promise<void> {
  const mark = randomUUID();
  await new Promise<void>((resolve, reject) => {
    const stop = pubsub.on('event.recorded', ({ ids }) => {
      if (ids[0] !== mark) return;
      stop();
      resolve();
    });
    notify(db, { topic: 'event.recorded', teamId: 0, ids: [mark] }).catch(reject);
  });
}
