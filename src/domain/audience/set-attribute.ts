import { run, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import type { Scope } from '../../scope.ts';
import type { JsonObject } from '../../validation/json.ts';
import { notifyOfUpdates } from '../signals/notify-of-subscribers.ts';
import { declareTextFields, lockFields, readAttributes, TOO_MANY } from './attributes.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { prepareAttributes } from './written-attributes.ts';

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
  const attributes = await prepareAttributes(scope);
  const changed = await run<{ id: string; person: string; list: string }>(
    scope.db,
    sql`update subscribers s set attributes = ((${attributes.withoutRemoved(sql`s.attributes`)}) || ${JSON.stringify(values as JsonObject)}::jsonb) - ${[...removed]}::text[],
               ${attributes.afterRemovals}, updated_at = now()
        where s.team_id = ${scope.team.id} and s.id = any(${[...subscribers]}::uuid[]) returning s.id::text, s.person_key::text as person, s.list_id::text as list`,
  );
  if (isDistributed(scope.db)) await notifyOfUpdates(scope, changed); // elsewhere a trigger does it
  await announceSubscribers(
    scope,
    changed.map(({ id }) => id),
  );
  return undefined;
}
