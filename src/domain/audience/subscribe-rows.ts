import { empty, run, type Sql, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { declareTextFields, type LockedFields, lockFields, readAttributes } from './attributes.ts';
import { queueConfirmations } from './confirmations.ts';
import { PLAIN_TERMS, type PlannedRow, type SkippedValue, type Terms } from './import-terms.ts';
import type { List } from './lists.ts';
import { lockPeople } from './lock-people.ts';
import { type BatchContext, type Change, isRefused, type Status, SubscribePlan } from './subscribe-plan.ts';
import { validateRow } from './subscriber-row.ts';
import { suppressReported } from './suppress-reported.ts';
import { findSuppressions } from './suppressions.ts';
import { ensureTags } from './tags.ts';
import { writeSubscribers } from './write-subscribers.ts';

/** One validated row: its values or its issues. Plain JSON, so that it can be stored until it is processed. */
export type ValidatedRow = {
  /** As sent. */
  email: string | null;
  /** The number of the row in its file. */
  row?: number;
  /** Invalid values that were left out of the row. */
  skipped?: SkippedValue[];
} & ({ value: PlannedRow } | { issues: Issue[] });

export interface RowResult {
  index: number;
  /** As sent. */
  email: string | null;
  /** `failed`, `subscribed`, or the person's resulting status if the row sets another. */
  outcome: Status | 'failed';
  id?: string;
  /** Whether the row added a person to the list. */
  isNew?: boolean;
  issues?: readonly Issue[];
  /** Values left out of a row that did not fail. */
  skipped?: readonly SkippedValue[];
}

export interface RowsResult {
  rows: RowResult[];
  added: number;
  updated: number;
  failed: number;
}

export type Existing = BatchContext['existing'];

/** Validates each row on its own. `validate`: how. */
export const validateRows = (given: readonly unknown[], validate = validateRow): ValidatedRow[] =>
  given.map((row) => ({ email: emailAsSent(row), ...validate(row) }));

/**
 * Subscribes validated rows to a list in the caller's transaction, on the terms of their batch or import, or ends the
 * subscriptions of people who left, as their rows say. A failing row does not affect the others. New subscribers get a
 * confirmation if double opt-in applies. Addresses that bounced or complained according to a row are suppressed. A dozen
 * statements for any number of rows. `onLocked` is called before the subscribers are written: from then on nothing waits,
 * and only these people themselves can change the outcome of other rows.
 */
export async function subscribeRows(
  scope: Scope,
  list: List,
  validated: readonly ValidatedRow[],
  terms: Terms = PLAIN_TERMS,
  onLocked = () => {},
): Promise<RowsResult> {
  const rows = validOf(validated);
  const fields = await lockFields(scope, attributesOf(rows));
  const { plan, missing } = await preparePlan(scope, list, rows, fields, terms);
  const planned = validated.map((row) => ('value' in row ? plan.take(row.value) : row));
  const changes = [...plan.changes.values()];
  const tagIds = await ensureTags(
    scope,
    changes.flatMap((change) => change.tags),
  );
  const undeclared = changes
    .flatMap(({ attributes }) => Object.keys(attributes))
    .filter((key) => !fields.types.has(key));
  await declareTextFields(scope, undeclared);
  if (undeclared.length === 0 && plan.reported.size === 0) onLocked();
  await writeSubscribers(scope, list.id, changes, { tagIds, missing, importId: terms.importId });
  await suppressReported(scope, plan.reported);
  await queueConfirmations(
    scope,
    changes.filter(needsConfirmation).map(({ id }) => id),
  );
  const results = planned.map((result, index): RowResult => {
    const { email, skipped = [] } = validated[index]!;
    if (!('change' in result)) return { index, email, outcome: 'failed', issues: result.issues };
    const left = skipped.length > 0 || result.skipped.length > 0 ? [...skipped, ...result.skipped] : undefined;
    const { change, outcome, adds } = result;
    return { index, email, outcome, id: change.id, isNew: adds, ...(left && { skipped: left }) };
  });
  const added = results.filter(({ isNew }) => isNew).length;
  const failed = results.filter(({ issues }) => issues).length;
  return { rows: results, added, updated: results.length - added - failed, failed };
}

/** The rows without issues so far. */
export const validOf = (validated: readonly ValidatedRow[]) =>
  validated.flatMap((row) => ('value' in row ? [row.value] : []));
export const emailsOf = (rows: PlannedRow[]) => rows.map(({ email }) => email);
/** The keys of all attributes of the rows. */
export const attributesOf = (rows: PlannedRow[]) => rows.flatMap(({ attributes }) => Object.keys(attributes ?? {}));

async function preparePlan(
  scope: Scope,
  list: List,
  rows: PlannedRow[],
  fields: LockedFields,
  terms: Terms,
): Promise<{ plan: SubscribePlan; missing: ReadonlySet<string> }> {
  const suppressed = await findSuppressions(scope, emailsOf(rows));
  const acceptable = rows.filter(
    (row) =>
      !isRefused(row, suppressed.get(row.email)) &&
      (terms.skipInvalid || readAttributes(row.attributes ?? {}, fields.types).issues.length === 0),
  );
  const missing = await lockPeople(scope, emailsOf(acceptable));
  // All batches lock in the same order, so that those with the same addresses wait instead of deadlocking.
  const existing = await readExisting(scope, list, rows, {
    missing,
    lock: sql`order by person_key for update`,
    importId: terms.importId,
  });
  const { requiresConfirmation } = list;
  const context = { teamId: scope.team.id, requiresConfirmation, terms, fields, suppressed, existing };
  return { plan: new SubscribePlan(context), missing };
}

/** Reads the existing subscribers among the rows, by person key. */
export async function readExisting(
  scope: Scope,
  list: List,
  rows: PlannedRow[],
  {
    missing,
    lock = empty,
    importId,
  }: { missing?: ReadonlySet<string>; lock?: Sql; importId?: string | undefined } = {},
): Promise<Existing> {
  const keys = rows.map(({ email }) => personKey(scope.team.id, email)).filter((key) => !missing?.has(key));
  if (keys.length === 0) return new Map();
  const existing = await run<{ key: string; id: string; status: Status; importId: string | null }>(
    scope.db,
    sql`select person_key as key, id, status::text as status, import_id as "importId"
        from subscribers
        where team_id = ${scope.team.id} and list_id = ${list.id}::uuid and person_key = any(${keys}::uuid[])
        ${lock}`,
  );
  const isOwn = (brought: string | null) => brought !== null && brought === importId;
  return new Map(existing.map(({ key, id, status, importId }) => [key, { id, status, isOwn: isOwn(importId) }]));
}

/** Whether a change sends a confirmation. */
export const needsConfirmation = ({ joins, status }: Change): boolean => joins && status === 'unconfirmed';

function emailAsSent(row: unknown): string | null {
  const email = typeof row === 'object' && row !== null && 'email' in row ? row.email : null;
  return typeof email === 'string' ? email : null;
}
