import { ISSUE_CODES } from '../issue-codes.ts';
import { builder } from './builder.ts';
import { ERROR_CODES, ErrorCodeEnum } from './error-code.ts';
import { IssueCodeEnum } from './issue.ts';

interface LoggedError {
  code: string;
  field: string | null;
  issueCode: string | null;
}

export const LoggedError = builder.objectRef<LoggedError>('LoggedError').implement({
  description: 'An error of a logged call.',
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCodeEnum.type, description: 'Why the call failed.' }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The invalid field, such as email. Null for an error of the whole call.',
    }),
    issueCode: t.expose('issueCode', {
      type: IssueCodeEnum.type,
      nullable: true,
      description: 'What is wrong with the value. Null unless the code is BAD_USER_INPUT.',
    }),
  }),
});

/** An error as the log writes it: a code, or the field and code of an issue as `email=format`. */
function loggedError(written: string): LoggedError {
  const end = written.lastIndexOf('=');
  const word = written.slice(end + 1);
  const isIssue = end >= 0 || (!(word in ERROR_CODES) && word.toLowerCase() in ISSUE_CODES);
  if (!isIssue) return { code: ErrorCodeEnum.known(word), field: null, issueCode: null };
  const issueCode = IssueCodeEnum.known(word.toLowerCase());
  return { code: 'BAD_USER_INPUT', field: end < 0 ? null : written.slice(0, end), issueCode };
}

/** The errors of a call. Issues imply their error, which GraphQL logs before them. */
export function loggedErrors(written: readonly string[]): LoggedError[] {
  const errors = written.map(loggedError);
  const hasIssues = errors.some(({ issueCode }) => issueCode !== null);
  return errors.filter(({ code, issueCode }) => issueCode !== null || !hasIssues || code !== 'BAD_USER_INPUT');
}
