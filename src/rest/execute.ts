import { type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import { NotFoundError } from '../errors.ts';
import type { Context } from '../schema/context.ts';
import type { Prepared } from './prepare.ts';

/**
 * Executes a prepared document and gives the value of its root field. graphql-js runs it directly, so what was thrown
 * below is thrown again here as it was; any error fails the call, there is no partial answer. A look-up that finds
 * nothing is null in GraphQL and a NotFoundError here.
 */
export async function run(schema: GraphQLSchema, prepared: Prepared, variables: object, context: Context) {
  const result = (await execute({
    schema,
    document: prepared.document,
    variableValues: variables as Record<string, unknown>,
    contextValue: context,
  })) as ExecutionResult;
  const [error] = result.errors ?? [];
  if (error) throw error.originalError ?? error;
  const data = result.data as Record<string, unknown>;
  prepared.write?.(data);
  const [value] = Object.values(data);
  if (value === null) throw new NotFoundError();
  return value;
}
