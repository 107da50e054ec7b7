import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  type Source,
  type SourceLocation,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { compile, compileOnce, type Execute, isCompilable, loosened } from '../schema/compiled.ts';
import { schema } from '../schema/index.ts';
import { fieldsOf } from './guards/cost.ts';

/** Compiling takes a tenth of a millisecond per field and blocks other answers. */
const MOST_FIELDS = 300;

/** For all kept functions; the least used are dropped. A field takes half a kilobyte. */
const MOST_FIELDS_KEPT = 5_000;

/**
 * Compiles frequent operations (docs/adr/0116): from the second execution on, if all values are in variables.
 * graphql-js reads the variables, so its refusals keep their words.
 */
export function compiledDocuments(): Plugin {
  const fields = new WeakMap<OperationDefinitionNode, number>();
  const compiled = new LRUCache<OperationDefinitionNode, Promise<Execute>>({
    maxSize: MOST_FIELDS_KEPT,
    sizeCalculation: (_, operation) => fields.get(operation) ?? MOST_FIELDS,
  });

  const executionOf = (operation: OperationDefinitionNode, { document }: ExecutionArgs) =>
    compileOnce(compiled, operation, () => compile(schema, loosened(document), operation.name?.value));

  return {
    onExecute: ({ args, executeFn, setExecuteFn }) => {
      const operation = getOperationAST(args.document, args.operationName);
      if (!operation) return;
      const size = fields.get(operation);
      if (size === undefined) fields.set(operation, isCompilable(args.document) ? fieldsOf(args) : Infinity);
      else if (size <= MOST_FIELDS) {
        setExecuteFn((args: ExecutionArgs) => {
          const variables = readVariables(operation, args);
          return variables ? executeLocated(executionOf(operation, args), variables, args) : executeFn(args);
        });
      }
    },
  };
}

/** Undefined if graphql-js refuses the variables. */
const readVariables = ({ variableDefinitions = [] }: OperationDefinitionNode, { variableValues }: ExecutionArgs) =>
  getVariableValues(schema, variableDefinitions, variableValues ?? {}).coerced;

async function executeLocated(
  execution: Promise<Execute>,
  variables: Record<string, unknown>,
  { document, contextValue }: ExecutionArgs,
): Promise<ExecutionResult> {
  const execute = await execution;
  const result = await execute(variables, contextValue as object);
  const source = document.loc?.source;
  return result.errors && source ? { ...result, errors: result.errors.map((error) => located(error, source)) } : result;
}

/** An error of a compiled document only knows its line and column; masking needs its place in the source. */
const located = ({ message, locations, path, originalError, extensions }: GraphQLError, source: Source): GraphQLError =>
  new GraphQLError(message, {
    source,
    positions: locations?.map((location) => positionOf(location, source)),
    path,
    originalError,
    extensions,
  });

function positionOf({ line, column }: SourceLocation, { body }: Source): number {
  const starts = [0, ...[...body.matchAll(/\r\n|[\n\r]/g)].map((end) => end.index + end[0].length)];
  return starts[line - 1]! + column - 1;
}
