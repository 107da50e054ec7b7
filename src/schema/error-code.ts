import type { ErrorCode } from '../errors.ts';
import { growingEnum } from './enums.ts';

/** Codes of GraphQL alone. */
export type DocumentErrorCode =
  /** The server does not know the document that the request names. Clients send its text next. */
  | 'PERSISTED_QUERY_NOT_FOUND'
  /** Only registered documents are executed, and this is none. */
  | 'DOCUMENT_NOT_TRUSTED';

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

/** Errors have its values in `extensions.code`, and generated clients its names. */
export const ErrorCodeEnum = growingEnum(
  'ErrorCode',
  'Why an operation failed: the value of `extensions.code` in the error. More may be added.',
  new Map(Object.entries(ERROR_CODES)),
);
