import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { type Scope, transaction } from '../../scope.ts';
import { lockFields } from '../audience/attributes.ts';
import { remindSubscribers } from '../audience/confirmations.ts';
import { type List, readLists } from '../audience/lists.ts';
import { lockPeople } from '../audience/lock-people.ts';
import { subscribeAtOnce } from '../audience/subscribe-one.ts';
import type { Status } from '../audience/subscribe-plan.ts';
import { findSuppressed } from '../audience/suppressions.ts';
import { readTagNames } from '../audience/tags.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { countSignUps } from './form-counts.ts';
import { NAMES } from './forms.ts';
import type { Outcome } from './sign-ups.ts';

/** Sign-ups processed in one transaction. */
const AT_ONCE = 500;

interface Waiting {
  id: string;
  formId: string;
  personKey: string;
  email: string;
  answers: Record<string, string | number | boolean>;
  consentText: string | null;
}

interface Prepared extends Waiting {
  list: List;
  tags: string[];
  locale: string;
  /** The previous status. Undefined: the person was not on the list. */
  status?: Status;
}

/**
 * Processes the team's queued sign-ups, oldest first and at most `limit`. New people are subscribed by the rules of the
 * list. People who left or bounced must confirm, regardless of the list, because anyone can enter an address. Subscribed
 * people keep everything and are notified by e-mail. Suppressed and erased people, and those who complained, are skipped.
 * Returns whether there may be more. Safe to repeat.
 */
export function processSignUps(scope: Scope, limit = AT_ONCE): Promise<boolean> {
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const forms = await lockForms(scope);
    const waiting = await lockWaiting(scope, [...forms.keys()], limit);
    if (waiting.length === 0) return false;
    const prepared = waiting.map((row) => ({ ...row, ...forms.get(row.formId)! }));
    const subscribers = await subscribeAll(scope, prepared);
    await countSignUps(scope, waiting);
    await markProcessed(scope, waiting, subscribers);
    return waiting.length === limit;
  });
}

/** Gives up the oldest queued sign-up, which cannot be processed and must not block the others. Returns its id. */
export function giveUpFirst(scope: Scope): Promise<string | undefined> {
  return transaction(scope, async (scope) => {
    const forms = await lockForms(scope);
    const waiting = await lockWaiting(scope, [...forms.keys()], 1);
    await markProcessed(scope, waiting, new Map());
    return waiting[0]?.id;
  });
}

type OfForm = Pick<Prepared, 'list' | 'tags' | 'locale'>;

/**
 * The forms of queued sign-ups. Locked in the order in which a list, its forms and their sign-ups are deleted; the locks
 * keep them until the end.
 */
async function lockForms(scope: Scope): Promise<Map<string, OfForm>> {
  const team = scope.team.id;
  const waits = sql`select w.form_id from sign_ups w where w.team_id = ${team}::int and w.taken_at is null`;
  const named = await run<{ id: string; listId: string }>(
    scope.db,
    sql`select f.id::text, f.list_id::text as "listId" from forms f where f.team_id = ${team}::int and f.id in (${waits})`,
  );
  if (named.length === 0) return new Map();
  const listIds = [...new Set(named.map(({ listId }) => listId))];
  const lists = new Map(
    (await readLists(scope, listIds, sql`order by id for key share`)).map((list) => [list.id, list]),
  );
  const forms = await run<{ id: string; listId: string; locale: string; tagIds: number[] }>(
    scope.db,
    sql`select f.id::text, f.list_id::text as "listId", f.locale, f.tag_ids as "tagIds" from forms f
        where f.team_id = ${team}::int and f.id = any(${named.map(({ id }) => id)}::uuid[]) order by f.id for key share`,
  );
  const names = await readTagNames(
    scope,
    forms.flatMap(({ tagIds }) => tagIds),
  );
  return new Map(
    forms.flatMap(({ id, listId, locale, tagIds }): [string, OfForm][] => {
      const list = lists.get(listId); // absent if the form was just moved to another list: the next round processes it
      return list ? [[id, { list, locale, tags: tagIds.flatMap((tag) => names.get(tag) ?? []) }]] : [];
    }),
  );
}

const lockWaiting = (scope: Scope, formIds: readonly string[], limit: number): Promise<Waiting[]> =>
  run<Waiting>(
    scope.db,
    sql`select s.id::text, s.form_id::text as "formId", s.person_key::text as "personKey", s.email, s.answers,
               s.consent_text as "consentText"
        from sign_ups s
        where s.team_id = ${scope.team.id}::int and s.taken_at is null and s.form_id = any(${[...formIds]}::uuid[])
        order by s.created_at, s.id limit ${limit} for update skip locked`,
  );

/** The outcome of a sign-up. */
interface Processed {
  subscriber: string;
  outcome: Outcome;
}

/**
 * Subscribes people in sets, and notifies those who are already on their list. Returns the outcome of each processed
 * sign-up.
 */
