import { z } from 'zod';
import { daysAgo } from '../../database/clock.ts';
import { type Database, sql } from '../../database/connect.ts';
import { ForbiddenError, ValidationError } from '../../errors.ts';
import type { AuditEntry, Prisma } from '../../generated/prisma/client.ts';
import { firstIdAt } from '../../ids.ts';
import type { Actor, Scope } from '../../scope.ts';
import { idRule } from '../../validation/id.ts';
import { oneOf, record } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { removeRows } from '../remove-rows.ts';
import { ACTIONS, OBJECT_TYPES } from './actions.ts';

export type { AuditEntry };

/** Filters of the audit log. Entries were made at `since` or later, and before `until`. */
export interface AuditFilters {
  actorId?: unknown;
  action?: unknown;
  objectId?: unknown;
  objectType?: unknown;
  since?: unknown;
  until?: unknown;
}

export const auditFilters = record({
  actorId: idRule('a token or a member').nullish(),
  action: z.enum(ACTIONS, 'must be an action of the audit log, such as campaign.sent.').nullish(),
  objectId: idRule('an object').nullish(),
  objectType: oneOf(OBJECT_TYPES).nullish(),
  since: dateTime().nullish(),
  until: dateTime().nullish(),
});

/** The log shows each member's actions and addresses: it is for owners, their tokens and the operator's. */
const isKeptFrom = ({ kind, role }: Actor): boolean => (kind === 'member' || kind === 'token') && role !== 'owner';

/** Throws ForbiddenError for members who do not own the team, and for tokens that no owner created. */
export function refuseUnlessOwner({ actor }: Scope): void {
  if (isKeptFrom(actor)) {
    throw new ForbiddenError('Only owners of the team, and tokens created by an owner, can read the audit log.');
  }
}

/** A page of the audit log, newest first. Throws ForbiddenError, ValidationError. */
export async function listAuditEntries(
  scope: Scope,
  { actorId, action, objectId, objectType, since, until, ...request }: AuditFilters & PageRequest,
): Promise<Page<AuditEntry>> {
  refuseUnlessOwner(scope);
  const where = auditWhere(scope, { actorId, action, objectId, objectType, since, until });
  return readPage<AuditEntry>(request, {
    find: (args) => scope.db.auditEntry.findMany({ ...args, where: { AND: [where, args.where] } }),
    count: () => scope.db.auditEntry.count({ where }),
  });
}

/** The entries with these ids, in one statement; none for callers who may not read the log. */
export const readAuditEntries = async (scope: Scope, ids: readonly string[]): Promise<AuditEntry[]> =>
  isKeptFrom(scope.actor)
    ? []
    : scope.db.auditEntry.findMany({ where: { teamId: scope.team.id, id: { in: [...ids] } } });

/** An id is created within its entry's transaction, which may have begun this long before. */
const LONGEST_MS = 3_600_000;

/**
 * The condition for the entries that match the filters. Ids contain the approximate time, so that a time is a range of the
 * primary key. Throws ValidationError.
 */
export function auditWhere(scope: Scope, filters: AuditFilters): Prisma.AuditEntryWhereInput {
  const { actorId, action, objectId, objectType, since, until } = parse(auditFilters, filters);
  if (since && until && until <= since)
    throw new ValidationError([{ path: ['until'], problem: 'must be after since.' }]);
  return {
    teamId: scope.team.id,
    ...(actorId != null && { actorId }),
    ...(action != null && { action }),
    ...(objectId != null && { objectId }),
    ...(objectType != null && { objectType }),
    id: {
      ...(since != null && { gte: firstIdAt(since.getTime() - LONGEST_MS) }),
      ...(until != null && { lt: firstIdAt(until.getTime() + LONGEST_MS) }),
    },
    createdAt: { ...(since != null && { gte: since }), ...(until != null && { lt: until }) },
  };
}

const CHUNK = 10_000;

/** Removes entries that are more than `days` days old, chunk by chunk, and returns how many. Safe to repeat. */
export function removeOldAuditEntries(db: Database, days: number): Promise<number> {
  const oldest = daysAgo(db, days);
  const isOld = sql`id < ${firstIdAt(oldest.getTime() + LONGEST_MS)}::uuid and created_at < ${oldest}::timestamptz`;
  return removeRows(db, { table: 'audit_log', which: isOld, chunk: CHUNK });
}
