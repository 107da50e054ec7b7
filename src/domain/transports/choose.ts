import { z } from 'zod';
import { type Issue, ValidationError } from '../../errors.ts';
import { isId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { otherwise } from '../../validation/text.ts';
import { readTransports } from './transports.ts';

const PROBLEM = 'must be the id of a transport.';

/** The id of a transport. Does not check that the team has it. */
export const transportChoice = () =>
  z
    .string({ error: otherwise(PROBLEM) })
    .refine(isId, PROBLEM)
    .transform((id) => id.toLowerCase());

/** Returns, by id, an issue for each id that is not a transport of the team. One statement, or none for no ids. */
export async function transportIssues(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, Issue>> {
  if (ids.length === 0) return new Map();
  const known = new Set((await readTransports(scope, ids)).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  return new Map(unknown.map((id) => [id, { path: ['transportId'], problem: PROBLEM }]));
}

/** Throws ValidationError for a transport that the team does not have. */
export async function refuseUnknownTransport(scope: Scope, id: string | null | undefined): Promise<void> {
  const issues = await transportIssues(scope, id ? [id] : []);
  if (issues.size > 0) throw new ValidationError([...issues.values()]);
}
