import type { ExecutionResult, GraphQLError } from 'graphql';

/** Carries the errors of a request through graphql-ws, which sends the `error` message for what a stream throws. */
class NotStarted extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('The operation has not started.');
    this.errors = errors;
  }
}

/** Results of a subscription, or the result of another operation. */
export type SocketResults = AsyncIterable<ExecutionResult> | ExecutionResult;

/**
 * Replaces the result of a request without data by a stream that fails, so that the client gets the protocol's `error` message.
 * graphql-ws would send it as `next`, like a value, and `complete`.
 */
export const refusedIfNotStarted = (results: SocketResults): SocketResults =>
  !(Symbol.asyncIterator in results) && results.data === undefined && results.errors?.length
    ? failing(results.errors)
    : results;

// biome-ignore lint/correctness/useYield: graphql-ws asks for the first value and gets the errors
async function* failing(errors: readonly GraphQLError[]): AsyncGenerator<ExecutionResult, void, void> {
  throw new NotStarted(errors);
}

/** The errors of an `error` message: of the request, or the one that has ended a stream. */
export const errorsOf = (errors: readonly GraphQLError[]): readonly GraphQLError[] =>
  errors.flatMap((error) => (error.originalError instanceof NotStarted ? error.originalError.errors : [error]));
