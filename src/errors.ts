/** A problem of the input. `problem` completes a sentence that begins with the field: "must be a string." */
export interface Issue {
  path: readonly (string | number)[];
  /** With a capital letter it is a whole sentence: "The person has unsubscribed." For people and files, not fields. */
  problem: string;
}

export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  /** A value that the caller sent is refused. */
  | 'BAD_USER_INPUT'
  /** The document itself is refused. */
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'RATE_LIMITED'
  /** What follows a cursor is gone. */
  | 'CURSOR_EXPIRED'
  /** Overloaded, or without a working database. */
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** An error for the caller. Any other error is a bug of ours. */
export abstract class ExpectedError extends Error {
  abstract readonly code: ErrorCode;
  /** Whole seconds after which the caller may try again. Absent: the same request fails again. */
  readonly retryAfter?: number;
}

export class UnauthenticatedError extends ExpectedError {
  readonly code = 'UNAUTHENTICATED';
  constructor() {
    super('Unauthenticated.');
  }
}

/** The token of a stream was revoked or has expired, or the session has ended. */
export class AccessEndedError extends ExpectedError {
  readonly code = 'UNAUTHENTICATED';
  constructor() {
    super('Your access has ended. Sign in again, or use another token.');
  }
}

export class ForbiddenError extends ExpectedError {
  readonly code = 'FORBIDDEN';
}

/** A read-only token attempted a change. */
export class ReadOnlyError extends ForbiddenError {
  constructor() {
    super('This token can only read. The operation needs a token that can write.');
  }
}

export class RateLimitedError extends ExpectedError {
  readonly code = 'RATE_LIMITED';
  override readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('Too many requests.');
    this.retryAfter = retryAfter;
  }
}

/** Seconds after which others have probably ended. Nobody knows how long a file or a stream lasts. */
const OTHERS_END_AFTER = 10;

/** A caller, or its team, has too many subscriptions. */
export class TooManyStreamsError extends ExpectedError {
  readonly code = 'RATE_LIMITED';
  override readonly retryAfter = OTHERS_END_AFTER;
}

/** Others export or import as many files as the process takes at the same time. */
export class TooManyFilesError extends ExpectedError {
  readonly code = 'RATE_LIMITED';
  override readonly retryAfter = OTHERS_END_AFTER;
  constructor(what: 'exports' | 'imports') {
    super(`Too many ${what} are running. Try again in a moment.`);
  }
}

export class NotFoundError extends ExpectedError {
  readonly code = 'NOT_FOUND';
  constructor() {
    super('Not found.');
  }
}

/** Why the state of an object does not allow an operation, for programs: `extensions.reason` beside the code CONFLICT. */
export const CONFLICT_REASONS = {
  NOT_DRAFT: 'The campaign is no longer a draft.',
  NOT_SCHEDULED: 'The campaign is not scheduled.',
  NOT_SENDING: 'The campaign is not being sent.',
  NOT_PAUSED: 'The campaign is not paused.',
  NOT_SENT: 'The campaign has not been sent yet.',
  SENDING: 'Messages are being sent.',
  SENDING_BEGUN: 'The e-mail is being sent, or was already sent.',
  DELETING: 'The object is being deleted.',
  ENDED: 'The campaign, import or run has ended.',
  ACTIVE: 'The automation is active.',
  NOT_ACTIVE: 'The automation is not active.',
  ARCHIVED: 'The automation is archived.',
  DISABLED: 'The webhook is disabled.',
  IN_USE: 'Something else uses the object, or its name.',
  CHANGED_SINCE: 'Somebody has changed the object since you read it.',
  LAST_OWNER: 'The team would have no owner.',
  ACCOUNT_EXISTS: 'The e-mail address belongs to a user.',
  LINK_BY_EMAIL: 'The installation only sends such links by e-mail.',
  NO_AB_TEST: 'The campaign has no A/B test.',
  ALL_IN_SAMPLE: 'Every recipient is in the sample of the A/B test.',
  ALREADY_DECIDED: 'The winner of the A/B test is already decided.',
  FILE_INCOMPLETE: 'The file of the import is not complete.',
  ALREADY_STARTED: 'The import has started, or its file is not complete.',
  ALREADY_RUNNING: 'The same work is already in progress.',
  NOT_RUNNING: 'No such work is in progress.',
  LIMIT_REACHED: 'The object has as many parts as it may have.',
  CONTENT_NOT_STORED: 'The content of the e-mail is no longer stored, or never was.',
  ON_CLUSTER: 'The operation is not possible on a cluster.',
  SAMPLE_DATA_LOADED: 'The team has sample data already.',
  WOULD_REACT: 'An active automation or webhook would react to sample data.',
  NOT_ALONE: 'The operation needs a request of its own.',
} as const;

