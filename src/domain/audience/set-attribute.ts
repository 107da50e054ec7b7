import { sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { Json, JsonObject } from '../../validation/json.ts';
import { declareTextFields, lockFields, readAttributes, TOO_MANY } from './attributes.ts';
import { changeMatching } from './change-subscribers.ts';
import { announceSubscribers } from './live-subscribers.ts';

/** Why a contact field does not accept a value (null removes it). Undefined if it does. */
export async function checkAttribute(scope: Scope, key: string, value: unknown): Promise<string | undefined> {
  const fields = await lockFields(scope, [key]);
  const { values, issues } = readAttributes({ [key]: (value ?? null) as Json }, fields.types);
  if (issues.length > 0) return issues[0]!.problem;
  return fields.declare(Object.keys(values)).length > 0 ? TOO_MANY : undefined;
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
