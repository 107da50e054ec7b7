import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { Json, JsonObject } from '../../validation/json.ts';
import {
  declareTextFields,
  FIELD_KEY,
  lockFields,
  previewFields,
  RESERVED_KEYS,
  readAttributes,
  TOO_MANY,
} from './attributes.ts';
import { changeMatching } from './change-subscribers.ts';
import { announceSubscribers } from './live-subscribers.ts';

/** Whether the problem of an attribute is its key or its value, and why. Undefined if there is none. Null removes it. */
export async function checkAttribute(scope: Scope, key: string, value: unknown) {
  const fields = await previewFields(scope, [key]);
  const { values, issues } = readAttributes({ [key]: (value ?? null) as Json }, fields.types);
  const isTooMuch = fields.declare(Object.keys(values)).length > 0;
  const problem = issues[0]?.problem ?? (isTooMuch ? TOO_MANY : undefined);
  if (problem === undefined) return undefined;
  const isKey = isTooMuch || !FIELD_KEY.test(key) || RESERVED_KEYS.has(key);
  return { of: isKey ? ('key' as const) : ('value' as const), problem };
}

/** Declares a contact field for an attribute, unless there is one. */
export async function declareAttribute(scope: Scope, key: string): Promise<void> {
  const { types } = await lockFields(scope, [key]);
  if (!types.has(key)) await declareTextFields(scope, [key]);
}

/** The subscribers among these whose attribute differs from a value that its contact field accepts (null: that have one). */
export async function withoutAttribute(
  scope: Scope,
  subscribers: readonly string[],
  key: string,
  value: Json,
): Promise<string[]> {
  const fields = await previewFields(scope, [key]);
  const { values, issues } = readAttributes({ [key]: value }, fields.types);
  if (issues.length > 0) return [...subscribers]; // the value fits no more: nobody has it
  const wanted = values[key] ?? null;
  const differs =
    wanted === null
      ? sql`s.attributes ? ${key}`
      : sql`(s.attributes -> ${key}) is distinct from ${JSON.stringify(wanted)}::jsonb`;
  const rows = await run<{ id: string }>(
    scope.db,
    sql`select s.id::text from subscribers s
        where s.team_id = ${scope.team.id}::int and s.id = any(${[...subscribers]}::uuid[]) and ${differs}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Sets an attribute of many subscribers (null removes it), in the caller's transaction: a few statements, however many.
 * Returns the problem if the contact field does not accept the value; then nothing is changed.
 */
export async function setAttributeOfMany(
  scope: Scope,
  subscribers: readonly string[],
  key: string,
  value: string | number | boolean | null,
): Promise<string | undefined> {
  if (subscribers.length === 0) return undefined;
  const fields = await lockFields(scope, [key]);
  const { values, removed, issues } = readAttributes({ [key]: value }, fields.types);
  if (issues.length > 0) return issues[0]!.problem;
  if (fields.declare(Object.keys(values)).length > 0) return TOO_MANY;
  await declareTextFields(
    scope,
    Object.keys(values).filter((name) => !fields.types.has(name)),
  );
  const changed = await changeMatching(scope, sql`s.id = any(${[...subscribers]}::uuid[])`, {
    attributes: values as JsonObject,
    without: removed,
  });
  await announceSubscribers(scope, changed);
  return undefined;
}
