import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { newId } from '../../ids.ts';
import { createScope, LONG_MS, type Scope, transaction, WORKER } from '../../scope.ts';
import type { Entry } from '../signals/notify-webhooks.ts';
import { hasEnded } from './feed.ts';
import { ALL_KINDS, kindOf, type Thing } from './kinds.ts';
import { type NewChange, writeChanges } from './write-changes.ts';

/** Returns a team's object as REST shows it; undefined if it is gone. Simultaneous requests are combined. */
export type Show = (thing: Thing, id: string) => Promise<object | undefined>;

/** Opens a view of a team's things, which caches them. */
export type OpenView = (db: Database, teamId: number) => Show;

/** Limits of one transaction: notifications, and the number of things after which it adds no further notification. */
const NOTIFICATIONS = 50;
const THINGS = 1_000;

interface Notification {
  id: string;
  kind: string;
  entries: Entry[];
  at: Date;
}

interface Subscribed {
  id: string;
  url: string;
  kinds: string[];
  listId: string | null;
  eventNames: string[];
}

/** Notifications without deliveries yet. */
export const WAITING_NOTIFICATIONS: Sql = sql`select from webhook_notifications`;

/** The teams that have notifications, in any order. */
export const teamsWithNotifications = (db: Database, limit: number): Promise<{ id: number }[]> =>
  run(db, sql`select distinct team_id as id from webhook_notifications limit ${limit}`);

/**
 * Turns a team's next notifications into deliveries, one for each object and interested webhook, and into changes of its feed, oldest
 * first, and removes the notifications, in one transaction. Returns the number of notifications; 0 while another process is working on them.
 */
export const makeWebhookDeliveries = (db: Database, teamId: number, open: OpenView): Promise<number> =>
  transaction(
    createScope(db, { id: teamId }, WORKER),
    async (scope) => {
      if (!(await takeTurn(scope))) return 0;
      const notifications = await claimNotifications(scope);
      if (notifications.length === 0) return 0;
      const { webhooks, hasFeed } = await readListeners(scope);
      const wanted = notifications
        .flatMap((one) => one.entries.map((entry) => wantedOf(one, entry, webhooks)))
        .filter(({ by }) => hasFeed || by.length > 0);
      const show = open(scope.db, teamId);
      const from = await reserveNumbers(scope, wanted.length);
      const told = await Promise.all(wanted.map((one, at) => toldOf(one, from + at, show)));
      await writeDeliveries(
        scope,
        told.flatMap(({ by, ...one }) => by.map(({ id, url }) => deliveryTo(id, url, one))),
      );
      if (hasFeed) await writeChanges(scope, told);
      const ids = notifications.map(({ id }) => id);
      await run(
        scope.db,
        sql`delete from webhook_notifications where team_id = ${teamId}::int and id = any(${ids}::uuid[]) returning id`,
      );
      return notifications.length;
    },
    LONG_MS,
  );

/** One process at a time creates deliveries for a team, so that they keep their order. */
async function takeTurn({ db, team }: Scope): Promise<boolean> {
  const taken = await run(
    db,
    sql`select team_id from webhook_turns where team_id = ${team.id}::int for update skip locked`,
  );
  return taken.length > 0;
}

/**
 * Takes `count` numbers for notifications, under the team's lock, and returns the first. By these numbers a receiver
 * recognises the newer of two notifications, even after retries (docs/adr/0143).
 */
async function reserveNumbers({ db, team }: Scope, count: number): Promise<number> {
  const [taken] = await run<{ last: string }>(
    db,
    sql`update webhook_turns set sequence = sequence + ${count}::int where team_id = ${team.id}::int
        returning sequence::text as last`,
  );
  return Number(taken!.last) - count + 1;
}

/** Locked: an erasure waits, and then finds the deliveries. */
async function claimNotifications({ db, team }: Scope): Promise<Notification[]> {
  const found = await run<Notification>(
    db,
    sql`select id::text, kind, facts as entries, at from webhook_notifications n where n.team_id = ${team.id}::int
        order by n.filed_at, n.id limit ${NOTIFICATIONS} for update`,
  );
  let things = 0;
  return found.filter(({ entries }, index) => {
    const fits = index === 0 || things < THINGS;
    things += entries.length;
    return fits;
  });
}

