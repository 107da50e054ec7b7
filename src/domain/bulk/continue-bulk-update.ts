import { run, type Sql, sql } from '../../database/connect.ts';
import { ExpectedError } from '../../errors.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { LEASE_SECONDS } from '../leased-work.ts';
import { limitIdleTime } from '../limit-idle-time.ts';
import type { BulkAction, Settings } from './actions.ts';
import { type Applied, applyAction, NOTHING, tally } from './apply-action.ts';
import { announceBulkUpdate, endBulkUpdate } from './bulk-updates.ts';
import { type Chosen, chosenWhere, fingerprintOf } from './chosen-people.ts';
import { CHUNK, lockChosen, nextKeys } from './chosen-rows.ts';

const CHANGED = 'A tag, contact field or segment of the choice has changed. Check the people, then start again.';

interface Progress {
  action: BulkAction;
  settings: Settings;
  people: Chosen & { fingerprint: string };
  position: string | null;
  failures: Record<string, number>;
}

/**
 * Changes the next chosen people. Returns whether there may be more: false also if another worker has it, or its team is
 * suspended. Changes, position and counts commit together, so a worker that is killed at any moment has done a chunk
 * completely or not at all.
 */
export async function continueBulkUpdate(scope: Scope, id: string): Promise<boolean> {
  try {
    return await transaction(scope, (scope) => work(scope, id), LONG_MS);
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    await transaction(scope, (scope) => endBulkUpdate(scope, id, 'failed', error.message));
    return false;
  }
}

async function work(scope: Scope, id: string): Promise<boolean> {
  const now = await lock(scope, id);
  if (!now) return false;
  await limitIdleTime(scope);
  await withoutErasing(scope);
  const where = await chosenWhere(scope, now.people);
  if (fingerprintOf(where) !== now.people.fingerprint) {
    await endBulkUpdate(scope, id, 'failed', CHANGED);
    return false;
  }
  const each = now.people.each ?? 'subscription';
  const next = each === 'person' ? await chosenWhere(scope, now.people, now.position) : where;
  const keys = await nextKeys(scope, each, next, now.position);
  const applied = keys.length > 0 ? await apply(scope, now, where, keys) : NOTHING;
  const { changed, failures } = tally(applied, each);
  await run(
    scope.db,
    sql`update bulk_updates set status = 'running', position = ${keys.at(-1) ?? now.position}::uuid,
          processed = processed + ${keys.length}::int, changed = changed + ${changed}::int,
          failures = ${JSON.stringify(sum(now.failures, failures))}::jsonb, started_at = least(started_at, now()),
          lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), troubles = 0
        where team_id = ${scope.team.id}::int and id = ${id}::uuid`,
  );
  if (keys.length < CHUNK) await endBulkUpdate(scope, id, 'completed');
  else await announceBulkUpdate(scope, id);
  return keys.length === CHUNK;
}

async function lock(scope: Scope, id: string): Promise<Progress | undefined> {
  const [locked] = await run<Progress>(
    scope.db,
    sql`select b.action, b.settings, b.people, b.position::text, b.failures
        from bulk_updates b join teams t on t.id = b.team_id and t.status = 'active'
        where b.team_id = ${scope.team.id}::int and b.id = ${id}::uuid and b.finished_at is null
        for update of b skip locked`,
  );
  return locked;
}

async function apply(
  scope: Scope,
  { action, settings, people }: Progress,
  where: Sql,
  keys: string[],
): Promise<Applied> {
  const rows = await lockChosen(scope, people, where, keys, { locksPeople: action === 'subscribe' });
  return applyAction(quiet(scope), action, settings, rows);
}

/** Without a notice for each changed row: readers of large changes follow their progress, as with imports. */
const quiet = (scope: Scope): Scope => ({
  ...scope,
  publish: (...notices) => scope.publish(...notices.filter(({ topic }) => topic !== 'subscriber.changed')),
});

function sum(before: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const counts = { ...before };
  for (const [problem, count] of Object.entries(more)) counts[problem] = (counts[problem] ?? 0) + count;
  return counts;
}
