import { mapExchange, subscriptionExchange } from 'urql';
import { failureOf } from './failure.ts';
import { addressOf, signInAddress } from './place.ts';
import { socket } from './socket.ts';

/** How both clients reach the API: as any other client does, with the session's cookie. */
export const REACH = {
  url: addressOf('graphql'),
  preferGetMethod: false,
  fetchOptions: { credentials: 'same-origin' },
} as const;

/** Redirects signed-out members to the sign-in page. */
export const signIn = mapExchange({
  onError: (error) => {
    if (failureOf(error) === 'signedOut') location.assign(signInAddress());
  },
});

/** Subscriptions, all of them by one socket. */
export const live = subscriptionExchange({
  forwardSubscription: ({ query = '', variables }) => ({
    subscribe: (sink) => ({
      unsubscribe: socket.subscribe({ query, variables: variables as Record<string, unknown> }, sink as never),
    }),
  }),
});
