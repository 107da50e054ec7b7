import { type Database, run, sql } from '../../database/connect.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';

/** The result of an attempt, for its webhook. */
export interface Outcome {
  teamId: number;
  webhookId: string;
  what: 'success' | 'failure' | 'gone';
}

/** A webhook that was disabled automatically. */
export interface Disabled {
  id: string;
  url: string;
  reason: 'gone' | 'failing';
}

/** A webhook that fails for this long without a success is disabled. */
export const FAILING_DAYS = 5;

/**
 * Tracks since when webhooks fail, and disables those that respond that they are gone for good, or have failed for five
 * days without a success. `onDisabled` is called in the same transaction. Writes only changes: a webhook that keeps
 * working, or keeps failing, is not written.
 */
export async function noteHealth(
  db: Database,
  outcomes: readonly Outcome[],
  onDisabled: (scope: Scope, disabled: Disabled) => Promise<void>,
): Promise<void> {
  for (const teamId of new Set(outcomes.map((one) => one.teamId))) {
    const theirs = outcomes.filter((one) => one.teamId === teamId);
    const idsOf = (what: Outcome['what']) =>
      [...new Set(theirs.flatMap((one) => (one.what === what ? one.webhookId : [])))].sort();
    const [well, failing, gone] = [idsOf('success'), idsOf('failure'), idsOf('gone')];
    const scope = createScope(db, { id: teamId }, WORKER);
    if (well.length > 0) await noteSuccess(scope, well);
    const ill = failing.filter((id) => !well.includes(id));
    if (ill.length > 0) await noteFailure(scope, ill);
    if (ill.length > 0 || gone.length > 0) {
      await transaction(scope, async (scope) => {
        for (const disabled of await disable(scope, ill, gone)) await onDisabled(scope, disabled);
      });
    }
  }
}

const noteSuccess = ({ db, team }: Scope, ids: readonly string[]) =>
  run(
    db,
    sql`update webhooks set failing_since = null
        where team_id = ${team.id}::int and id = any(${[...ids]}::uuid[]) and failing_since is not null returning id`,
  );

const noteFailure = ({ db, team, now }: Scope, ids: readonly string[]) =>
  run(
    db,
    sql`update webhooks set failing_since = ${now()}::timestamptz
        where team_id = ${team.id}::int and id = any(${[...ids]}::uuid[]) and failing_since is null returning id`,
  );

function disable({ db, team, now }: Scope, ill: readonly string[], gone: readonly string[]): Promise<Disabled[]> {
  const longAgo = new Date(now().getTime() - FAILING_DAYS * 24 * 3_600_000);
  return run<Disabled>(
    db,
    sql`update webhooks set enabled = false, disabled_at = ${now()}::timestamptz, updated_at = ${now()}::timestamptz,
          disabled_reason = case when id = any(${[...gone]}::uuid[]) then 'gone' else 'failing' end
        where team_id = ${team.id}::int and enabled
          and (id = any(${[...gone]}::uuid[]) or id = any(${[...ill]}::uuid[]) and failing_since <= ${longAgo}::timestamptz)
        returning id::text, url, disabled_reason as reason`,
  );
}
