import { mapExchange, subscriptionExchange } from 'urql';
import { reportLost } from './connection.ts';
import { failureOf } from './failure.ts';
import { socket } from './socket.ts';
import { addressOf, signInUrl } from './urls.ts';

/** How both clients reach the API: as any other client does, with the session's cookie. */
export const ENDPOINT = {
  url: addressOf('graphql'),
  preferGetMethod: false,
  fetchOptions: { credentials: 'same-origin' },
} as const;

/**
 * Redirects signed-out members to the sign-in page. An ended stream alone does not: it also ends while the member switches to
 * another team, and a redirect would cancel that. A server that does not answer is asked until it does.
 */
export const signIn = mapExchange({
  onError: (error, { kind }) => {
    if (kind !== 'subscription' && failureOf(error) === 'signedOut') location.assign(signInUrl());
    if (failureOf(error) === 'unreachable') reportLost();
  },
});

/** Subscriptions, all of them by one socket. */
export const live = subscriptionExchange({
  forwardSubscription: ({ query = '', variables }) => ({
    subscribe: (sink) => ({
      unsubscribe: socket.subscribe({ query, variables: variables as Record<string, unknown> }, sink),
    }),
  }),
});
