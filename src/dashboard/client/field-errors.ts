import { CombinedError } from 'urql';
import { type Issue, labelledWordsOf, wordsOf } from './issue-words.ts';

/** The error of a field or of a part of it, such as `headers.X-Tag` of `headers`. */
export const messagesAt = (errors: Record<string, string>, path: string): string[] =>
  Object.entries(errors)
    .filter(([given]) => given === path || given.startsWith(`${path}.`))
    .map(([, message]) => message);

/** The server's field errors by path, such as `name` or `steps.2.template`, to show beside the fields. */
export const fieldErrors = (error: CombinedError | undefined): Record<string, string> => errorsInWords(error, wordsOf);

/** The same for places without a label: each names its field. */
export const labelledErrors = (error: CombinedError | undefined): Record<string, string> =>
  errorsInWords(error, labelledWordsOf);

const errorsInWords = (error: CombinedError | undefined, words: (issue: Issue) => string): Record<string, string> =>
  Object.fromEntries(
    (error?.graphQLErrors ?? []).flatMap(issuesOf).map((issue) => [issue.path.join('.'), words(issue)]),
  );

type ErrorLike = Pick<CombinedError['graphQLErrors'][number], 'message' | 'extensions'>;

const issuesOf = ({ extensions }: CombinedError['graphQLErrors'][number]): Issue[] =>
  Array.isArray(extensions?.issues) ? (extensions.issues as Issue[]) : [];

/**
 * The error without the issues that are shown beside their fields: `isShown` says which. Undefined if that is all of it.
 */
export function errorElsewhere(
  error: CombinedError | undefined,
  isShown: (path: string) => boolean,
): CombinedError | undefined {
  if (!error) return undefined;
  const left = error.graphQLErrors.flatMap((one): ErrorLike[] => {
    const issues = issuesOf(one);
    if (issues.length === 0) return [one];
    const others = issues.filter(({ path }) => !isShown(path.join('.')));
    return others.length === 0 ? [] : [{ message: one.message, extensions: { ...one.extensions, issues: others } }];
  });
  if (left.length === 0 && error.graphQLErrors.length > 0) return undefined;
  return error.networkError ? error : new CombinedError({ graphQLErrors: left });
}

/** The server's error in words. Refused fields are named, once each. */
export const messageOf = ({ graphQLErrors, message }: CombinedError): string =>
  [
    ...new Set(
      graphQLErrors.flatMap((error) => {
        const issues = issuesOf(error);
        return issues.length > 0 ? issues.map(labelledWordsOf) : [error.message];
      }),
    ),
  ].join(' ') || message;
