import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toBase32 } from '../../../crypto/base32.ts';
import { otherwise } from '../../../validation/text.ts';

const FORM = /^[A-Za-z0-9_-]{1,64}$/;
const PROBLEM = 'must be 1 to 64 letters, digits, - and _.';
const BYTES = 5;

/** The id of a step. The author may set it. */
export const stepId = () => z.string({ error: otherwise(PROBLEM) }).regex(FORM, PROBLEM);

/** An unused id. It is random so that no later version gives it to another step, to which runs would then move. */
export function newStepId(taken: ReadonlySet<string>): string {
  const id = toBase32(randomBytes(BYTES));
  return taken.has(id) ? newStepId(taken) : id;
}
