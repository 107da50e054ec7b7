import { NotFoundError, ValidationError } from '../errors.ts';
import { compile, compileOnce, type Execute } from '../schema/compiled.ts';
import type { Context } from '../schema/context.ts';
import { schema } from '../schema/index.ts';
import { lenient } from './lenient.ts';
import type { Prepared } from './prepare.ts';

/** The schema as REST executes it. */
export const lenientSchema = lenient(schema);

const compiled = new WeakMap<Prepared, Promise<Execute>>();

/** Compiled when a route is first called, because most processes never call most routes. */
const executionOf = (prepared: Prepared): Promise<Execute> =>
  compileOnce(compiled, prepared, () => compile(lenientSchema, prepared.document));

/**
 * Executes a prepared document and returns the answer in the value of its root field. Rethrows the original error of the domain;
 * any error fails the call, since there is no partial answer. If a look-up returns null in GraphQL, throws
 * NotFoundError.
 */
export async function run(prepared: Prepared, variables: object, context: Context) {
  const execute = await executionOf(prepared);
  const result = await execute(variables as Record<string, unknown>, context);
  const [error] = result.errors ?? [];
  if (error) throw error.originalError ?? error;
  const data = result.data as Record<string, unknown>;
  prepared.write?.(data);
  const [value] = Object.values(data);
  if (value === null) throw new NotFoundError();
  return prepared.answerOf(value);
}

/**
 * Refuses a list without a filter that is optional for GraphQL and required by the route. Throws ValidationError. Below a
 * resource, an unknown one comes first: the domain decides.
 */
export function refuseMissing({ required }: Prepared, variables: object): void {
  const given = variables as Record<string, unknown>;
  const missing = required.filter((name) => given[name] === undefined || given[name] === null || given[name] === '');
  if (missing.length > 0) throw new ValidationError(missing.map((name) => ({ path: [name], problem: 'is required.' })));
}
