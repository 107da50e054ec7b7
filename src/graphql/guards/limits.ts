import { GraphQLError } from 'graphql';

/** The limits of one operation. GraphiQL's introspection stays far below all of them. */
export const LIMITS = {
  /** Length of the document in UTF-16 units. */
  characters: 100_000,
  tokens: 4_000,
  /** Nesting of brackets of any kind, because documents are read recursively. */
  brackets: 64,
  /** Nesting of fields. A condition in the versions of an automation takes 17, or 18 through edges. */
  depth: 18,
  /** `depth` below __schema and __type, whose list and non-null wrappers nest. */
  introspectionDepth: 20,
  aliases: 100,
  /** Fields in the document. Validation compares fields of the same name pair by pair. */
  fields: 600,
  directives: 50,
  directivesInOnePlace: 5,
  /** Values that the operation could make the service read or write (see cost.ts). */
  cost: 100_000,
  /** `cost` for one event of a subscription, which is executed for each change. */
  eventCost: 1_000,
};

/** The error for exceeding a limit. */
export const refusal = (message: string, details: object = {}): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', issues: [], ...details } });
