import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, mapExchange, subscriptionExchange } from 'urql';
import { failureOf } from './failure.ts';
import { addressOf, signInAddress } from './place.ts';
import { socket } from './socket.ts';

/**
 * Speaks to the API as any other client does, with the session's cookie. Whatever has an id is kept once: a change that
 * comes by a subscription or as the answer of a mutation shows wherever the row is shown.
 */
export const client = new Client({
  url: addressOf('graphql'),
  preferGetMethod: false,
  // What was seen before shows at once, and is read again.
  requestPolicy: 'cache-and-network',
  fetchOptions: { credentials: 'same-origin' },
  exchanges: [
    mapExchange({
      onError: (error) => {
        if (failureOf(error) === 'signedOut') location.assign(signInAddress());
      },
    }),
    cacheExchange(),
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: (sink) => ({
          unsubscribe: socket.subscribe({ query, variables: variables as Record<string, unknown> }, sink as never),
        }),
      }),
    }),
  ],
});
