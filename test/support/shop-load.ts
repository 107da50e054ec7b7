import { expect } from 'vitest';
import type { Server } from './server.ts';
import { until } from './until.ts';

/** A shop's calls, until they are ended: several customers each make one after another. */
export interface ShopLoad {
  /** The ids of the acknowledged e-mails. */
  mails: string[];
  /** How many events were acknowledged. */
  events: number;
  /** How many calls got 503: nothing was promised. */
  refused: number;
  /** Waits until this many more calls are acknowledged. */
  more(calls: number): Promise<void>;
  /** Ends, and throws any other response. */
  end(): Promise<void>;
}

const CUSTOMERS = 6;

/** Starts calls to the current `servers` in turn. */
export function startShopLoad(servers: () => readonly Server[], list: string): ShopLoad {
  let isEnding = false;
  let calls = 0;
  const load: ShopLoad = {
    ...{ mails: [], events: 0, refused: 0 },
    more: async (count) => {
      const from = calls;
      await until(() => calls >= from + count || isEnding);
    },
    end: async () => {
      isEnding = true;
      await all;
    },
  };
  const call = async (customer: number, method: string, path: string, body?: object) => {
    const open = servers();
    const answer = await (open[(calls + customer) % open.length] as Server).rest(method, path, body);
    if (answer.status === 503) load.refused += 1;
    else
      expect([method, path, answer.status, answer.body.errors]).toEqual([
        method,
        path,
        expect.toBeOneOf([200, 201]),
        undefined,
      ]);
    if (answer.status < 300) calls += 1;
    return answer.status < 300 ? answer.body.data : undefined;
  };
  const shop = async (customer: number) => {
    for (let turn = 0; !isEnding; turn++) {
      const email = `c${customer}x${turn}@shop.test`;
      await call(customer, 'POST', `/lists/${list}/subscribers`, { email });
      if (await call(customer, 'POST', '/events', { email, name: 'order', properties: { total: turn } }))
        load.events += 1;
      const mail = { template: 'Issue', from: 'shop@shop.test', to: [email] };
      const sent = await call(customer, 'POST', '/transactional-mails', mail);
      if (sent) load.mails.push(sent.id);
      await call(customer, 'GET', `/lists/${list}/subscribers?per_page=10`);
    }
  };
  const all = Promise.all(Array.from({ length: CUSTOMERS }, (_, customer) => shop(customer))).catch((error) => {
    isEnding = true;
    throw error;
  });
  all.catch(() => {});
  return load;
}
