import { run, sql } from '../../database/connect.ts';
import type { SubscriberStatus } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { hasListener, type Signal, type SignalKind, writeSignals } from './signal.ts';

/** A subscriber before or after a change. */
export interface SubscriberState {
  person: string;
  list: string;
  status: SubscriberStatus;
  tags: readonly number[];
}

const OF_NEW: readonly SignalKind[] = ['subscribed', 'tag_added'];
const OF_CHANGES: readonly SignalKind[] = [...OF_NEW, 'confirmed', 'unsubscribed', 'tag_removed', 'left'];
const GONE: readonly SubscriberStatus[] = ['unsubscribed', 'bounced', 'complained'];

/**
 * For distributed tables: does the work of the trigger `signal_new_subscribers` of migration 0106. Call it in the
 * transaction that added them.
 */
export async function signalNewSubscribers(scope: Scope, ids: readonly string[]): Promise<void> {
  if (!(await hasListener(scope, OF_NEW))) return;
  const rows = await run<SubscriberState>(
    scope.db,
    sql`select s.person_key::text as person, s.list_id::text as list, s.status::text as status, s.tag_ids as tags
        from subscribers s where s.team_id = ${scope.team.id}::int and s.id = any(${[...ids]}::uuid[])`,
  );
  const signals = rows.flatMap(({ person, list, status, tags }): Signal[] => [
    ...(status === 'subscribed' ? [{ person, kind: 'subscribed' as const, ref: list }] : []),
    ...tags.map((tag) => ({ person, kind: 'tag_added' as const, ref: String(tag) })),
  ]);
  await writeSignals(scope, signals, await isImport(scope));
}

/** A change of a subscriber. */
export interface StateChange {
  was: SubscriberState;
  is: SubscriberState;
}

/**
 * For distributed tables: does the work of the trigger `signal_subscriber_changes` of migration 0161. `known`: the tags
 * that still exist.
 */
export async function signalChanges(
  scope: Scope,
  changes: readonly StateChange[],
  known: ReadonlySet<number>,
): Promise<void> {
  const signals = changes.flatMap((change) => signalsOf(change, known));
  if (signals.length === 0 || !(await hasListener(scope, OF_CHANGES))) return;
  await writeSignals(scope, signals, await isImport(scope));
}

function signalsOf({ was, is }: StateChange, known: ReadonlySet<number>): Signal[] {
  const { person, list: ref } = is;
  const turned = was.status === is.status ? undefined : is.status;
  const added = is.tags.filter((tag) => !was.tags.includes(tag));
  const removed = was.tags.filter((tag) => !is.tags.includes(tag) && known.has(tag));
  return [
    ...(turned === 'subscribed' ? [{ person, kind: 'subscribed' as const, ref }] : []),
    ...(turned === 'subscribed' && was.status === 'unconfirmed' ? [{ person, kind: 'confirmed' as const, ref }] : []),
    ...(turned === 'unsubscribed' ? [{ person, kind: 'unsubscribed' as const, ref }] : []),
    ...(turned && GONE.includes(turned) ? [{ person, kind: 'left' as const, ref: '' }] : []),
    ...added.map((tag) => ({ person, kind: 'tag_added' as const, ref: String(tag) })),
    ...removed.map((tag) => ({ person, kind: 'tag_removed' as const, ref: String(tag) })),
  ];
}

/** Whether the transaction belongs to an import. A separate query: only the coordinator knows. */
async function isImport({ db }: Scope): Promise<boolean> {
  const [row] = await run<{ imported: boolean }>(
    db,
    sql`select coalesce(current_setting('tidings.import_id', true), '') <> '' as imported`,
  );
  return row!.imported;
}
