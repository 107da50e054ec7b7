/** A text of several paragraphs. */
const paragraphs = (...texts: string[]): string => texts.join('\n\n');

const ERROR_FORM =
  'Each error has `message`, `path` and `extensions.code`: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT, BAD_USER_INPUT, GRAPHQL_VALIDATION_FAILED, PERSISTED_QUERY_NOT_FOUND, DOCUMENT_NOT_TRUSTED, RATE_LIMITED, CURSOR_EXPIRED, UNAVAILABLE or INTERNAL. They are the values of `ErrorCode`, and more may be added. BAD_USER_INPUT also has `extensions.issues`, a list in the form of `Issue`. CONFLICT also has `extensions.reason`, a value of `ConflictReason`. RATE_LIMITED and UNAVAILABLE have `extensions.retryAfter`, in seconds.';

export const ABOUT_QUERIES = paragraphs(
  'Every read. Each field shows the data of one team: that of the token or the signed-in member.',
  'Needs a member of any role, or a token without scopes, unless a description says otherwise. A query by an unknown id is null, without an error. If a field fails, its error is in `errors`. A nullable field is then null, and the fields beside it keep their values. If a non-null field of `Query` fails, `data` is null.',
  ERROR_FORM,
);

export const ABOUT_MUTATIONS = paragraphs(
  'Every change. Several mutations of an operation run one after the other.',
  'Needs a member who may edit, or a token with WRITE and no scopes, unless a description says otherwise.',
  'Each mutation returns a payload with the new or changed object and `warnings`. A mutation that fails is null, and its error is in `errors`, in the form that `Query` describes. The others keep their results. In an update, absent fields keep their values.',
  'To repeat an operation safely, send it over HTTP with the header `Idempotency-Key`: 1 to 255 characters, new for each operation. For 24 hours, the same key, document and variables return the first result, with the header `Idempotent-Replay: true`. Another operation with the key fails with BAD_USER_INPUT. With a key, an operation is all or nothing: if one mutation fails, all are rolled back and `data` is null. Only results, NOT_FOUND and CONFLICT are kept, so an operation with another error can be sent again with its key. WebSockets have no such header: use `reference` and `refundReference` of the inputs.',
);

export const ABOUT_SUBSCRIPTIONS = paragraphs(
  'Every live stream, over server-sent events or WebSocket, and the exports in parts.',
  'A stream that cannot start, or ends early, sends an error in the form that `Query` describes. RATE_LIMITED: there are too many streams, or the client read too slowly. UNAUTHENTICATED or FORBIDDEN: the access has ended. Subscribe again, and read the objects once: changes meanwhile are not sent. `changes` continues after a cursor instead, without gaps.',
);
