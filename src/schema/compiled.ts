import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type NamedTypeNode,
  type VariableNode,
  visit,
} from 'graphql';

/** Executes an operation. The caller has read the variables, or leaves that to the domain. */
export type Execute = (
  variables: Record<string, unknown>,
  context: object,
) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Compiles an operation to a function that behaves like graphql-js (docs/adr/0116). The document must fit the schema.
 * Documents that are not `isCompilable` are executed by graphql-js.
 */
export async function compile(schema: GraphQLSchema, document: DocumentNode, operationName?: string): Promise<Execute> {
  if (!isCompilable(document)) {
    return (variableValues, contextValue) => execute({ schema, document, operationName, contextValue, variableValues });
  }
  const { compileQuery, isCompiledQuery } = await import('graphql-jit'); // three megabytes that many processes never need
  const made = compileQuery(schema, document, operationName, { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(made)) return () => made;
  return (variables, context) => made.query(undefined, context, variables);
}

/** Compiled operations by key: a WeakMap or a cache with a limit. */
interface Compiled<Key> {
  get(key: Key): Promise<Execute> | undefined;
  set(key: Key, execution: Promise<Execute>): unknown;
  delete(key: Key): unknown;
}

/** Compiles a key's operation on first use. Concurrent callers share one compilation; a failed one is not kept. */
export function compileOnce<Key>(compiled: Compiled<Key>, key: Key, compile: () => Promise<Execute>): Promise<Execute> {
  const known = compiled.get(key);
  if (known) return known;
  const execution = compile();
  execution.catch(() => compiled.delete(key));
  compiled.set(key, execution);
  return execution;
}

/**
 * Declares the variables of a document as JSON, so that values reach the resolvers unchanged. The caller has checked
 * them, or leaves that to the domain. Variables of directives keep their types.
 */
export function loosened(document: DocumentNode): DocumentNode {
  const kept = new Set<string>();
  const keep = ({ name }: VariableNode): void => void kept.add(name.value);
  visit(document, { Directive: (directive) => void visit(directive, { Variable: keep }) });
  return visit(document, {
    VariableDefinition: ({ kind, variable, ...rest }) => ({
      kind,
      variable,
      ...(kept.has(variable.name.value) ? rest : { type: JSON_TYPE }),
    }),
  });
}

const JSON_TYPE: NamedTypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } };

/**
 * Whether a document may be compiled: its only literals are names and numbers. The compiler writes literals into its
 * code, where a certain string could leave its quotes and be executed. An object literal in code cannot have its own
 * `__proto__`.
 */
export function isCompilable(document: DocumentNode): boolean {
  let compilable = true;
  const refuse = (): void => {
    compilable = false;
  };
  const refuseProto = ({ alias }: FieldNode): void => {
    if (alias?.value === '__proto__') refuse();
  };
  visit(document, { StringValue: refuse, ObjectValue: refuse, ListValue: refuse, Field: refuseProto });
  return compilable;
}
