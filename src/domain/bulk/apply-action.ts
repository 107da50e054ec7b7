import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { lockList } from '../audience/lists.ts';
import { setAttributeOfMany, withoutAttribute } from '../audience/set-attribute.ts';
import { subscribeRows } from '../audience/subscribe-rows.ts';
import { deleteMany } from '../audience/subscribers.ts';
import { endSubscriptions } from '../audience/subscriptions.ts';
import { suppressReported } from '../audience/suppress-reported.ts';
import { tagMany, untagMany } from '../audience/tag-many.ts';
import type { BulkAction, Settings } from './actions.ts';

/** A chosen subscription. */
export interface ChosenRow {
  id: string;
  email: string;
  person: string;
  status: string;
  firstName: string | null;
  lastName: string | null;
  timezone: string | null;
  locale: string | null;
}

/** The outcome of a chunk: the number of changes, and of failures by problem. The others needed no change. */
export interface Applied {
  changed: number;
  failures: Record<string, number>;
}

/**
 * Applies an action to some chosen subscriptions in the caller's transaction, which prevents erasures. Throws NotFoundError for
 * the list to subscribe to.
 */
export async function applyAction(
  scope: Scope,
  action: BulkAction,
  settings: Settings,
  rows: readonly ChosenRow[],
): Promise<Applied> {
  const ids = rows.map(({ id }) => id);
  if (action === 'subscribe') return subscribeAll(scope, settings, rows);
  if (action === 'set_attribute') {
    const [key, value] = [settings.attribute as string, (settings.value ?? null) as Scalar];
    const differing = await withoutAttribute(scope, ids, key, value);
    const problem = await setAttributeOfMany(scope, differing, key, value);
    return problem === undefined
      ? changed(differing.length)
      : { changed: 0, failures: { [problem]: differing.length } };
  }
  return changed(await ACTIONS[action](scope, ids, settings, rows));
}

type Scalar = Parameters<typeof setAttributeOfMany>[3];
type Simple = Exclude<BulkAction, 'subscribe' | 'set_attribute'>;
type Act = (scope: Scope, ids: string[], settings: Settings, rows: readonly ChosenRow[]) => Promise<number>;

const ACTIONS: Record<Simple, Act> = {
  add_tags: (scope, ids, { tags }) => tagMany(scope, ids, tags ?? []),
  remove_tags: (scope, ids, { tags }) => untagMany(scope, ids, tags ?? []),
  unsubscribe: async (scope, _, __, rows) => (await endSubscriptions(scope, idsOf(rows.filter(isOn)))).length,
  suppress: (scope, _, __, rows) =>
    suppressReported(scope, new Map(rows.map(({ email }) => [email, 'manual' as const]))),
  delete: (scope, ids) => deleteMany(scope, ids),
};

const isOn = ({ status }: ChosenRow) => status === 'subscribed' || status === 'unconfirmed';
const idsOf = (rows: readonly ChosenRow[]) => rows.map(({ id }) => id);

const changed = (count: number): Applied => ({ changed: count, failures: {} });

/** Subscribes people to another list, with their names. Present members keep their names there. */
async function subscribeAll(
  scope: Scope,
  { listId, resubscribe }: Settings,
  rows: readonly ChosenRow[],
): Promise<Applied> {
  const list = await lockList(scope, listId);
  const there = await statusesOn(scope, list.id, sql`s.id = any(${rows.map(({ id }) => id)}::uuid[])`);
  const joining = [...new Map(rows.map((row) => [row.email, row])).values()]
    .filter(({ email }) => !['subscribed', 'unconfirmed'].includes(there.get(email) ?? ''))
    .map(({ email, firstName, lastName, timezone, locale }) => {
      const names = there.has(email) ? {} : { firstName, lastName, timezone, locale };
      return { email, value: { email, ...names, resubscribe: resubscribe ?? false } };
    });
  const result = await subscribeRows(scope, list, joining);
  const problems = result.rows.flatMap(({ issues }) => issues?.[0]?.problem ?? []);
  const failures: Record<string, number> = {};
  for (const problem of problems) failures[problem] = (failures[problem] ?? 0) + 1;
  return { changed: result.added + result.updated, failures };
}

/** The status that people, by some of their subscriptions, have on a list. By address. */
async function statusesOn(scope: Scope, listId: string, which: Sql): Promise<Map<string, string>> {
  const rows = await run<{ email: string; status: string }>(
    scope.db,
    sql`select there.email, there.status::text as status
        from subscribers s join subscribers there
          on there.team_id = s.team_id and there.list_id = ${listId}::uuid and there.person_key = s.person_key
        where s.team_id = ${scope.team.id}::int and ${which}`,
  );
  return new Map(rows.map(({ email, status }) => [email, status]));
}
