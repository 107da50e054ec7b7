/**
 * Writes events, subscribers and e-mails at a steady rate until it is stopped; returns the acknowledged writes, and all other
 * responses.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { shopEvent } from '../event-batches.ts';

export interface Writing {
  url: string;
  token: string;
  list: string;
  rate: number;
  /** The number of the first call. */
  first: number;
}

export interface Written {
  events: string[];
  subscribers: string[];
  mails: string[];
  /** 503 with Retry-After, in the form of the API. */
  putOff: number;
  /** Any other response, or none, in words, with its number. */
  others: Record<string, number>;
}

const PATIENCE_MS = 30_000;

let ended = false;
process.on('message', async (asked: Writing | { end: true }) => {
  if ('end' in asked) ended = true;
  else process.send!(await write(asked));
});
process.on('disconnect', () => process.exit());

async function write({ url, token, list, rate, first }: Writing): Promise<Written> {
  const written: Written = { events: [], subscribers: [], mails: [], putOff: 0, others: {} };
  const post = async (path: string, body: object, note: (data: { id: string }) => void) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
      const text = await answer.text();
      if (answer.ok) note(JSON.parse(text).data);
      else if (answer.status === 503 && answer.headers.has('retry-after') && text.startsWith('{"message"'))
        written.putOff += 1;
      else count(`${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      count(cause?.code ?? message);
    }
  };
  const count = (what: string) => {
    written.others[what] = (written.others[what] ?? 0) + 1;
  };
  const calls: Promise<void>[] = [];
  for (let n = first; !ended; n++) {
    const email = `n${n}@people-${n % 50}.example.com`;
    if (n % 3 === 0) {
      const event = shopEvent(n);
      calls.push(post('/events', event, () => written.events.push(event.reference)));
    } else if (n % 3 === 1)
      calls.push(post(`/lists/${list}/subscribers`, { email }, () => written.subscribers.push(email)));
    else {
      const mail = { template: 'Letter', from: 'shop@shop.example.com', to: [email] };
      calls.push(post('/transactional-mails', mail, ({ id }) => written.mails.push(id)));
    }
    await sleep(1_000 / rate);
  }
  await Promise.all(calls);
  return written;
}
