import { empty, run, type Sql, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { isBlank } from '../../validation/blank.ts';
import type { Json, JsonObject } from '../../validation/json.ts';
import { readDateTime } from '../../validation/time.ts';
import { announceChange } from '../live-changes.ts';

export const FIELD_TYPES = ['text', 'number', 'date', 'boolean'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const FIELD_KEY = /^[a-z][a-z0-9_]{0,63}$/;
/** The subscriber's own fields. */
export const RESERVED_KEYS: ReadonlySet<string> = new Set(
  [
    'id email first_name last_name timezone locale status tags list attributes',
    'subscribed_at unsubscribed_at created_at',
  ].flatMap((keys) => keys.split(' ')),
);
/** The most contact fields of a team. */
export const MAX_FIELDS = 500;
export const RESERVED = 'is reserved for a field that every subscriber has.';
export const TOO_MANY = `A team can have at most ${MAX_FIELDS} contact fields.`;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** A birthday of unknown year, as in vCards and ISO 8601: `--03-14`. */
const NO_YEAR = /^--\d\d-\d\d$/;
/** PostgreSQL has no year 0. */
const YEARS = /^(?!0000)\d{4}-/;
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const LONGEST_TEXT = 5_000;

/** The declaration of a contact field, and whether its values have an index (`field-index.ts`). */
export interface DeclaredField {
  key: string;
  type: FieldType;
  indexed: boolean;
  /** Whether stored values still differ from the shown ones (`shown-attributes.ts`). */
  changing: boolean;
}

/** Returns the declared contact fields among these keys. */
export async function readDeclaredFields(scope: Scope, keys: Iterable<string>): Promise<DeclaredField[]> {
  const wanted = [...new Set(keys)];
  if (wanted.length === 0) return [];
  return run<DeclaredField>(
    scope.db,
    sql`select f.key, f.type::text as type, f.indexed_as is not distinct from f.type as indexed,
               exists (select from field_changes c
                 where c.team_id = ${scope.team.id} and c.key = f.key and c.finished_at is null) as changing
        from contact_fields f where f.team_id = ${scope.team.id} and f.key = any(${wanted}::text[])`,
  );
}

/** The contact fields used by a set of rows, and how many more the team may declare. */
export class LockedFields {
  readonly types: ReadonlyMap<string, FieldType>;
  readonly #declared: Set<string>;
  #remaining: number;

  constructor(types: ReadonlyMap<string, FieldType>, count: number) {
    this.types = types;
    this.#declared = new Set(types.keys());
    this.#remaining = MAX_FIELDS - count;
  }

  /** Counts these keys as declared. If they exceed the limit, returns the excess keys and counts none. */
  declare(keys: readonly string[]): string[] {
    const undeclared = keys.filter((key) => !this.#declared.has(key));
    if (undeclared.length > this.#remaining) return undeclared.slice(Math.max(0, this.#remaining));
    for (const key of undeclared) this.#declared.add(key);
    this.#remaining -= undeclared.length;
    return [];
  }
}

/**
 * Reads the contact fields of rows that are about to be written. Until the caller's transaction ends, none of them changes
 * its type or is deleted. Call this before locking subscribers.
 */
export const lockFields = (scope: Scope, keys: Iterable<string>): Promise<LockedFields> =>
  readFields(scope, keys, sql`for key share`);

/** Reads the contact fields of rows that will not be written. Locks nothing. */
export const previewFields = (scope: Scope, keys: Iterable<string>): Promise<LockedFields> =>
  readFields(scope, keys, empty);

async function readFields(scope: Scope, keys: Iterable<string>, lock: Sql): Promise<LockedFields> {
  const wanted = [...new Set(keys)].sort();
  if (wanted.length === 0) return new LockedFields(new Map(), 0);
  const rows = await run<{ key: string | null; type: FieldType; count: number }>(
    scope.db,
    sql`with held as (
          select key, type::text as type from contact_fields
          where team_id = ${scope.team.id} and key = any(${wanted}::text[])
          order by key ${lock})
        select held.key, held.type, known.count
        from (select count(*)::int as count from contact_fields where team_id = ${scope.team.id}) known
        left join held on true`,
  );
  const types = rows.flatMap(({ key, type }): [string, FieldType][] => (key === null ? [] : [[key, type]]));
  return new LockedFields(new Map(types), rows[0]!.count);
}

/** Declares new keys as text fields, and locks them. The label is the key in words. */
export async function declareTextFields(scope: Scope, keys: Iterable<string>): Promise<void> {
  const missing = [...new Set(keys)].sort();
  if (missing.length === 0) return;
  const insert: Sql = sql`insert into contact_fields (team_id, id, key, label, type)
    select ${scope.team.id}, id, key, label, 'text'
    from unnest(${missing.map(newId)}::uuid[], ${missing}::text[], ${missing.map(labelOf)}::text[]) as given(id, key, label)
    on conflict (team_id, key) do update set label = excluded.label where false returning id::text`;
  const declared = await run<{ id: string }>(scope.db, insert);
  await announceChange(scope, 'contact_field', ...declared.map(({ id }) => id));
}

/** "first_order_at" → "First order at". */
export const labelOf = (key: string): string => {
  const words = key.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * Converts attributes to their declared types. Undeclared keys are text; null removes a value. Blank text counts as absent:
 * the existing value stays.
 */
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
      issues.push({ path, problem: 'must have a key of lowercase letters, digits and _ that starts with a letter.' });
    } else if (RESERVED_KEYS.has(key)) issues.push({ path, problem: RESERVED });
    else if (value === null) removed.push(key);
    else if (!isBlank(value)) {
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
  date: 'must be a date (2026-01-31, or --01-31 without a year) or a date-time (RFC 3339).',
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
    // 29 February exists in leap years.
    if (NO_YEAR.test(value)) return readDateTime(`2024${value.slice(1)}T00:00:00Z`) && value;
    const time = readDateTime(DATE.test(value) ? `${value}T00:00:00Z` : value)?.toISOString();
    if (!time || !YEARS.test(time)) return undefined;
    return DATE.test(value) ? value : time;
  },
  boolean: (value) => {
    if (typeof value === 'boolean') return value;
    return value === 'true' ? true : value === 'false' ? false : undefined;
  },
};
