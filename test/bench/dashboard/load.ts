import { setTimeout as sleep } from 'node:timers/promises';
import type { callerOf } from '../bench-server.ts';

type Call = ReturnType<typeof callerOf>;

const TICK_MS = 50;
const EVENTS_A_BATCH = 10;

/** A repeated action at a rate, until it is stopped. */
export interface Load {
  /** How many were done. */
  done: number;
  stop(): Promise<void>;
}

/** Calls `one` at this rate without waiting for responses, unless a hundred are outstanding. */
function keepUp(perSecond: number, each: number, one: (n: number) => Promise<unknown>): Load {
  const load = { done: 0, stop: async () => {} };
  const under = new Set<Promise<unknown>>();
  let [running, next] = [true, 0];
  const began = performance.now();
  const work = async () => {
    while (running) {
      const wanted = ((performance.now() - began) / 1_000) * perSecond;
      while (next * each < wanted && under.size < 100) {
        const asked = one(next++).then(() => {
          load.done += each;
        });
        under.add(asked);
        void asked.finally(() => under.delete(asked));
      }
      await sleep(TICK_MS);
    }
    await Promise.all(under);
  };
  const ended = work();
  load.stop = async () => {
    running = false;
    await ended;
  };
  return load;
}

/** Transactional e-mails, to a thousand addresses. */
export const sendMails = (call: Call, perSecond: number): Load =>
  keepUp(perSecond, 1, (n) =>
    call('POST', '/transactional-mails', {
      ...{ from: 'shop@shop.example', to: [`live-${n % 1000}@web.example`], subject: `Your order ${n}` },
      text: 'Thank you.',
    }),
  );

/** Events of a thousand people. */
export const recordEvents = (call: Call, perSecond: number): Load =>
  keepUp(perSecond, EVENTS_A_BATCH, (n) =>
    call('POST', '/events', {
      events: Array.from({ length: EVENTS_A_BATCH }, (_, index) => ({
        ...{ email: `live-${(n * EVENTS_A_BATCH + index) % 1000}@web.example`, name: 'page.viewed' },
        properties: { path: `/page/${n}` },
      })),
    }),
  );
