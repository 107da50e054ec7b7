import { type DocumentNode, GraphQLError, Kind, validate } from 'graphql';
import { schema } from '../../schema/index.ts';
import { introspectionProblem } from '../guards/introspection.ts';
import { parseWithinLimits, refuseLong } from '../guards/parse-within-limits.ts';
import { shapeProblem } from '../guards/shape.ts';

/**
 * The problems for which the server would refuse a document before it is executed, as text with the line. Empty for a valid one.
 * Its cost is not among them: it depends on the variables.
 */
export function documentProblems(text: string): string[] {
  let document: DocumentNode;
  try {
    refuseLong(text);
    document = parseWithinLimits(text);
  } catch (error) {
    if (error instanceof GraphQLError) return [described(error)];
    throw error;
  }
  if (!document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)) return ['It has no operation.'];
  const problem = shapeProblem(document) ?? introspectionProblem(document);
  return problem ? [problem] : validate(schema, document).map(described);
}

const described = ({ message, locations }: GraphQLError): string =>
  locations?.[0] ? `${message} (line ${locations[0].line}, column ${locations[0].column})` : message;
