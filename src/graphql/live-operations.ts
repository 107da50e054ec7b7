import type { Plugin } from 'graphql-yoga';
import type { Context } from '../schema/context.ts';
import { follow } from '../schema/follow.ts';
import { eventCostOf } from './guards/cost.ts';

/** Limits the number of subscriptions per caller, and executes their events in turns, over every transport. */
export const liveOperations: Plugin = {
  onSubscribe: ({ args, setSubscribeFn }) => {
    if ((args.contextValue as unknown as Context).access) setSubscribeFn((args) => follow(args, eventCostOf(args)));
  },
};
