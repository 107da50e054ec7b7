import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange } from 'urql';
import { live, REACH, signIn } from './exchanges.ts';

/**
 * Speaks to the API, and keeps what it read. Whatever has an id is kept once: a change that comes by a subscription or as the
 * answer of a mutation shows wherever the row is shown.
 */
export const client = new Client({
  ...REACH,
  // What was seen before shows at once, and is read again.
  requestPolicy: 'cache-and-network',
  exchanges: [signIn, cacheExchange(), fetchExchange, live],
});
