/** Whose fault an error is. */
export const OUTCOMES = ['succeeded', 'client_error', 'server_error'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const OPERATION_TYPES = ['query', 'mutation', 'subscription'] as const;

/** A call with a token: no values of its path, query or body, which may contain addresses of people. */
export interface LoggedCall {
  teamId: number;
  /** The X-Request-Id of the response. */
  id: string;
  tokenId: string;
  interface: 'rest' | 'graphql';
  method: string;
  /** The pattern of the path. Null: no route has the path. */
  route: string | null;
  /** The names of the query parameters. */
  parameters: readonly string[];
  operationType: (typeof OPERATION_TYPES)[number] | null;
  operationName: string | null;
  rootFields: readonly string[];
  status: number;
  outcome: Outcome;
  errorCodes: readonly string[];
  replayed: boolean;
  milliseconds: number;
  createdAt: Date;
}
