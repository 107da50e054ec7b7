import { run, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';
import { notifyOfNewSubscribers } from '../signals/notify-of-subscribers.ts';
import { signalNewSubscribers } from '../signals/subscribers-changed.ts';
import { lastActivity } from './note-engagement.ts';

/** A subscriber that a transaction has added. */
interface Added {
  id: string;
  /** The key of the person. */
  person: string;
}

/**
 * Sets `engaged_at` of new subscribers by their people's earlier activity, and signals to automations and webhooks that
 * they joined. Does nothing where triggers do it (`note_subscribers` of migration 0008, `signal_new_subscribers` of 0106,
 * `tell_of_new_subscribers` of 0116). Call it in the transaction that added them.
 */
export async function noteNewSubscribers(scope: Scope, added: readonly Added[]): Promise<void> {
  if (!isDistributed(scope.db) || added.length === 0) return;
  const ids = added.map(({ id }) => id);
  await signalNewSubscribers(scope, ids);
  await notifyOfNewSubscribers(scope, ids);
  const last = await readLastActivity(scope, added);
  const engaged = added.flatMap(({ id, person }) => {
    const at = last.has(person) ? last.get(person) : UNKNOWN;
    return at ? [{ id, at }] : [];
  });
  if (engaged.length === 0) return;
  await run(
    scope.db,
    sql`update subscribers s set engaged_at = o.at from ${recordset('o', engaged, { id: 'uuid', at: 'timestamptz' })}
        where s.team_id = ${scope.team.id}::int and s.id = o.id`,
  );
}

/** The value that `note_subscribers` uses. */
const UNKNOWN = new Date('9999-12-31T00:00:00Z');

/**
 * The last activity of each person, or null. Locking the person's row ensures that all activity is visible; people whose
 * row is locked by others are left out.
 */
async function readLastActivity({ db, team }: Scope, added: readonly Added[]): Promise<Map<string, Date | null>> {
  const persons = [...new Set(added.map(({ person }) => person))].sort();
  const locked = await run<{ key: string }>(
    db,
    sql`select key::text from people where team_id = ${team.id}::int and key = any(${persons}::uuid[])
        order by key for update skip locked`,
  );
  const keys = locked.map(({ key }) => key);
  const active = await run<{ person: string; at: Date | null }>(
    db,
    sql`select p.key::text as person, ${lastActivity({ team }, sql`p.key`)} as at from people p
        where p.team_id = ${team.id}::int and p.key = any(${keys}::uuid[])`,
  );
  return new Map(active.map(({ person, at }) => [person, at]));
}
