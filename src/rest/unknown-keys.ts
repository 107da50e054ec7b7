import type { FastifyRequest } from 'fastify';
// biome-ignore lint/style/noRestrictedImports: the library of this name, not the room
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import type { Issue } from '../errors.ts';
import type { Installation } from '../installation.ts';
import { createContext } from '../schema/context.ts';
import { UnknownKeysError } from './errors.ts';
import { run } from './execute.ts';
import type { Known, KnownKeys } from './known-keys.ts';
import { originOf } from './origin.ts';
import type { ReadyRoute } from './prepare.ts';
import { variablesOf } from './variables.ts';

/** Where the keys of a request are. */
interface Given {
  query: unknown;
  body?: unknown;
}

/**
 * Refuses keys and parameters that an operation does not know: who sends one means something by it. Throws
 * UnknownKeysError, and before that NotFoundError when what the path names is not there.
 */
export async function refuseUnknown(
  installation: Installation,
  { known, owner }: ReadyRoute,
  { access, params, ip }: FastifyRequest,
  given: Given,
): Promise<void> {
  const issues = unknownIn(known, given);
  if (issues.length === 0) return;
  const path = { params, query: {}, body: undefined };
  if (owner)
    await run(owner, variablesOf(owner, path, true), createContext(installation, access, { from: originOf({ ip }) }));
  throw new UnknownKeysError(issues);
}

/** An answer must not grow with what a hostile body holds. */
const MOST_ISSUES = 20;
const LONGEST_NAME = 100;

/** What of a request an operation does not know, each with the name that comes nearest to it. */
function unknownIn({ body, query, only }: KnownKeys, given: Given): Issue[] {
  const issues: Issue[] = [];
  look(given.query, query, []);
  if (!Array.isArray(given.body)) look(given.body, body, []);
  return issues;

  function look(value: unknown, known: Known | undefined, path: Issue['path']): void {
    if (!known || typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value)) {
      if (issues.length === MOST_ISSUES) return;
      if (isList) look(inner, known, [...path, Number(key)]);
      else if (!known.has(key)) complain(path, key, known);
      else if (!only) look(inner, known.get(key), [...path, key]);
    }
  }

  function complain(path: Issue['path'], key: string, known: Known): void {
    if (only && !only.has(key)) return;
    const name = key.length > LONGEST_NAME ? `${key.slice(0, LONGEST_NAME)}…` : key;
    issues.push({ path: [...path, name], problem: `is not known to this operation${hint(name, [...known.keys()])}` });
  }
}

function hint(name: string, known: readonly string[]): string {
  const [nearest] = suggestionList(name, known);
  if (nearest) return `. Did you mean ${nearest}?`;
  return known.length > 0 ? `, which takes ${known.join(', ')}.` : ', which takes nothing.';
}
