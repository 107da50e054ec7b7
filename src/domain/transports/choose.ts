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

/** Returns an issue when the team has no transport with this id. */
export async function transportIssues(scope: Scope, id: string | null | undefined): Promise<Issue[]> {
  if (id === undefined || id === null) return [];
  const [known] = await readTransports(scope, [id]);
  return known ? [] : [{ path: ['transportId'], problem: PROBLEM }];
}

/** Throws ValidationError for a transport that the team does not have. */
export async function refuseUnknownTransport(scope: Scope, id: string | null | undefined): Promise<void> {
  const issues = await transportIssues(scope, id);
  if (issues.length > 0) throw new ValidationError(issues);
}
