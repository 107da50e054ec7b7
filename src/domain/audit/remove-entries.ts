import { daysAgo } from '../../database/clock.ts';
import { type Database, sql } from '../../database/connect.ts';
import { firstIdAt } from '../../ids.ts';
import { removeRows } from '../remove-rows.ts';

const CHUNK = 10_000;
/** Ids may be this much younger than their entries (audit-entries.ts). */
const LONGEST_MS = 3_600_000;

/** Removes entries that are more than `days` days old, chunk by chunk, and returns how many. Safe to repeat. */
export function removeOldAuditEntries(db: Database, days: number): Promise<number> {
  const oldest = daysAgo(db, days);
  const isOld = sql`id < ${firstIdAt(oldest.getTime() + LONGEST_MS)}::uuid and created_at < ${oldest}::timestamptz`;
  return removeRows(db, { table: 'audit_log', which: isOld, chunk: CHUNK });
}
