import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../errors.ts';
import type { DocumentErrorCode } from '../../schema/error-code.ts';

/** `http` is for Yoga: 400, and 200 for old clients, as for any invalid document. */
const refused = (code: ErrorCode | DocumentErrorCode, message: string, rest: object = {}): GraphQLError =>
  new GraphQLError(message, { extensions: { code, ...rest, http: { spec: true, status: 400 } } });

/** The words that clients of Apollo's protocol wait for: they send the text next. */
export const notKnown = (): GraphQLError => refused('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

export const notRegistered = (id: string): GraphQLError =>
  refused(
    'PERSISTED_QUERY_NOT_FOUND',
    `No document with the id ${id} is registered. Register the manifest of your client (npm run documents -- FILE), or send the text as query.`,
  );

export const notTrusted = (): GraphQLError =>
  refused(
    'DOCUMENT_NOT_TRUSTED',
    'With a token, this server only executes registered documents. Register the manifest of your client (npm run documents -- FILE), and send the documentId.',
  );

/** The request does not name a document as it should. */
export const malformed = (message: string): GraphQLError =>
  refused('GRAPHQL_VALIDATION_FAILED', message, { issues: [] });
