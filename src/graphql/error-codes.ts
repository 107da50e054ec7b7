import type { ErrorCode } from '../errors.ts';
import type { DocumentErrorCode } from './documents/refusals.ts';

/**
 * Every `extensions.code` of an error, with its meaning. Codes of libraries, such as BAD_REQUEST, are not in the contract.
 */
export const ERROR_CODES: Readonly<Record<ErrorCode | DocumentErrorCode, string>> = {
  UNAUTHENTICATED: 'No valid token or session was sent, or the access has ended.',
  FORBIDDEN: 'The caller may not do this.',
  NOT_FOUND: 'Your team has no such object.',
  CONFLICT: 'The object is in a state that does not allow this.',
  BAD_USER_INPUT: 'A value is invalid: see `issues`.',
  GRAPHQL_VALIDATION_FAILED: 'The document is invalid, or exceeds a limit.',
  PERSISTED_QUERY_NOT_FOUND: 'The server does not know the document of this hash or id.',
  DOCUMENT_NOT_TRUSTED: 'The server only executes registered documents.',
  RATE_LIMITED: 'There are too many requests, subscriptions or exports.',
  CURSOR_EXPIRED: 'The changes after the cursor are no longer kept.',
  UNAVAILABLE: 'The server is overloaded, or its database does not respond.',
  INTERNAL: 'The server failed. The operator can find the cause in the log.',
};
