import type { CombinedError } from 'urql';

interface Issue {
  path: readonly (string | number)[];
  message: string;
}

/** What the server says of single fields, by their path, such as `name` or `steps.2.template`: shown where the field is. */
export function fieldErrors(error: CombinedError | undefined): Record<string, string> {
  const issues = (error?.graphQLErrors ?? []).flatMap(({ extensions }) =>
    Array.isArray(extensions?.issues) ? (extensions.issues as Issue[]) : [],
  );
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}