/** The webhooks that are sent something, and whether the feed is in use. Read after the notifications, so that no change is lost. */
async function readListeners(scope: Scope): Promise<{ webhooks: Subscribed[]; hasFeed: boolean }> {
  const enabled = await scope.db.webhook.findMany({
    where: { teamId: scope.team.id, enabled: true },
    select: { id: true, url: true, kinds: true, listId: true, eventNames: true, feedUsedAt: true },
    orderBy: { id: 'asc' },
  });
  const webhooks = enabled.filter(({ feedUsedAt }) => feedUsedAt === null);
  const hasFeed = enabled.some(({ feedUsedAt }) => feedUsedAt !== null && !hasEnded(feedUsedAt, scope.now()));
  return { webhooks, hasFeed };
}

interface Wanted {
  notification: Notification;
  entry: Entry;
  by: Subscribed[];
}

const wantedOf = (notification: Notification, entry: Entry, webhooks: readonly Subscribed[]): Wanted => ({
  notification,
  entry,
  by: webhooks.filter(
    ({ kinds, listId, eventNames }) =>
      (kinds.includes(ALL_KINDS) || kinds.includes(notification.kind)) &&
      (listId === null || !entry.list || entry.list === listId) &&
      (eventNames.length === 0 || typeof entry.name !== 'string' || eventNames.includes(entry.name)),
  ),
});

/** A notification as it is sent, and to whom. */
interface Told extends NewChange {
  by: Subscribed[];
}

async function toldOf({ notification, entry, by }: Wanted, sequence: number, show: Show): Promise<Told> {
  const { kind, at } = notification;
  const data = await dataOf(kind, entry, show);
  const body = JSON.stringify({ type: kind, timestamp: at.toISOString(), sequence, data });
  const person = entry.person ?? null;
  return {
    by,
    sequence,
    kind,
    body,
    person_key: person,
    subject: entry.mail ? String(entry.mail) : (person ?? entry.id),
  };
}

/** The `id` is assigned once all are known, so that they ascend. */
type NewDelivery = Omit<Row, 'id'>;

const deliveryTo = (id: string, url: string, { kind, body, person_key, subject }: NewChange): NewDelivery => ({
  webhook_id: id,
  url,
  host: new URL(url).host,
  kind,
  body,
  person_key,
  subject,
});

/** The data of a notification: each thing as REST shows it, the known data of deleted things, and the event. */
export async function dataOf(kind: string, entry: Entry, show: Show): Promise<object> {
  const { shows = [], says = [] } = kindOf(kind) ?? {};
  const shown = await Promise.all(
    shows.map(async ({ thing, id }) => {
      const of = entry[id];
      if (typeof of !== 'string') return [thing, null];
      return [thing, (entry.was as object | undefined) ?? (await show(thing, of)) ?? { id: of }];
    }),
  );
  return Object.fromEntries([...shown, ...says.map((name) => [name, entry[name] ?? null])]);
}

interface Row {
  id: string;
  webhook_id: string;
  person_key: string | null;
  subject: string;
  kind: string;
  url: string;
  host: string;
  body: string;
}

const COLUMNS = {
  id: 'uuid',
  webhook_id: 'uuid',
  person_key: 'uuid',
  subject: 'uuid',
  kind: 'text',
  url: 'text',
  host: 'text',
  body: 'text',
} as const;

async function writeDeliveries({ db, team, now }: Scope, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map((one) => ({ ...one, id: newId() }));
  await run(
    db,
    sql`insert into webhook_deliveries (team_id, id, webhook_id, person_key, subject, kind, url, host, body, due_at, created_at)
        select ${team.id}::int, g.id, g.webhook_id, g.person_key, g.subject, g.kind, g.url, g.host, g.body,
               ${now()}::timestamptz, ${now()}::timestamptz
        from ${recordset('g', rows, COLUMNS)}`,
  );
}
