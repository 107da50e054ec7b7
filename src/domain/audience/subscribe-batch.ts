import { z } from 'zod';
import { run, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import { personKey } from '../../ids.ts';
import { parse } from '../../rules/parse.ts';
import { listOf, record } from '../../rules/text.ts';
import { type Scope, transaction } from '../../scope.ts';
import { declareTextFields, holdFields } from './attributes.ts';
import { holdList, type List } from './lists.ts';
import { type Change, type Status, SubscribePlan } from './subscribe-plan.ts';
import { judgeRow, type SubscriberRow } from './subscriber-row.ts';
import { findSuppressed } from './suppressions.ts';
import { ensureTags } from './tags.ts';
import { writeSubscribers } from './write-subscribers.ts';

export interface RowResult {
  index: number;
  /** As it was sent. */
  email: string | null;
  outcome: 'subscribed' | 'failed';
  id?: string;
  issues?: readonly Issue[];
}

export interface BatchResult {
  rows: RowResult[];
  added: number;
  updated: number;
  failed: number;
}

const batch = record({ rows: listOf(z.unknown(), 1, 100) });

/**
 * Subscribes up to 100 addresses to a list, each row judged by itself: a failing row does not touch the others.
 * A dozen statements, however many rows. Throws NotFoundError for the list, ValidationError for the batch as a whole.
 */
export function subscribeBatch(scope: Scope, listId: unknown, rows: unknown): Promise<BatchResult> {
  return transaction(scope, async (scope) => {
    const list = await holdList(scope, listId);
    return subscribeRows(scope, list, parse(batch, { rows }).rows);
  });
}

async function subscribeRows(scope: Scope, list: List, given: unknown[]): Promise<BatchResult> {
  const judged = given.map(judgeRow);
  const plan = await preparePlan(
    scope,
    list,
    judged.flatMap((row) => ('value' in row ? [row.value] : [])),
  );
  const taken = judged.map((row) => ('value' in row ? plan.take(row.value) : row));
  const ids = await write(scope, list, [...plan.changes.values()]);
  const results = taken.map((result, index): RowResult => {
    const email = emailAsSent(given[index]);
    return 'change' in result
      ? { index, email, outcome: 'subscribed', id: ids.get(result.change.personKey) }
      : { index, email, outcome: 'failed', issues: result.issues };
  });
  const { added, updated } = plan;
  return { rows: results, added, updated, failed: results.length - added - updated };
}

async function preparePlan(scope: Scope, list: List, rows: SubscriberRow[]): Promise<SubscribePlan> {
  const teamId = scope.team.id;
  const fields = await holdFields(
    scope,
    rows.flatMap((row) => Object.keys(row.attributes ?? {})),
  );
  const suppressed = await findSuppressed(
    scope,
    rows.map((row) => row.email),
  );
  const keys = rows.map((row) => personKey(teamId, row.email));
  // Locked in one order, so that batches with the same addresses wait for each other instead of dead-locking.
  const existing = await run<{ key: string; id: string; status: Status }>(
    scope.db,
    sql`select person_key as key, id, status::text as status from subscribers
        where team_id = ${teamId} and list_id = ${list.id}::uuid and person_key = any(${keys}::uuid[])
        order by person_key for update`,
  );
  return new SubscribePlan({
    teamId,
    requiresConfirmation: list.requiresConfirmation,
    fields,
    suppressed,
    existing: new Map(existing.map((row) => [row.key, row])),
  });
}

async function write(scope: Scope, list: List, changes: Change[]): Promise<Map<string, string>> {
  const tags = await ensureTags(
    scope,
    changes.flatMap((change) => change.tags),
  );
  await declareTextFields(
    scope,
    changes.flatMap((change) => Object.keys(change.attributes)),
  );
  return writeSubscribers(scope, list.id, changes, tags);
}

function emailAsSent(row: unknown): string | null {
  const email = typeof row === 'object' && row !== null && 'email' in row ? row.email : null;
  return typeof email === 'string' ? email : null;
}
