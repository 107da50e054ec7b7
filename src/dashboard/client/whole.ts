import type { CombinedError } from 'urql';

/**
 * The data of a result, unless a part of it failed: screens show the error then, not gaps. A part that the caller may not
 * read is null and no failure.
 */
export const wholeOf = <Data>(data: Data | undefined, error: CombinedError | undefined): Data | undefined =>
  !error || error.graphQLErrors.every(({ extensions }) => extensions?.code === 'FORBIDDEN') ? data : undefined;
