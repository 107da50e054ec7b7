import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange } from 'urql';
import { live, REACH, signIn } from './exchanges.ts';

/**
 * The API client and its cache. Each object with an id is cached once, so subscriptions and mutation answers update every place
 * that shows it.
 */
export const client = new Client({
  ...REACH,
  // Shows cached data at once, and reads it again.
  requestPolicy: 'cache-and-network',
  exchanges: [signIn, cacheExchange(), fetchExchange, live],
});
