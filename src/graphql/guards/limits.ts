import { GraphQLError } from 'graphql';

/** What one operation may ask for. GraphiQL's introspection stays far below each. */
export const LIMITS = {
  /** Length of the document in UTF-16 units. */
  characters: 100_000,
  tokens: 4_000,
  /** Brackets of any kind inside each other: what reads the document does so by recursion. */
  brackets: 64,
  /** Fields inside fields. */
  depth: 12,
  /** The same below __schema and __type, whose list and non-null wrappers nest. */
  introspectionDepth: 20,
  aliases: 100,
  /** Fields written in the document. Those of one name are compared pair by pair when it is validated. */
  fields: 600,
  directives: 50,
  directivesInOnePlace: 5,
  /** Rows that the operation could make the service read or write, with the fields of each. */
  cost: 100_000,
};

/** The refusal of what goes beyond a limit. */
export const refusal = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'VALIDATION_FAILED', issues: [] } });
