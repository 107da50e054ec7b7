import type { Issue } from '../../errors.ts';
import { jsonProblem } from '../../validation/json.ts';
import type { SkippedValue } from './import-terms.ts';

/** Removes the values of a row that these issues concern, except in required fields. Returns them. */
export function skipValues(
  sent: Record<string, unknown>,
  issues: readonly Issue[],
  mustStay: ReadonlySet<unknown>,
): SkippedValue[] {
  const bad = issues
    .flatMap((issue) => (issue.path[0] === 'attributes' ? byAttribute(sent, issue) : issue))
    .filter(({ path }) => path[0] !== undefined && !mustStay.has(path[0]));
  const skipped = bad.map((issue) => ({ ...issue, value: textAt(sent, issue.path) }));
  for (const { path } of bad) {
    const [name, part] = path as [string, string | number | undefined];
    const inside = sent[name];
    if (Array.isArray(inside) && typeof part === 'number') inside[part] = '';
    else if (part !== undefined && typeof inside === 'object') delete (inside as Record<string, unknown>)[part];
    else delete sent[name];
  }
  return skipped;
}

/** Splits an issue of all attributes into one for each faulty attribute. */
function byAttribute({ attributes }: Record<string, unknown>, { path, problem }: Issue): Issue[] {
  const isObject = typeof attributes === 'object' && !Array.isArray(attributes);
  const keys = isObject
    ? Object.entries(attributes ?? {}).flatMap(([key, value]) => (jsonProblem(value) ? key : []))
    : [];
  return keys.length > 0 ? keys.map((key) => ({ path: ['attributes', key], problem })) : [{ path, problem }];
}

/** The value as sent. A value that is nested too deeply cannot be written as JSON. */
function textAt(sent: Record<string, unknown>, path: Issue['path']): string {
  const value = path.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], sent);
  if (typeof value === 'string') return value;
  return jsonProblem(value) ? '…' : JSON.stringify(value ?? null);
}
