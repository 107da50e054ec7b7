import { GraphQLError } from 'graphql';
import { ConflictError, ExpectedError, NotFoundError, OverloadedError, sentence, ValidationError } from '../errors.ts';
import { RETRY_AFTER, unavailability } from '../http/unavailable.ts';
import { codeNameOf } from '../issue-codes.ts';
import { TooSlowError } from '../live/bounded-queue.ts';
import type { Log } from '../log.ts';
import { ERROR_CODES } from '../schema/error-code.ts';
import { schema } from '../schema/index.ts';
import { withMeantName } from './meant-names.ts';
import { issueOfVariable } from './variable-issue.ts';

/**
 * Converts an error to the form clients see: `extensions.code`, and `extensions.issues` for invalid input, `extensions.reason`
 * for a conflict, or `extensions.retryAfter`. Unexpected errors are logged here, once, and hide their cause from the client.
 */
export function maskError(error: unknown, log: Log): GraphQLError {
  const cause = error instanceof GraphQLError && !ofVariable(error) ? (error.originalError ?? error) : error;
  const where = error instanceof GraphQLError ? placeOf(error) : {};
  if (cause instanceof GraphQLError) return CODES.has(cause.extensions.code) ? cause : invalid(cause);
  if (cause instanceof ValidationError) {
    const issues = cause.issues.map((issue) => ({
      path: issue.path.map(String),
      problem: issue.problem,
      message: sentence(issue),
      code: codeNameOf(issue),
    }));
    return new GraphQLError(cause.message, { ...where, extensions: { code: cause.code, issues } });
  }
  if (cause instanceof ExpectedError) {
    return new GraphQLError(cause instanceof NotFoundError ? notFound(error) : cause.message, {
      ...where,
      extensions: { code: cause.code, ...reasonOf(cause), ...waitOf(cause) },
    });
  }
  if (cause instanceof TooSlowError)
    return new GraphQLError(cause.message, { extensions: { code: 'RATE_LIMITED', retryAfter: AT_ONCE } });
  if (cause instanceof OverloadedError) {
    return new GraphQLError(cause.message, { extensions: { code: 'UNAVAILABLE', retryAfter: RETRY_AFTER } });
  }
  const unavailable = unavailability(cause);
  if (unavailable) {
    log.error({ reason: (cause as Error).message }, unavailable);
    return new GraphQLError(unavailable, { ...where, extensions: { code: 'UNAVAILABLE', retryAfter: RETRY_AFTER } });
  }
  log.error({ err: cause }, 'operation failed');
  return new GraphQLError('Server error.', { ...where, extensions: { code: 'INTERNAL' } });
}

/** Like `maskError`, for answers that bypass Yoga. Yoga would remove the `http` extension, which is meant for it. */
export function maskFully(error: unknown, log: Log): GraphQLError {
  const masked = maskError(error, log);
  delete masked.extensions.http;
  return masked;
}

/** An error with one of these codes is already masked. */
const CODES: ReadonlySet<unknown> = new Set(Object.keys(ERROR_CODES));

/** The name of the variable that graphql-js refused. The scalar's own error does not know where the value was. */
const ofVariable = ({ message }: GraphQLError) => /^Variable "\$(\w+)" (got invalid value|of) /.exec(message)?.[1];

const reasonOf = (error: ExpectedError) => (error instanceof ConflictError ? { reason: error.reason } : {});

/** What the header Retry-After says, which callers over a WebSocket do not get. */
const waitOf = ({ retryAfter }: ExpectedError) => (retryAfter === undefined ? {} : { retryAfter });

/** A reader that was too slow may subscribe again. */
const AT_ONCE = 1;

/** Other teams' ids and malformed ones read the same. */
const notFound = (error: unknown): string =>
  error instanceof GraphQLError && error.path
    ? `Not found. Your team has nothing with the id given to ${error.path[0]}.`
    : 'Not found.';

const placeOf = ({ nodes, source, positions, path }: GraphQLError) => ({ nodes, source, positions, path });

/** Errors of graphql-js itself: values of the wrong type are the caller's input, syntax and unknown fields are the document. */
function invalid(error: GraphQLError): GraphQLError {
  const variable = ofVariable(error);
  const message = withMeantName(error.message, schema);
  const refused = variable
    ? { code: 'BAD_USER_INPUT', issues: [issueOfVariable(variable, message, error)] }
    : { code: 'GRAPHQL_VALIDATION_FAILED', issues: [] };
  return new GraphQLError(message, { ...placeOf(error), extensions: { ...error.extensions, ...refused } });
}
