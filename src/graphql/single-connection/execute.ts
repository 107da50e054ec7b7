import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { DocumentRequest } from '../documents/requested-document.ts';
import type { Caller, GraphQL } from '../yoga.ts';
import type { Results } from './reserved-stream.ts';

/** An operation as graphql-sse sends it. */
export interface StreamedRequest extends DocumentRequest {
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

/** Executes an operation with everything that applies to all transports. Throws for a document that cannot be executed. */
export async function executeStreamed(
  { yoga, documents }: GraphQL,
  caller: Caller,
  request: StreamedRequest,
): Promise<Results | ExecutionResult> {
  const pipeline = yoga.getEnveloped(caller);
  const { query, operationName, variables } = request;
  const text = documents.mustFind(request, caller) ? await documents.find(request, caller) : query;
  const document = pipeline.parse(text as string) as DocumentNode;
  const errors = pipeline.validate(pipeline.schema, document) as readonly GraphQLError[];
  if (errors.length > 0) return { errors };
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new GraphQLError('Unknown operation.');
  const contextValue = await pipeline.contextFactory();
  const args = { schema: pipeline.schema, document, operationName, variableValues: variables, contextValue };
  const run = operation.operation === 'subscription' ? pipeline.subscribe : pipeline.execute;
  return (await run(args)) as Results | ExecutionResult;
}
