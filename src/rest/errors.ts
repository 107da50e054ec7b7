import {
  ConflictError,
  type ErrorCode,
  ExpectedError,
  type Issue,
  readIssueOfKey,
  sentence,
  summary,
  ValidationError,
} from '../errors.ts';
import type { Reply } from './answer.ts';
import { conflictCode, errorCodes } from './error-codes.ts';
import { wireName } from './wire.ts';

const STATUS: Record<ErrorCode, number> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  CURSOR_EXPIRED: 410,
  BAD_USER_INPUT: 422,
  GRAPHQL_VALIDATION_FAILED: 422,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** Keys and parameters that an operation does not know. The issues name them as sent. */
export class UnknownKeysError extends ValidationError {}

type Names = ReadonlyMap<string, string>;

/** A body of errors without field names. */
export const fault = (status: number, message: string): Reply => ({ status, body: { message, errors: {} } });

/** The answer to an expected error, or undefined for a server fault. */
export function errorReply(error: unknown, wireOfArgument?: Names): Reply | undefined {
  if (error instanceof UnknownKeysError) return invalid(error.issues);
  if (error instanceof ValidationError) return invalid(error.issues.map((issue) => onTheWire(issue, wireOfArgument)));
  if (!(error instanceof ExpectedError)) return undefined;
  const status = STATUS[error.code];
  if (status === 401 || status === 403) return { status, body: { message: error.message } };
  const reply = fault(status, error.message);
  if (error instanceof ConflictError) return { ...reply, headers: { 'X-Error-Codes': conflictCode(error.reason) } };
  return error.retryAfter === undefined ? reply : { ...reply, headers: { 'Retry-After': String(error.retryAfter) } };
}

/** 422 with these issues, whose paths use wire names. */
export const invalid = (issues: readonly Issue[]): Reply => {
  const errors = messagesByField(issues);
  return {
    status: 422,
    body: { message: summary(Object.values(errors).flat()), errors },
    headers: { 'X-Error-Codes': errorCodes(issues) },
  };
};

/** `{field: [messages]}`, with dotted paths for nested fields. */
export function messagesByField(issues: readonly Issue[], prefix: readonly (string | number)[] = []) {
  const errors: Record<string, string[]> = Object.create(null); // a caller's key may be called `constructor`
  for (const issue of issues) {
    const name = [...prefix, ...issue.path].join('.') || 'row';
    errors[name] = [...(errors[name] ?? []), sentence(issue, name)];
  }
  return errors;
}

/** The problems of a batch row in one line: the first problem and the number of others, or all of them. */
export function messageOf(issues: readonly Issue[], inFull = false): string {
  const messages = Object.values(messagesByField(issues.map((issue) => onTheWire(issue)))).flat();
  return inFull ? messages.join(' ') : summary(messages);
}

/** An issue with the caller's names. Keys of free-form data, and foreign keys, stay the same. */
export function onTheWire(issue: Issue, wireOfArgument: Names = new Map()): Issue {
  const [first, ...rest] = issue.path;
  if (first === undefined) return issue;
  const asSent = readIssueOfKey(issue);
  if (asSent) return asSent;
  let free = FREE_FORM.has(first);
  const path = rest.map((part) => {
    const name = free || typeof part !== 'string' ? part : wireName(part);
    free ||= FREE_FORM.has(part);
    return name;
  });
  return { ...issue, path: [wireOfArgument.get(String(first)) ?? wireName(String(first)), ...path] };
}

const FREE_FORM = new Set<string | number>([
  'properties',
  'attributes',
  'variables',
  'headers',
  'conditions',
  'mapping',
  'formats',
  'statuses',
  'localeVariants',
  ...['trigger', 'entry', 'exits', 'steps'],
]);
