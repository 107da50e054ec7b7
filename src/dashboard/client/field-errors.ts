import type { CombinedError } from 'urql';

interface Issue {
  path: readonly (string | number)[];
  message: string;
}

/** The error of a field or of a part of it, such as `headers.X-Tag` of `headers`. */
export const messagesAt = (errors: Record<string, string>, path: string): string[] =>
  Object.entries(errors)
    .filter(([given]) => given === path || given.startsWith(`${path}.`))
    .map(([, message]) => message);

/** The server's field errors by path, such as `name` or `steps.2.template`, to show beside the fields. */
export function fieldErrors(error: CombinedError | undefined): Record<string, string> {
  const issues = (error?.graphQLErrors ?? []).flatMap(({ extensions }) =>
    Array.isArray(extensions?.issues) ? (extensions.issues as Issue[]) : [],
  );
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}
