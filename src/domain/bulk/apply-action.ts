import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { lockList } from '../audience/lists.ts';
import { setAttributeOfMany, withoutAttribute } from '../audience/set-attribute.ts';
import { subscribeRows } from '../audience/subscribe-rows.ts';
import { deleteMany } from '../audience/subscribers.ts';
import { endSubscriptions } from '../audience/subscriptions.ts';
import { suppressReported } from '../audience/suppress-reported.ts';
import { tagMany, untagMany } from '../audience/tag-many.ts';
import type { BulkAction, Settings } from './actions.ts';
import type { Each } from './chosen-people.ts';
import type { ChosenRow } from './chosen-rows.ts';

/** The outcome of a chunk: the person of each change, and of each failure by problem. The others needed no change. */
export interface Applied {
  changed: string[];
  failures: Record<string, string[]>;
}

export const NOTHING: Applied = { changed: [], failures: {} };

/** The outcome in numbers: of subscriptions, or of people, each once. */
export function tally({ changed, failures }: Applied, each: Each) {
  const count = (persons: readonly string[]) => (each === 'person' ? new Set(persons).size : persons.length);
  return {
    changed: count(changed),
    failures: Object.fromEntries(Object.entries(failures).map(([problem, persons]) => [problem, count(persons)])),
  };
}

/**
 * Applies an action to some chosen rows in the caller's transaction, which prevents erasures. Throws NotFoundError for the list
 * to subscribe to.
 */
export async function applyAction(
  scope: Scope,
  action: BulkAction,
  settings: Settings,
  rows: readonly ChosenRow[],
): Promise<Applied> {
  if (action === 'subscribe') return subscribeAll(scope, settings, rows);
  if (action === 'suppress') return suppressAll(scope, rows);
  const persons = new Map(rows.flatMap(({ id, person }) => (id === null ? [] : [[id, person] as const])));
  const personsOf = (ids: readonly string[]) => ids.flatMap((id) => persons.get(id) ?? []);
  if (action === 'set_attribute') {
    const [key, value] = [settings.attribute as string, (settings.value ?? null) as Scalar];
    const differing = await withoutAttribute(scope, [...persons.keys()], key, value);
    const problem = await setAttributeOfMany(scope, differing, key, value);
    return problem === undefined
      ? { changed: personsOf(differing), failures: {} }
      : { changed: [], failures: { [problem]: personsOf(differing) } };
  }
  return { changed: personsOf(await ACTIONS[action](scope, [...persons.keys()], settings, rows)), failures: {} };
}

type Scalar = Parameters<typeof setAttributeOfMany>[3];
type Simple = Exclude<BulkAction, 'subscribe' | 'suppress' | 'set_attribute'>;
type Act = (scope: Scope, ids: string[], settings: Settings, rows: readonly ChosenRow[]) => Promise<string[]>;

/** Each returns the ids of changed subscriptions. */
const ACTIONS: Record<Simple, Act> = {
  add_tags: (scope, ids, { tags }) => tagMany(scope, ids, tags ?? []),
  remove_tags: (scope, ids, { tags }) => untagMany(scope, ids, tags ?? []),
  unsubscribe: (scope, _, __, rows) =>
    endSubscriptions(
      scope,
      rows.flatMap((row) => (isOn(row) && row.id !== null ? [row.id] : [])),
    ),
  delete: (scope, ids) => deleteMany(scope, ids),
};

const isOn = ({ status }: ChosenRow) => status === 'subscribed' || status === 'unconfirmed';

async function suppressAll(scope: Scope, rows: readonly ChosenRow[]): Promise<Applied> {
  const persons = new Map(rows.map(({ email, person }) => [email, person]));
  const added = await suppressReported(scope, new Map([...persons.keys()].map((email) => [email, 'manual' as const])));
  return { changed: added.flatMap((email) => persons.get(email) ?? []), failures: {} };
}

/** Subscribes people to a list, with the names of their newest subscription. Present members keep their names there. */
async function subscribeAll(
  scope: Scope,
  { listId, resubscribe }: Settings,
  rows: readonly ChosenRow[],
): Promise<Applied> {
  const list = await lockList(scope, listId);
  const people = new Map(rows.map((row) => [row.email, row]));
  const there = await statusesOn(
    scope,
    list.id,
    rows.map(({ person }) => person),
  );
  const joining = [...people.values()]
    .filter(({ email }) => !['subscribed', 'unconfirmed'].includes(there.get(email) ?? ''))
    .map(({ email, firstName, lastName, timezone, locale }) => {
      const names = there.has(email) ? {} : { firstName, lastName, timezone, locale };
      return { email, value: { email, ...names, resubscribe: resubscribe ?? false } };
    });
  const applied: Applied = { changed: [], failures: {} };
  for (const { email, issues } of (await subscribeRows(scope, list, joining)).rows) {
    const { person } = people.get(email ?? '') as ChosenRow; // as sent
    const problem = issues?.[0]?.problem;
    if (problem === undefined) applied.changed.push(person);
    else applied.failures[problem] = [...(applied.failures[problem] ?? []), person];
  }
  return applied;
}

/** The status that people have on a list. By address. */
async function statusesOn({ db, team }: Scope, listId: string, persons: string[]): Promise<Map<string, string>> {
  const rows = await run<{ email: string; status: string }>(
    db,
    sql`select s.email, s.status::text as status from subscribers s
        where s.team_id = ${team.id}::int and s.list_id = ${listId}::uuid and s.person_key = any(${persons}::uuid[])`,
  );
  return new Map(rows.map(({ email, status }) => [email, status]));
}