export type ConflictReason = keyof typeof CONFLICT_REASONS;

export class ConflictError extends ExpectedError {
  readonly code = 'CONFLICT';
  readonly reason: ConflictReason;
  constructor(reason: ConflictReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The next changes after a cursor are no longer kept. */
export class CursorExpiredError extends ExpectedError {
  readonly code = 'CURSOR_EXPIRED';
  constructor() {
    super(
      'The cursor is too old: changes after it are no longer kept. Get a new cursor without "after", read your objects again, then continue from it.',
    );
  }
}

export class ValidationError extends ExpectedError {
  readonly code = 'BAD_USER_INPUT';
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]) {
    super(summary(issues.map((issue) => sentence(issue))));
    this.issues = issues;
  }
}

/** An issue with an unknown key: its problem is a sentence that names the key as the caller wrote it. */
export const issueOfKey = (path: Issue['path'], problem: string): Issue => ({
  path,
  problem: sentence({ path, problem }),
});

/** The same issue with a problem that does not name the key. Undefined for an issue with a known name. */
export function readIssueOfKey({ path, problem }: Issue): Issue | undefined {
  const beginning = sentence({ path, problem: '' });
  return problem.startsWith(beginning) ? { path, problem: problem.slice(beginning.length) } : undefined;
}

const refusedKeys = new WeakMap<object, readonly Issue[]>();

/** Makes a row of a batch fail because of forbidden keys. Its values are still validated, but not used. */
export const refuseKeys = (row: object, issues: readonly Issue[]): void => void refusedKeys.set(row, issues);

/** The forbidden keys of a row of a batch: none for most rows. */
export const refusedKeysOf = (row: unknown): readonly Issue[] =>
  (typeof row === 'object' && row !== null && refusedKeys.get(row)) || NO_ISSUES;

const NO_ISSUES: readonly Issue[] = [];

/** The full sentence for an issue. `name` is the field as the caller wrote it. */
export function sentence(issue: Issue, name = issue.path.join('.')): string {
  return /^[A-Z]/.test(issue.problem) ? issue.problem : `The ${name} field ${issue.problem}`;
}

/** The process is overloaded. The request had no effect. Not the caller's mistake. */
export class OverloadedError extends Error {
  constructor() {
    super('The server is overloaded. Nothing was done. Try again in a moment.');
  }
}

/** The Idempotency-Key header is too short or too long, or was used for another request. */
export class IdempotencyKeyError extends ValidationError {
  constructor(problem: string) {
    super([{ path: ['Idempotency-Key'], problem }]);
  }
}

/** The first message, and the number of others: "… (and 2 more errors)". */
export function summary(messages: readonly string[]): string {
  const more = messages.length - 1;
  const first = messages[0] ?? 'The request is invalid.';
  return more < 1 ? first : `${first} (and ${more} more error${more === 1 ? '' : 's'})`;
}

/** All issues as sentences. */
export const inFull = (issues: readonly Issue[]): string => issues.map((issue) => sentence(issue)).join(' ');
