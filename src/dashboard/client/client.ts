import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange } from 'urql';
import { ENDPOINT, live, signIn } from './exchanges.ts';

/**
 * The API client and its cache. Each object with an id is cached once, so subscriptions and mutation answers update every place
 * that shows it.
 */
export const client = new Client({
  ...ENDPOINT,
  // Shows cached data at once, and reads it again.
  requestPolicy: 'cache-and-network',
  exchanges: [signIn, cacheExchange(), fetchExchange, live],
});
