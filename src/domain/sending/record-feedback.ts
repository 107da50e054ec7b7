import { createHash } from 'node:crypto';
import { byTeam, ofOne, teamOf } from '../../database/by-team.ts';
import { databaseNow } from '../../database/clock.ts';
import { type Database, inTransaction, run, type Sql, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import { feedback } from '../../metrics/metrics.ts';
import { createScope, WORKER } from '../../scope.ts';
import { domainOf } from '../../validation/email.ts';
import { storable } from '../../validation/text.ts';
import { writtenDay } from '../../validation/time.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { countForAutoPause, type Trouble } from '../ledger/auto-pause.ts';
import { type CountedDelivery, countDeliveries } from '../ledger/count-deliveries.ts';
import { type CountedRefusal, countRefusals } from '../refusals/count-refusals.ts';
import { ABOUT_US, type Cause } from '../refusals/refusal.ts';
import { applyFeedback } from './apply-feedback.ts';
import { type Attributed, attributeFeedback } from './attribute-feedback.ts';
import { countFeedback } from './count-feedback.ts';
import { noteFeedbackOfMails } from './note-feedback-of-mails.ts';
import { notifyOfFeedback } from './notify-of-feedback.ts';

/** How lasting a bounce is: the address does not exist, or could not be reached. */
export const BOUNCE_KINDS = ['hard', 'soft'] as const;

export type FeedbackKind = 'hard_bounce' | 'soft_bounce' | 'complaint';

/** A report about a message. Its sender is authenticated, its content is not validated. */
export interface FeedbackReport {
  kind: FeedbackKind;
  /** The team, if known. Otherwise the message decides. */
  teamId?: number;
  /** In lower case, if the report names the message. */
  messageId?: string;
  /** The addresses in the report, normalised, the most likely first. */
  named: readonly string[];
  /** In the words of the other server. */
  reason?: string;
  /** The cause, if the bounce states one. */
  cause?: Cause;
  /**
   * The provider sent nothing because of an earlier report: applied, but not counted for campaigns, reputation or
   * auto-pause.
   */
  isKnown?: boolean;
  /** The sender is unknown: counts for the person and in reports, but not for auto-pause. */
  isUnconfirmed?: boolean;
  /**
   * Identifies the report within the team. Set for providers, which know the person. Without it, only the message's own
   * recipients count; if there is only one, it counts even if the report names another address (forwarded mail).
   */
  reference?: string;
}

const REASON_CHARACTERS = 500;

/**
 * Records feedback and applies it (docs/feedback.md): suppresses after a hard bounce or a complaint, ends subscriptions. A
 * report changes nothing if the team never wrote to the person, if it was recorded before, or if the person was erased.
 * Returns how many reports were new. A few statements for any number of reports.
 */
export function recordFeedback(db: Database, reports: readonly FeedbackReport[]): Promise<number> {
  if (reports.length === 0) return Promise.resolve(0);
  return inTransaction(db, async (db) => {
    const attributed = await attributeFeedback(db, reports);
    const teams = [...new Set(attributed.map(({ teamId }) => teamId))].sort((a, b) => a - b);
    for (const id of teams) await withoutErasing(createScope(db, { id }, WORKER));
    const day = writtenDay(databaseNow(db));
    const recorded = await insert(
      db,
      attributed.map((found) => rowOf(reports[found.index]!, found, day)),
    );
    if (recorded.length > 0) await applyFeedback(db, recorded);
    const counted = recorded.filter(({ isKnown }) => !isKnown);
    await countRefusals(db, counted.flatMap(aboutUs));
    await countDeliveries(db, counted.map(delivery));
    await countForAutoPause(db, counted.filter(({ isUnconfirmed }) => !isUnconfirmed).flatMap(trouble));
    for (const id of teams) {
      const scope = createScope(db, { id }, WORKER);
      const ofTeam = recorded.filter(({ teamId }) => teamId === id);
      await noteFeedbackOfMails(scope, ofTeam);
      await countFeedback(
        scope,
        ofTeam.filter(({ isKnown }) => !isKnown),
      );
      await notifyOfFeedback(scope, ofTeam);
    }
    for (const { kind } of recorded) feedback.inc({ kind });
    return recorded.length;
  });
}

interface Row {
  teamId: number;
  messageId: string | null;
  person: string;
  email: string;
  kind: FeedbackKind;
  reason: string | undefined;
  cause: Cause | undefined;
  key: string;
  sendingDomain: string;
  isKnown: boolean;
  isUnconfirmed: boolean;
}

/** A new row. */
interface Recorded extends Row {
  /** The UTC day for counting. */
  day: string;
}

function rowOf(
  { kind, reason, cause, reference, isKnown = false, isUnconfirmed = false }: FeedbackReport,
  { messageId, ...whom }: Attributed,
  day: string,
): Row {
  const { teamId, email, sendingDomain } = whom;
  const person = personKey(teamId, email);
  // A message counts one hard bounce in total and one soft bounce a day, regardless of the reporter and the wording.
  const about = [messageId ?? (kind === 'soft_bounce' ? '' : reference), person, kind === 'soft_bounce' ? day : ''];
  const key = createHash('sha256')
    .update(JSON.stringify([kind, ...about]))
    .digest('hex');
  return {
    teamId,
    messageId,
    person,
    email,
    kind,
    key,
    cause,
    sendingDomain,
    isKnown,
    isUnconfirmed,
    reason: reason === undefined ? undefined : tidy(reason),
  };
}

/** Inserts rows and returns the new ones. Skips persons unknown to the team without a message, and erased ones with one. */
async function insert(db: Database, rows: readonly Row[]): Promise<Recorded[]> {
  const byKey = new Map(rows.map((row) => [`${row.teamId} ${row.key}`, row]));
  const unique = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1)); // everybody locks in this order
  const inserted: { teamId: number; key: string; day: string }[] = [];
  for (const { teams, items } of byTeam(db, unique, teamOf)) {
    const of = (column: Sql) => ofOne(teams, column);
    const known = sql`g."messageId" is not null and not exists (select from people p
        where p.team_id = g."teamId" ${of(sql`p.team_id`)} and p.key = g.person and p.email is null)
      or exists (select from people p
        where p.team_id = g."teamId" ${of(sql`p.team_id`)} and p.key = g.person and p.email is not null)
      or exists (select from transactional_mails m
        where m.team_id = g."teamId" ${of(sql`m.team_id`)} and m.recipients @> array[g.email])`;
    inserted.push(
      ...(await run<{ teamId: number; key: string; day: string }>(
        db,
        sql`with given as materialized (
              select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given(
                "teamId" int, "messageId" uuid, person uuid, email text, kind text, reason text, cause text, key text)
            ), known as materialized (
              select g.* from given g where ${known}
            ), inserted as (
              insert into people (team_id, key, email)
              select distinct "teamId", person, email from known order by person
              on conflict do nothing
            )
            insert into feedback (team_id, message_id, person_key, kind, reason, cause, key)
            select "teamId", "messageId", person, kind::"FeedbackKind", reason, cause, decode(key, 'hex') from known order by key
            on conflict (team_id, key) do nothing
            returning team_id as "teamId", encode(key, 'hex') as key, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day`,
      )),
    );
  }
  return inserted.map(({ teamId, key, day }) => ({ ...byKey.get(`${teamId} ${key}`)!, day }));
}

const trouble = ({ teamId, messageId, kind }: Row): Trouble[] =>
  messageId !== null && kind !== 'soft_bounce' ? [{ teamId, messageId, kind }] : [];

/** Bounces caused by our reputation. They do not show which of our domains and transports was involved. */
const aboutUs = ({ teamId, email, cause, reason = '' }: Row): CountedRefusal[] =>
  cause && ABOUT_US.has(cause)
    ? [{ teamId, sendingDomain: '', transportId: null, recipientDomain: domainOf(email), cause, reason }]
    : [];

const delivery = ({ teamId, day, sendingDomain, email, kind, cause }: Recorded): CountedDelivery => ({
  teamId,
  day,
  from: sendingDomain,
  to: domainOf(email),
  outcome: kind,
  holder: 0,
  cause: cause ?? (kind === 'complaint' ? '' : 'unknown'),
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\s]+/g;

const tidy = (words: string): string => storable(words.replace(CONTROLS, ' ').trim().slice(0, REASON_CHARACTERS));
