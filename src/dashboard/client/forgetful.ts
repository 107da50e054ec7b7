import { Client, fetchExchange } from 'urql';
import { live, REACH, signIn } from './exchanges.ts';

/** Speaks to the API, and keeps nothing of what it reads. */
export const forgetful = new Client({
  ...REACH,
  requestPolicy: 'network-only',
  exchanges: [signIn, fetchExchange, live],
});
