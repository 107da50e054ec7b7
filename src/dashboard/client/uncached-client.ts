import { Client, fetchExchange } from 'urql';
import { ENDPOINT, live, signIn } from './exchanges.ts';

/** An API client without a cache. */
export const uncachedClient = new Client({
  ...ENDPOINT,
  requestPolicy: 'network-only',
  exchanges: [signIn, fetchExchange, live],
});
