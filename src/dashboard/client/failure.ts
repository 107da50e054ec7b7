import type { CombinedError } from 'urql';

/** Why a read or change failed, as far as screens treat them differently. */
export type Failure = 'signedOut' | 'forbidden' | 'unreachable' | 'refused' | 'fault';

const BY_CODE: Record<string, Failure> = {
  UNAUTHENTICATED: 'signedOut',
  FORBIDDEN: 'forbidden',
  BAD_USER_INPUT: 'refused',
  GRAPHQL_VALIDATION_FAILED: 'refused',
  NOT_FOUND: 'refused',
  CONFLICT: 'refused',
};

/** What kind of failure an error is. */
export function failureOf({ networkError, graphQLErrors }: CombinedError): Failure {
  const [first] = graphQLErrors;
  if (first) return BY_CODE[String(first.extensions?.code)] ?? 'fault';
  return networkError ? 'unreachable' : 'fault';
}
