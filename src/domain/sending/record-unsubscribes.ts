import { createHash } from 'node:crypto';
import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { personKey } from '../../ids.ts';
import { feedback } from '../../metrics/metrics.ts';
import type { Scope } from '../../scope.ts';
import { endSubscriptions } from '../audience/subscriptions.ts';
import { creditUnsubscribes } from '../ledger/credit-unsubscribe.ts';
import { type Attributed, attributeFeedback, idsOfMessages } from './attribute-feedback.ts';
import type { FeedbackProvider } from './feedback-secrets.ts';

/** A person unsubscribed at a provider. The sender of the event is authenticated, its content is not validated. */
export interface Unsubscribe {
  kind: 'unsubscribe';
  /** In lower case, if the event names one of our messages. */
  messageId?: string;
  /** The addresses in the event, normalised, the most likely first. */
  named: readonly string[];
  /** When the person unsubscribed. Default: now. */
  at?: Date;
  /** Identifies the event at its provider. */
  reference: string;
  /** The person left one list of several: if the message belongs to no list, the one that its own links name. */
  isOfOneList?: boolean;
  /** The provider sent nothing because the person had unsubscribed before: credited to no message. */
  isKnown?: boolean;
}

/**
 * Ends the subscriptions of people who unsubscribed at a provider: to the list of the message that the event names, or to
 * all lists of the team if it names none. An event changes nothing if it is older than the subscription, was recorded
 * within the last day, or is about another team's message or an unknown person. Uses the caller's transaction, with a few
 * statements for any number of events.
 */
export async function recordUnsubscribes(
  scope: Scope,
  { id: sourceId, provider }: { id: string; provider: FeedbackProvider },
  unsubscribes: readonly Unsubscribe[],
): Promise<void> {
  const fresh = await forgetRepeated(scope, sourceId, unsubscribes);
  const found = await attribute(scope, fresh);
  if (found.length === 0) return;
  const leaving = onlyOneOf(await lockSubscriptions(scope, fresh, found), fresh);
  const left = new Set(
    await endSubscriptions(
      scope,
      leaving.map(({ id }) => id),
      provider,
    ),
  );
  const credited = leaving.filter(({ id, index }) => left.has(id) && !fresh[index]!.isKnown);
  const messageOf = new Map(found.map(({ index, messageId }) => [index, messageId]));
  await creditUnsubscribes(
    scope,
    credited.flatMap(({ index }) => messageOf.get(index) ?? []),
  );
  feedback.inc(
    { kind: 'unsubscribe' },
    new Set(leaving.filter(({ id }) => left.has(id)).map(({ index }) => index)).size,
  );
}

/** Remembers events, and returns the new ones. */
async function forgetRepeated(
  { db, team }: Scope,
  sourceId: string,
  unsubscribes: readonly Unsubscribe[],
): Promise<Unsubscribe[]> {
  const byKey = new Map(unsubscribes.map((one) => [keyOf(one), one]));
  if (byKey.size === 0) return [];
  const fresh = await run<{ key: string }>(
    db,
    sql`insert into feedback_receipts (team_id, source_id, key)
        select ${team.id}::int, ${sourceId}::uuid, decode(key, 'hex') from unnest(${[...byKey.keys()].sort()}::text[]) as given(key)
        on conflict do nothing returning encode(key, 'hex') as key`,
  );
  return fresh.map(({ key }) => byKey.get(key)!);
}

const keyOf = ({ reference, named }: Unsubscribe): string =>
  createHash('sha256')
    .update(JSON.stringify(['unsubscribe', reference, named]))
    .digest('hex');

/** A provider's account may serve several teams: an event that names another team's message belongs to that team. */
async function attribute({ db, team }: Scope, unsubscribes: readonly Unsubscribe[]): Promise<Attributed[]> {
  const found = await attributeFeedback(
    db,
    unsubscribes.map((one) => ({ ...one, teamId: team.id })),
  );
  const isForeign = ({ index, messageId, listId }: Attributed) =>
    messageId === null && listId === null && unsubscribes[index]!.messageId !== undefined;
  const elsewhere = await idsOfMessages(
    db,
    found.filter(isForeign).map(({ index }) => unsubscribes[index]!.messageId!),
  );
  return found.filter((one) => !(isForeign(one) && elsewhere.has(unsubscribes[one.index]!.messageId!)));
}

interface Leaving {
  index: number;
  id: string;
}

const COLUMNS = { index: 'bigint', person: 'uuid', list: 'uuid', at: 'text' } as const;

/**
 * The subscriptions that events end, the active and latest ones first. A person who resubscribed, confirmed or joined a
 * list after the event keeps that subscription. If the event is older than everything that the team knows of the person,
 * its time is ignored.
 */
function lockSubscriptions(
  { db, team }: Scope,
  unsubscribes: readonly Unsubscribe[],
  found: readonly Attributed[],
): Promise<Leaving[]> {
  const rows = found.map(({ index, email, listId }) => ({
    index,
    person: personKey(team.id, email),
    list: listId,
    at: unsubscribes[index]!.at?.toISOString() ?? null,
  }));
  return run<Leaving>(
    db,
    sql`with held as materialized (
          select g.index, s.id, s.status, s.subscribed_at
          from (select index, person, list, coalesce(at::timestamptz, now()) as at from ${recordset('given', rows, COLUMNS)}) g
          join subscribers s on s.team_id = ${team.id}::int and s.person_key = g.person and (g.list is null or s.list_id = g.list)
          where s.status in ('unconfirmed', 'subscribed', 'bounced')
            and not exists (select from subscriber_changes c
              where c.team_id = ${team.id}::int and c.subscriber_id = s.id and c.kind in ('resubscribed', 'confirmed') and c.at > g.at)
            and not (s.created_at > g.at and exists (select from people p
              where p.team_id = ${team.id}::int and p.key = s.person_key and p.created_at <= g.at))
          order by s.person_key, s.id for update of s
        )
        select index::int, id::text from held order by index, status = 'subscribed' desc, subscribed_at desc nulls last, id desc`,
  );
}

/** For an event about one list of several, the first subscription. */
function onlyOneOf(leaving: readonly Leaving[], unsubscribes: readonly Unsubscribe[]): Leaving[] {
  const isOfOne = ({ index }: Leaving) => unsubscribes[index]!.isOfOneList && unsubscribes[index]!.messageId;
  return leaving.filter((one, at) => !isOfOne(one) || leaving[at - 1]?.index !== one.index);
}
