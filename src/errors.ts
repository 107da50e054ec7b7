/** One thing wrong with the input. `problem` completes a sentence that begins with the field: "must be a string." */
export interface Issue {
  path: readonly (string | number)[];
  /** With a capital letter, a sentence of its own: "The person has unsubscribed." For people and files, not fields. */
  problem: string;
}

export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'VALIDATION_FAILED'
  | 'RATE_LIMITED'
  | 'INTERNAL';

/** An error the caller is meant to see. Any other error is a bug of ours. */
export abstract class ExpectedError extends Error {
  abstract readonly code: ErrorCode;
}

export class UnauthenticatedError extends ExpectedError {
  readonly code = 'UNAUTHENTICATED';
  constructor() {
    super('Unauthenticated.');
  }
}

export class ForbiddenError extends ExpectedError {
  readonly code = 'FORBIDDEN';
}

/** A read-only token was used for a change. */
export class ReadOnlyError extends ForbiddenError {
  constructor() {
    super('This token can only read. The operation needs a token with the ability to write.');
  }
}

export class RateLimitedError extends ExpectedError {
  readonly code = 'RATE_LIMITED';
  constructor() {
    super('Too many requests.');
  }
}

/** A caller, or its team, follows as much as it may. */
export class TooManyStreamsError extends ExpectedError {
  readonly code = 'RATE_LIMITED';
}

export class NotFoundError extends ExpectedError {
  readonly code = 'NOT_FOUND';
  constructor() {
    super('Not found.');
  }
}

export class ConflictError extends ExpectedError {
  readonly code = 'CONFLICT';
}

export class ValidationError extends ExpectedError {
  readonly code = 'VALIDATION_FAILED';
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]) {
    super(summary(issues.map((issue) => sentence(issue))));
    this.issues = issues;
  }
}

/** An issue with a key that is no name of ours: its problem is a sentence that names the key as the caller wrote it. */
export const issueOfKey = (path: Issue['path'], problem: string): Issue => ({
  path,
  problem: sentence({ path, problem }),
});

/** The same issue with a problem that does not name the key; undefined for an issue with a name of ours. */
export function readIssueOfKey({ path, problem }: Issue): Issue | undefined {
  const beginning = sentence({ path, problem: '' });
  return problem.startsWith(beginning) ? { path, problem: problem.slice(beginning.length) } : undefined;
}

const refusedKeys = new WeakMap<object, readonly Issue[]>();

/** Makes a row of a batch fail for keys that it must not have. Its values are read all the same, but not used. */
export const refuseKeys = (row: object, issues: readonly Issue[]): void => void refusedKeys.set(row, issues);

/** The keys that a row of a batch must not have: none for most rows. */
export const refusedKeysOf = (row: unknown): readonly Issue[] =>
  (typeof row === 'object' && row !== null && refusedKeys.get(row)) || NO_ISSUES;

const NO_ISSUES: readonly Issue[] = [];

/** The full sentence for an issue. `name` is the field as the caller wrote it. */
export function sentence(issue: Issue, name = issue.path.join('.')): string {
  return /^[A-Z]/.test(issue.problem) ? issue.problem : `The ${name} field ${issue.problem}`;
}

/** The process has too much to do. Nothing of the request was done. Not the caller's mistake. */
export class OverloadedError extends Error {
  constructor() {
    super('The server has too much to do. Nothing was done. Try again in a moment.');
  }
}

/** The Idempotency-Key header is too short or too long, or was used for another request. */
export class IdempotencyKeyError extends ValidationError {
  constructor(problem: string) {
    super([{ path: ['Idempotency-Key'], problem }]);
  }
}

/** The first message, and how many more there are: "… (and 2 more errors)". */
export function summary(messages: readonly string[]): string {
  const more = messages.length - 1;
  const first = messages[0] ?? 'The request is invalid.';
  return more < 1 ? first : `${first} (and ${more} more error${more === 1 ? '' : 's'})`;
}

/** All that is wrong with something, in sentences. */
export const inFull = (issues: readonly Issue[]): string => issues.map((issue) => sentence(issue)).join(' ');
