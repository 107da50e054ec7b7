import { join, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { FEW } from '../../database/rows-to-insert.ts';
import type { SubscriberChangeKind, SubscriberStatus } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { type NotifiedState, notifyOfChanges } from '../signals/notify-of-subscribers.ts';
import { type SubscriberState, signalChanges } from '../signals/subscribers-changed.ts';

type State = SubscriberState & NotifiedState;

const STATE = sql`s.id::text, s.person_key::text as person, s.list_id::text as list, s.status::text, s.tag_ids as tags,
  md5(row(s.first_name, s.last_name, s.timezone, s.locale, s.attributes)::text) as shown`;

interface Change {
  subscriber: string;
  kind: SubscriberChangeKind;
  tags: number[];
}

/**
 * Runs `work`, which changes status or tags of existing subscribers, in the caller's transaction. Records the changes
 * (docs/adr/0034), also in sign-ups, and signals them to automations (docs/adr/0072) and webhooks (docs/adr/0080). `which`
 * is a predicate over `s` that includes every changed subscriber. Where triggers do this (`note_subscriber_changes` of
 * migration 0054, `signal_subscriber_changes` of 0161, `tell_of_changed_subscribers` of 0116, `confirm_sign_ups` of 0158),
 * it only runs `work`. Every function that writes subscribers uses this, as test/unit/table-writers.test.ts checks.
 */
export async function keepingChanges<Result>(scope: Scope, which: Sql, work: () => Promise<Result>): Promise<Result> {
  if (!isDistributed(scope.db)) return work();
  const before = await run<State>(
    scope.db,
    sql`select ${STATE} from subscribers s
        where s.team_id = ${scope.team.id}::int and ${which} order by s.person_key, s.id for update`,
  );
  const result = await work();
  if (before.length > 0) await keep(scope, before);
  return result;
}

async function keep(scope: Scope, before: readonly State[]): Promise<void> {
  const after = await run<State>(
    scope.db,
    sql`select ${STATE} from subscribers s
        where s.team_id = ${scope.team.id}::int and s.id = any(${before.map(({ id }) => id)}::uuid[])`,
  );
  const now = new Map(after.map((state) => [state.id, state]));
  const removed = before.flatMap((was) => without(was.tags, now.get(was.id)?.tags ?? was.tags));
  const known = new Set(await readTags(scope, removed));
  const pairs = before.flatMap((was) => (now.has(was.id) ? [{ was, is: now.get(was.id)! }] : []));
  await signalChanges(scope, pairs, known);
  await notifyOfChanges(scope, pairs, known);
  await confirmSignUps(scope, pairs);
  const changes = pairs.flatMap(({ was, is }) => changesOf(was, is));
  if (changes.length === 0) return;
  const rows = changes
    // Deleting a tag removes it from everyone; that is not recorded for each person.
    .map((change) =>
      change.kind === 'untagged' ? { ...change, tags: change.tags.filter((tag) => known.has(tag)) } : change,
    )
    .filter(({ kind, tags }) => tags.length > 0 || !kind.endsWith('tagged'));
  await insertChanges(scope, rows);
}

/** As values if they are few: a select would go through the coordinator, and the transaction would commit in two phases. */
async function insertChanges({ db, team }: Scope, rows: readonly Change[]): Promise<void> {
  if (rows.length === 0) return;
  const rowOf = ({ subscriber, kind, tags }: Change) =>
    sql`(${team.id}::int, ${subscriber}::uuid, ${kind}::text::"SubscriberChangeKind", ${tags}::int[])`;
  const source =
    rows.length > FEW
      ? sql`select ${team.id}::int, subscriber, kind, tags
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(subscriber uuid, kind "SubscriberChangeKind", tags int[])`
      : sql`values ${join(rows.map(rowOf))}`;
  await runOnce(db, sql`insert into subscriber_changes (team_id, subscriber_id, kind, tag_ids) ${source}`);
}

/** Marks sign-ups as confirmed when their people become subscribed. */
async function confirmSignUps({ db, team }: Scope, pairs: readonly { was: State; is: State }[]): Promise<void> {
  const confirmed = pairs.flatMap(({ was, is }) =>
    is.status === 'subscribed' && was.status !== 'subscribed' ? [is.id] : [],
  );
  if (confirmed.length === 0) return;
  await run(
    db,
    sql`update sign_ups set outcome = 'subscribed'
        where team_id = ${team.id}::int and subscriber_id = any(${confirmed}::uuid[]) and outcome = 'asked' returning id`,
  );
}

const GONE: readonly SubscriberStatus[] = ['unsubscribed', 'bounced', 'complained'];

const without = (tags: readonly number[], others: readonly number[]): number[] =>
  tags.filter((tag) => !others.includes(tag)).sort((a, b) => a - b);

function changesOf(was: State, is: State): Change[] {
  const kind = kindOf(was.status, is.status);
  const added = without(is.tags, was.tags);
  const removed = without(was.tags, is.tags);
  const subscriber = is.id;
  return [
    ...(kind ? [{ subscriber, kind, tags: [] }] : []),
    ...(added.length > 0 ? [{ subscriber, kind: 'tagged' as const, tags: added }] : []),
    ...(removed.length > 0 ? [{ subscriber, kind: 'untagged' as const, tags: removed }] : []),
  ];
}

/** Undefined for changes that are not recorded here: feedback has bounces and complaints with their reason. */
function kindOf(was: SubscriberStatus, is: SubscriberStatus): SubscriberChangeKind | undefined {
  if (was === is || is === 'bounced' || is === 'complained') return undefined;
  if (is === 'unsubscribed') return 'unsubscribed';
  if (GONE.includes(was)) return 'resubscribed';
  return is === 'subscribed' ? 'confirmed' : undefined;
}

async function readTags(scope: Scope, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await scope.db.tag.findMany({
    where: { teamId: scope.team.id, id: { in: [...new Set(ids)] } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
