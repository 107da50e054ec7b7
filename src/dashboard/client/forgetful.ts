import { Client, fetchExchange } from 'urql';
import { live, REACH, signIn } from './exchanges.ts';

/** An API client without a cache. */
export const forgetful = new Client({
  ...REACH,
  requestPolicy: 'network-only',
  exchanges: [signIn, fetchExchange, live],
});
