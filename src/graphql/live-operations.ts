import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Access } from '../domain/platform/access.ts';
import { TooManyStreamsError } from '../errors.ts';
import { liveCallerOf } from '../http/live-caller.ts';
import type { Installation } from '../installation.ts';
import { type Context, createContext } from '../schema/context.ts';
import { eventCostOf } from './guards/cost.ts';
import { LiveResults } from './live-results.ts';

/**
 * Limits the number of subscriptions per caller, and executes their events in turns (docs/adr/0160), over every
 * transport.
 */
export const liveOperations = (installation: Installation): Plugin => ({
  onSubscribe: ({ args, setSubscribeFn }) => {
    if ((args.contextValue as unknown as Context).access) setSubscribeFn((args) => follow(installation, args));
  },
});

async function follow(installation: Installation, args: ExecutionArgs): Promise<LiveResults | ExecutionResult> {
  const { streamLimits, eventTurns } = installation;
  const context = args.contextValue as Context;
  const caller = liveCallerOf(context.access as Access);
  let release = () => {};
  try {
    release = streamLimits.acquire(caller);
    const events = await createSourceEventStream(args);
    if (Symbol.asyncIterator in events) {
      const { from, rest } = context;
      const narrow = createContext(installation, context.access, { from, rest, db: installation.eventsDb() });
      const contextValue = { ...context, ...narrow };
      return new LiveResults(events as AsyncIterable<unknown>, {
        takeTurn: (ended) => eventTurns.take(caller, ended),
        execute: async (event) => execute({ ...args, contextValue, rootValue: event }),
        cost: eventCostOf(args),
        release,
      });
    }
    release();
    return events;
  } catch (error) {
    release();
    if (!(error instanceof TooManyStreamsError)) throw error;
    return { errors: [new GraphQLError(error.message, { originalError: error })] };
  }
}