async function subscribeAll(scope: Scope, all: readonly Prepared[]): Promise<Map<string, Processed>> {
  await lockFields(scope, all.flatMap(attributesOf));
  const blocked = await findSuppressed(
    scope,
    all.map(({ email }) => email),
  );
  const allowed = all.filter(({ email }) => !blocked.has(email));
  await lockPeople(
    scope,
    allowed.map(({ email }) => email),
  );
  const known = await readStatuses(scope, allowed);
  const subscribers = new Map<string, Processed>();
  const toRemind: string[] = [];
  for (const set of setsOf(allowed.map((one) => ({ ...one, ...statusOf(known, one) })))) {
    const { list, consentText, status } = set[0]!;
    const mayReturn = status === 'unsubscribed' || status === 'bounced';
    const outcome = outcomeOf(list, status);
    const { rows } = await subscribeAtOnce(
      scope,
      mayReturn ? { ...list, requiresConfirmation: true } : list,
      set.map((one) => ({ email: one.email, value: rowOf(one) })),
      { confirmed: false, consent: consentText, skipInvalid: true },
    );
    for (const [index, { id }] of rows.entries()) if (id) subscribers.set(set[index]!.id, { subscriber: id, outcome });
    if (status === 'subscribed' || status === 'unconfirmed') toRemind.push(...rows.flatMap(({ id }) => id ?? []));
  }
  await remindSubscribers(scope, [...new Set(toRemind)]);
  return subscribers;
}

/** People who left or are unconfirmed must confirm, regardless of the list. */
function outcomeOf({ requiresConfirmation }: List, before: Status | undefined): Outcome {
  if (before === 'subscribed') return 'already_subscribed';
  return requiresConfirmation || before !== undefined ? 'asked' : 'subscribed';
}

/** Groups sign-ups to the same list on the same terms. Leaves out people who complained. */
function setsOf(all: readonly Prepared[]): Prepared[][] {
  const sets = new Map<string, Prepared[]>();
  for (const one of all) {
    if (one.status === 'complained') continue;
    const key = JSON.stringify([one.list.id, one.status ?? '', one.consentText]);
    sets.set(key, [...(sets.get(key) ?? []), one]);
  }
  return [...sets.values()];
}

/** Subscribed people only get the tags: the sender of the form may not own the address. */
function rowOf({ email, answers, status, tags, locale }: Prepared) {
  if (status === 'subscribed') return { email, tags };
  const { first_name: firstName, last_name: lastName, ...attributes } = answers;
  return {
    email,
    tags,
    attributes,
    resubscribe: true,
    ...(status === undefined && { locale }),
    ...(firstName !== undefined && { firstName: String(firstName) }),
    ...(lastName !== undefined && { lastName: String(lastName) }),
  };
}

const attributesOf = ({ answers }: Waiting): string[] => Object.keys(answers).filter((key) => !NAMES.includes(key));

type Statuses = ReadonlyMap<string, Status>;

const keyOf = (listId: string, personKey: string): string => `${listId} ${personKey}`;

function statusOf(known: Statuses, { list, personKey }: Prepared): { status?: Status } {
  const status = known.get(keyOf(list.id, personKey));
  return status ? { status } : {};
}

/** The people are locked: nobody else changes their subscriptions. */
async function readStatuses(scope: Scope, all: readonly Prepared[]): Promise<Statuses> {
  if (all.length === 0) return new Map();
  const rows = await run<{ listId: string; personKey: string; status: Status }>(
    scope.db,
    sql`select list_id::text as "listId", person_key::text as "personKey", status::text as status from subscribers
        where team_id = ${scope.team.id}::int and list_id = any(${[...new Set(all.map(({ list }) => list.id))]}::uuid[])
          and person_key = any(${all.map(({ personKey }) => personKey)}::uuid[])`,
  );
  return new Map(rows.map(({ listId, personKey, status }) => [keyOf(listId, personKey), status]));
}

/** Answers stay with the sign-up. Of people without a subscription, only the key stays, for a day. */
async function markProcessed(
  scope: Scope,
  waiting: readonly Waiting[],
  subscribers: ReadonlyMap<string, Processed>,
): Promise<void> {
  const nothing = { subscriber: null, outcome: null };
  const rows = waiting.map(({ id }) => ({ id, ...(subscribers.get(id) ?? nothing) }));
  await run(
    scope.db,
    sql`update sign_ups s
        set taken_at = clock.now, email = null, subscriber_id = given.subscriber, outcome = given.outcome,
            answers = case when given.subscriber is not null then s.answers end,
            consent_text = case when given.subscriber is not null then s.consent_text end,
            consent_version = case when given.subscriber is not null then s.consent_version end,
            address = case when given.subscriber is not null then s.address end
        from ${recordset('given', rows, { id: 'uuid', subscriber: 'uuid', outcome: 'text' })} cross join (select now() as now) clock
        where s.team_id = ${scope.team.id}::int and s.id = given.id`,
  );
}
