import type { FastifyRequest } from 'fastify';
import { type Issue, issueOfKey, NotFoundError, refuseKeys } from '../errors.ts';
import type { Installation } from '../installation.ts';
import { createContext } from '../schema/context.ts';
import { UnknownKeysError } from './errors.ts';
import { run } from './execute.ts';
import { FoundKeys } from './found-keys.ts';
import { isObject } from './key-position.ts';
import type { Known, KnownKeys } from './known-keys.ts';
import { originOf } from './origin.ts';
import type { ReadyRoute } from './prepare.ts';
import { variablesOf } from './variables.ts';

/** The parts of a request with keys. */
interface Given {
  query: unknown;
  body?: unknown;
}

/** The unknown keys of a request. */
export interface UnknownKeys {
  /** Why the request fails. */
  refused: readonly Issue[];
  /** Why rows of its batch fail, by index. */
  rows: ReadonlyMap<number, readonly Issue[]>;
  /** The paths of ignored keys, each with the nearest known key, if any. */
  ignored: ReadonlyMap<string, string | undefined>;
}

/** Finds the unknown keys and parameters of a request. */
export function lookForUnknown(known: KnownKeys, { query, body }: Given): UnknownKeys {
  const hasBody = body !== undefined && !Array.isArray(body);
  if (isKnown(query, known.query) && (!hasBody || isKnown(body, known.body))) return NOTHING;
  const found = new FoundKeys(known);
  found.lookAtQuery(query);
  if (hasBody) found.lookAtBody(body);
  return found;
}

const NOTHING: UnknownKeys = { refused: [], rows: new Map(), ignored: new Map() };

/** A fast check for the usual case: all keys are known. */
function isKnown(value: unknown, known: Known): boolean {
  if (!isObject(value)) return true;
  if (Array.isArray(value)) return value.every((item) => isKnown(item, known));
  for (const key of Object.keys(value)) {
    const inside = known.get(key);
    if (inside ? !isKnown((value as Record<string, unknown>)[key], inside) : !known.has(key)) return false;
  }
  return true;
}

/**
 * Refuses a request with unknown keys, because callers expect an effect from them. Throws UnknownKeysError, or first
 * NotFoundError if the resource in the path does not exist.
 */
export async function refuseUnknown(
  installation: Installation,
  { owners }: ReadyRoute,
  { access, params, ip }: FastifyRequest,
  { refused }: UnknownKeys,
): Promise<void> {
  if (refused.length === 0) return;
  const path = { params, query: {}, body: undefined };
  for (const [index, owner] of owners.entries()) {
    const context = createContext(installation, access, { from: originOf({ ip }) });
    const found = await run(owner, variablesOf(owner, path, true), context).catch((error: Error) => {
      if (!(error instanceof NotFoundError) || index === owners.length - 1) throw error;
    });
    if (found) break;
  }
  throw new UnknownKeysError(refused);
}

/** Makes rows of a document's input fail individually for their keys. */
export function refuseRows(variables: Record<string, unknown>, known: KnownKeys, { rows }: UnknownKeys): void {
  if (rows.size === 0) return;
  const given = (variables.input as Record<string, unknown>)[known.rows as string] as object[];
  for (const [index, issues] of rows) {
    refuseKeys(
      given[index] as object,
      issues.map(({ path, problem }) => issueOfKey(path, problem)),
    );
  }
}
