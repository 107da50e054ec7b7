import { run, runOnce, sql } from '../../database/connect.ts';
import { NotFoundError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import { withoutErasing } from '../erasure-lock.ts';
import type { BulkAction, Settings } from './actions.ts';
import { applyAction, type ChosenRow } from './apply-action.ts';
import { announceBulkUpdate, endBulkUpdate, LEASE_SECONDS } from './bulk-updates.ts';
import { type Chosen, chosenWhere } from './chosen-people.ts';

/** Subscriptions in a chunk. A chunk is one transaction: short enough to wait for. */
const CHUNK = 500;

interface Progress {
  action: BulkAction;
  settings: Settings;
  people: Chosen;
  position: string | null;
  failures: Record<string, number>;
  createdAt: string;
}

/**
 * Changes the next chosen people. Returns whether there may be more: false also if another worker has it, or its team is
 * suspended. Changes, position and counts commit together, so a worker that is killed at any moment has done a chunk
 * completely or not at all.
 */
export function continueBulkUpdate(scope: Scope, id: string): Promise<boolean> {
  return transaction(scope, async (scope) => {
    const now = await lock(scope, id);
    if (!now) return false;
    await withoutErasing(scope);
    const rows = await nextRows(scope, now);
    const applied =
      rows.length > 0 ? await applyAction(scope, now.action, now.settings, rows).catch(unlessNotFound) : NONE;
    if (!applied) {
      await endBulkUpdate(scope, id, 'failed', 'The list to subscribe to was deleted.');
      return false;
    }
    await run(
      scope.db,
      sql`update bulk_updates set status = 'running', position = ${rows.at(-1)?.id ?? now.position}::uuid,
            processed = processed + ${rows.length}::int, changed = changed + ${applied.changed}::int,
            failures = ${JSON.stringify(sum(now.failures, applied.failures))}::jsonb, started_at = least(started_at, now()),
            lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), troubles = 0
          where team_id = ${scope.team.id}::int and id = ${id}::uuid`,
    );
    if (rows.length < CHUNK) await endBulkUpdate(scope, id, 'completed');
    else await announceBulkUpdate(scope, id);
    return rows.length === CHUNK;
  });
}

const NONE = { changed: 0, failures: {} };

async function lock(scope: Scope, id: string): Promise<Progress | undefined> {
  const [locked] = await run<Progress>(
    scope.db,
    sql`select b.action, b.settings, b.people, b.position::text, b.failures, b.created_at::text as "createdAt"
        from bulk_updates b join teams t on t.id = b.team_id and t.status = 'active'
        where b.team_id = ${scope.team.id}::int and b.id = ${id}::uuid and b.finished_at is null
        for update of b skip locked`,
  );
  return locked;
}

/** The next chosen subscriptions in the order of their ids, of those that existed when the bulk update was started. */
async function nextRows(scope: Scope, { people, position, createdAt }: Progress): Promise<ChosenRow[]> {
  const where = await chosenWhere(scope, people);
  const after = position === null ? sql`true` : sql`s.id > ${position}::uuid`;
  return runOnce<ChosenRow>(
    scope.db,
    sql`select s.id::text, s.email, s.first_name as "firstName", s.last_name as "lastName", s.timezone, s.locale
        from subscribers s
        where ${where} and ${after} and s.created_at <= ${createdAt}::text::timestamptz
        order by s.id limit ${CHUNK}`,
  );
}

function sum(before: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const counts = { ...before };
  for (const [problem, count] of Object.entries(more)) counts[problem] = (counts[problem] ?? 0) + count;
  return counts;
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** After this many failures in a row, about four minutes, a bulk update fails. */
const MAX_TROUBLES = 8;

/** Records a failure of the next chunk. It is retried with growing delays. */
export function noteTrouble(scope: Scope, id: string): Promise<void> {
  return transaction(scope, async (scope) => {
    const [row] = await run<{ troubles: number }>(
      scope.db,
      sql`with held as materialized (
            select now() + make_interval(secs => 2 ^ b.troubles) as lease_until from bulk_updates b
            where b.team_id = ${scope.team.id}::int and b.id = ${id}::uuid and b.finished_at is null for update
          )
          update bulk_updates b set troubles = troubles + 1, lease_until = held.lease_until
          from held where b.team_id = ${scope.team.id}::int and b.id = ${id}::uuid
          returning troubles`,
    );
    if (row && row.troubles >= MAX_TROUBLES)
      await endBulkUpdate(scope, id, 'failed', 'The bulk update could not continue because of a server error.');
  });
}
