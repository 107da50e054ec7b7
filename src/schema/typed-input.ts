import { type Issue, ValidationError } from '../errors.ts';
import type { Path } from './type-pairs.ts';

interface Forms<Typed, Given, Result> {
  /** The name of the typed argument. */
  typed: string;
  /** The names of the JSON arguments that it replaces. */
  keys: readonly string[];
  toJson(typed: Typed): object;
  /** The path below the typed argument of a path in the JSON. */
  toPath(path: Path, typed: Typed): Path;
  /** Issues that only the typed form has, with paths below its argument. The domain refuses their places in the JSON too. */
  ownIssues?(typed: Typed): Issue[];
  act(given: Given): Promise<Result>;
}

/**
 * Calls the domain with JSON, which the client sent or which is made from the typed form (docs/adr/0188). Issues get
 * the paths of the argument that the client sent. Throws ValidationError if the client sent both.
 */
export async function eitherForm<Typed, Given extends object, Result>(
  given: Given,
  typed: Typed | null | undefined,
  { typed: name, keys, toJson, toPath, ownIssues, act }: Forms<Typed, Given, Result>,
): Promise<Result> {
  if (typed === undefined) return act(given);
  const sent = given as Record<string, unknown>;
  if (typed === null) return act({ ...Object.fromEntries(keys.slice(0, 1).map((key) => [key, null])), ...given });
  const twice = keys.find((key) => sent[key] != null);
  if (twice) throw new ValidationError([{ path: [name], problem: `must not be given together with ${twice}.` }]);
  const json = toJson(typed);
  try {
    return await act({ ...given, ...json });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const isTyped = (key: unknown) => keys.includes(key as string);
    const own = (ownIssues?.(typed) ?? []).map(({ path, problem }) => ({ path: [name, ...path], problem }));
    const found = error.issues.map(({ path, problem }) => ({
      path: isTyped(path[0]) ? [name, ...toPath(path, typed)] : path,
      problem,
    }));
    const isOwn = ({ path }: Issue) => own.some((one) => one.path.join('.').startsWith(`${path.join('.')}.`));
    throw new ValidationError([...own, ...found.filter((issue) => !isOwn(issue))]);
  }
}
