import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute, GraphQLError } from 'graphql';
import type { Access } from '../domain/platform/access.ts';
import { TooManyStreamsError } from '../errors.ts';
import { type Context, createContext } from './context.ts';
import { liveCallerOf } from './live-caller.ts';
import { LiveResults } from './live-results.ts';

/**
 * Executes a subscription of an authenticated caller: counts it, and executes its events in turns (docs/adr/0160). `cost`: of an event,
 * in values. Returns an error if the caller has too many, or the field refuses it.
 */
export async function follow(args: ExecutionArgs, cost: number): Promise<LiveResults | ExecutionResult> {
  const context = args.contextValue as Context;
  const { installation } = context;
  const { streamLimits, eventTurns } = installation;
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
        cost,
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
