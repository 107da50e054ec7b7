import { createHash } from 'node:crypto';
import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import { feedback } from '../../metrics/metrics.ts';
import { createScope, WORKER } from '../../scope.ts';
import { storable } from '../../validation/text.ts';
import { writtenDay } from '../../validation/time.ts';
import { withoutErasing } from '../privacy/erasure-lock.ts';
import { applyFeedback } from './apply-feedback.ts';

export type FeedbackKind = 'hard_bounce' | 'soft_bounce' | 'complaint';

/** A report about a message. Its sender is authenticated, its content is not validated. */
export interface Report {
  kind: FeedbackKind;
  /** The team, when it is known. Otherwise the message tells. */
  teamId?: number;
  /** In lower case, when the report names the message. */
  messageId?: string;
  /** The addresses in the report, normalised, the most likely first. */
  named: readonly string[];
  /** In the words of the other server. */
  reason?: string;
  /**
   * Identifies the report within the team. Set for providers, which know whom they report about. Without it only the
   * message's own recipients count; when there is only one, also if the report names somebody else (forwarded mail).
   */
  reference?: string;
}

/** A report whose person is known. */
interface Attributed {
  index: number;
  teamId: number;
  /** Null when only the person is known. */
  messageId: string | null;
  email: string;
}

const REASON_CHARACTERS = 500;

/**
 * Records feedback and applies it (docs/feedback.md): suppresses after a hard bounce or a complaint, ends
 * subscriptions. A report changes nothing when the team never wrote to the person, when it was recorded before, or when
 * the person was erased. Returns how many reports were new. A few statements for any number of reports.
 */
export function recordFeedback(db: Database, reports: readonly Report[]): Promise<number> {
  if (reports.length === 0) return Promise.resolve(0);
  return inTransaction(db, async (db) => {
    const attributed = await attribute(db, reports);
    const teams = [...new Set(attributed.map(({ teamId }) => teamId))].sort((a, b) => a - b);
    for (const id of teams) await withoutErasing(createScope(db, { id }, WORKER));
    const recorded = await insert(
      db,
      attributed.map((found) => rowOf(reports[found.index]!, found)),
    );
    if (recorded.length > 0) await applyFeedback(db, recorded);
    for (const { kind } of recorded) feedback.inc({ kind });
    return recorded.length;
  });
}

/**
 * Finds the persons whom reports are about. A message without a team is looked up in each team by primary key: such
 * reports are rare, and an index over all messages for their sake would be expensive.
 */
function attribute(db: Database, reports: readonly Report[]): Promise<Attributed[]> {
  const given = reports.map(({ teamId, messageId, named, reference }, index) => ({
    ...{ index, teamId, messageId, named, known: reference !== undefined },
  }));
  return run<Attributed>(
    db,
    sql`select g.index, coalesce(m."teamId", g."teamId") as "teamId",
               case when who.email is not null then m."messageId" end as "messageId",
               coalesce(who.email, g.named[1]) as email
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as g(index int, "teamId" int, "messageId" uuid, named text[], known boolean)
        left join lateral (
          select m.team_id as "teamId", m.id::text as "messageId", mail.erased_at is not null as erased,
                 coalesce(mail.recipients, array_remove(array[coalesce(s.email, p.email)], null)) as recipients
          from teams t
          join messages m on m.team_id = t.id and m.id = g."messageId"
          left join transactional_mails mail on mail.team_id = m.team_id and mail.id = m.mail_id
          left join subscribers s on s.team_id = m.team_id and s.id = m.subscriber_id
          left join people p on p.team_id = m.team_id and p.key = m.person_key
          where g."teamId" is null or t.id = g."teamId"
          limit 1
        ) m on true
        cross join lateral (
          select coalesce(
            (select named.email from unnest(g.named) with ordinality as named(email, place)
             where named.email = any(m.recipients) order by named.place limit 1),
            case when not g.known and not m.erased and cardinality(m.recipients) = 1 then m.recipients[1] end) as email
        ) who
        where who.email is not null or (g.known and cardinality(g.named) > 0)
        order by g.index`,
  );
}

interface Row {
  teamId: number;
  messageId: string | null;
  person: string;
  email: string;
  kind: FeedbackKind;
  reason: string | undefined;
  key: string;
}

function rowOf({ kind, reason, reference }: Report, { teamId, messageId, email }: Attributed): Row {
  const person = personKey(teamId, email);
  const day = writtenDay(new Date());
  // A message counts one hard bounce in all and one soft bounce a day, whoever reports it and in whatever words.
  const about = [messageId ?? (kind === 'soft_bounce' ? '' : reference), person, kind === 'soft_bounce' ? day : ''];
  const key = createHash('sha256')
    .update(JSON.stringify([kind, ...about]))
    .digest('hex');
  return { teamId, messageId, person, email, kind, key, reason: reason === undefined ? undefined : tidy(reason) };
}

/**
 * Inserts rows and returns the new ones. Skips persons unknown to the team without a message, and erased ones with one.
 */
async function insert(db: Database, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const byKey = new Map(rows.map((row) => [`${row.teamId} ${row.key}`, row]));
  const unique = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1)); // everybody locks in this order
  const inserted = await run<{ teamId: number; key: string }>(
    db,
    sql`with given as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as given(
            "teamId" int, "messageId" uuid, person uuid, email text, kind text, reason text, key text)
        ), known as materialized (
          select g.* from given g
          where g."messageId" is not null
              and not exists (select from people p where p.team_id = g."teamId" and p.key = g.person and p.email is null)
            or exists (select from people p where p.team_id = g."teamId" and p.key = g.person and p.email is not null)
            or exists (select from transactional_mails m where m.team_id = g."teamId" and m.recipients @> array[g.email])
        ), filed as (
          insert into people (team_id, key, email)
          select distinct "teamId", person, email from known order by person
          on conflict do nothing
        )
        insert into feedback (team_id, message_id, person_key, kind, reason, key)
        select "teamId", "messageId", person, kind::"FeedbackKind", reason, decode(key, 'hex') from known order by key
        on conflict (team_id, key) do nothing
        returning team_id as "teamId", encode(key, 'hex') as key`,
  );
  return inserted.map(({ teamId, key }) => byKey.get(`${teamId} ${key}`)!);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\s]+/g;

const tidy = (words: string): string => storable(words.replace(CONTROLS, ' ').trim().slice(0, REASON_CHARACTERS));
