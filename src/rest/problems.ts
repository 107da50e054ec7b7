import { type Issue, sentence } from '../errors.ts';
import { onTheWire } from './errors.ts';
import { reference } from './openapi/json-schema.ts';
import { listOf, object } from './openapi/shapes.ts';

/** An issue as `{path, message}`. */
export function problem(issue: Issue): { path: string; message: string } {
  const path = onTheWire(issue).path.join('.');
  return { path, message: sentence(issue, path) };
}

export const PROBLEMS = listOf(reference('Problem', object({ path: { type: 'string' }, message: { type: 'string' } })));
