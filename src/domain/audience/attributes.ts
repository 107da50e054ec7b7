import { run, type Sql, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Json, JsonObject } from '../../rules/json.ts';
import { readDateTime } from '../../rules/time.ts';
import type { Scope } from '../../scope.ts';

export type FieldType = 'text' | 'number' | 'date' | 'boolean';

export const FIELD_KEY = /^[a-z][a-z0-9_]{0,63}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const LONGEST_TEXT = 5_000;

/** The declared type of each of these keys. */
export async function readFieldTypes(scope: Scope, keys: Iterable<string>): Promise<Map<string, FieldType>> {
  const wanted = [...new Set(keys)];
  if (wanted.length === 0) return new Map();
  const rows = await run<{ key: string; type: FieldType }>(
    scope.db,
    sql`select key, type::text as type from contact_fields where team_id = ${scope.team.id} and key = any(${wanted}::text[])`,
  );
  return new Map(rows.map(({ key, type }) => [key, type]));
}

/** Declares keys never seen before as text, labelled by the key in words. */
export async function declareTextFields(scope: Scope, keys: Iterable<string>): Promise<void> {
  const missing = [...new Set(keys)].sort();
  if (missing.length === 0) return;
  const insert: Sql = sql`insert into contact_fields (team_id, key, label, type)
    select ${scope.team.id}, key, label, 'text'
    from unnest(${missing}::text[], ${missing.map(labelOf)}::text[]) as given(key, label)
    on conflict do nothing`;
  await run(scope.db, insert);
}

/** "first_order_at" → "First order at". */
export const labelOf = (key: string): string => {
  const words = key.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Brings attributes into the form of their declared types; undeclared keys are text. null removes a value. */
export function readAttributes(
  given: JsonObject,
  types: ReadonlyMap<string, FieldType>,
): { values: Record<string, Json>; removed: string[]; issues: Issue[] } {
  const values: Record<string, Json> = {};
  const removed: string[] = [];
  const issues: Issue[] = [];
  for (const [key, value] of Object.entries(given)) {
    const path = ['attributes', key];
    if (!FIELD_KEY.test(key)) {
      issues.push({ path, problem: 'must have a key of lower-case letters, digits and _, beginning with a letter.' });
    } else if (value === null) removed.push(key);
    else {
      const read = READ[types.get(key) ?? 'text'](value);
      if (read === undefined) issues.push({ path, problem: PROBLEM[types.get(key) ?? 'text'] });
      else values[key] = read;
    }
  }
  return { values, removed, issues };
}

const PROBLEM: Record<FieldType, string> = {
  text: `must be text of at most ${LONGEST_TEXT} characters.`,
  number: 'must be a number.',
  date: 'must be a date (2026-01-31) or a date-time (RFC 3339).',
  boolean: 'must be true or false.',
};

const READ: Record<FieldType, (value: Json) => Json | undefined> = {
  text: (value) => {
    const text = typeof value === 'object' ? undefined : String(value);
    return text !== undefined && text.length <= LONGEST_TEXT ? text : undefined;
  },
  number: (value) => {
    if (typeof value === 'number') return value;
    const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : undefined;
    return number !== undefined && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
  },
  date: (value) => {
    if (typeof value !== 'string') return undefined;
    if (DATE.test(value)) return readDateTime(`${value}T00:00:00Z`) && value;
    return readDateTime(value)?.toISOString();
  },
  boolean: (value) => {
    if (typeof value === 'boolean') return value;
    return value === 'true' ? true : value === 'false' ? false : undefined;
  },
};
