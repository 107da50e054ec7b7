import { type Database, run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { MailStatus, MessageKind } from '../../generated/prisma/client.ts';
import { createScope, WORKER } from '../../scope.ts';
import { writtenDay } from '../../validation/time.ts';
import { insertFewNotifications } from '../signals/notify-webhooks.ts';
import { type CountedDelivery, countDeliveries } from './count-deliveries.ts';
import { countForCampaigns } from './count-for-campaigns.ts';
import { countForSteps } from './count-for-steps.ts';
import { countMinutes } from './count-minutes.ts';
import { notificationsOf } from './ledger-parts.ts';
import { figuresOf } from './settled-figures.ts';

/** A settled message, as returned by the settling statement. */
export interface Settled {
  teamId: number;
  id: string;
  state: string;
  undecided: number;
  reason: string | null;
  kind: MessageKind;
  holder: number | null;
  at: Date;
  /** Of `Between`: null if no mail server answered. */
  from: string | null;
  to: string | null;
  cause: string | null;
  /** The previous state. */
  was: string;
  campaignId: string | null;
  variant: number | null;
  /** The automation run whose step wrote it. */
  runId: string | null;
  /** Why it was withheld, if it was. */
  withheld: string | null;
  isTest: boolean;
  /** The person's key, if the message is to a single person. */
  person: string | null;
  mailId: string | null;
  mailStatus: MailStatus | null;
}

/**
 * Adds the attempts and counts of settled messages of one team, in the transaction that settled them. For distributed
 * tables: a statement that also inserts would not run on their machine as a whole.
 */
export async function noteSettled(db: Database, settled: readonly Settled[]): Promise<void> {
  await noteAttempts(
    db,
    settled.filter(({ state }) => ['failed', 'deferred', 'unknown'].includes(state)),
  );
  await count(
    db,
    settled.filter(({ state }) => state === 'sent'),
  );
  await countDeliveries(db, settled.flatMap(answered));
  await countMinutes(db, settled);
  await countForCampaigns(db, settled.flatMap(figuresOf));
  await countMails(
    db,
    settled.filter(({ state, runId, mailId }) => state === 'sent' && runId !== null && mailId !== null),
  );
  await notify(
    db,
    settled.filter(({ state }) => state === 'sent' || state === 'failed'),
  );
}

/** For the automation steps that wrote them. */
async function countMails(db: Database, sent: readonly Settled[]): Promise<void> {
  const [first] = sent;
  if (!first) return;
  const figures = sent.map(({ mailId }) => ({ mail: mailId as string, what: 'sent' }));
  await countForSteps(createScope(db, { id: first.teamId }, WORKER), figures, first.holder ?? 0);
}

const NOTIFICATION_COLUMNS = {
  ...({ id: 'uuid', state: 'text', kind: 'text', mail_id: 'uuid', campaign_id: 'uuid', person_key: 'uuid' } as const),
};

async function notify(db: Database, decided: readonly Settled[]): Promise<void> {
  const [first] = decided;
  if (!first) return;
  const rows = decided.map(({ id, state, kind, mailId, campaignId, person }) => ({
    ...{ id, state, kind: kind as string, mail_id: mailId, campaign_id: campaignId, person_key: person },
  }));
  const team = sql`${first.teamId}::int`;
  const given = sql`select given.*, ${team} as team_id from ${recordset('given', rows, NOTIFICATION_COLUMNS)}`;
  await run(
    db,
    sql`with settled as materialized (${given}) ${insertFewNotifications([first.teamId], notificationsOf(decided, team))}`,
  );
}

function answered({ teamId, at, from, to, state, cause, holder }: Settled): CountedDelivery[] {
  if (from === null || to === null || !['sent', 'failed', 'deferred'].includes(state)) return [];
  return [{ teamId, day: writtenDay(at), from, to, outcome: state, cause: cause ?? '', holder: holder ?? 0 }];
}

async function noteAttempts(db: Database, tried: readonly Settled[]): Promise<void> {
  const rows = tried.map(({ id, state, undecided, reason }) => ({ id, outcome: outcomeOf(state, undecided), reason }));
  if (rows.length === 0) return;
  await run(
    db,
    sql`insert into attempts (team_id, message_id, outcome, reason)
        select ${tried[0]!.teamId}::int, id, outcome::"AttemptOutcome", reason
        from ${recordset('tried', rows, { id: 'uuid', outcome: 'text', reason: 'text' })}`,
  );
}

function outcomeOf(state: string, undecided: number): string {
  if (state === 'failed') return 'failed';
  return undecided > 0 || state === 'unknown' ? 'undecided' : 'deferred';
}

const QUARTER_HOUR_MS = 900_000;

async function count(db: Database, sent: readonly Settled[]): Promise<void> {
  const counts = new Map<string, { kind: string; holder: number; sent: number }>();
  for (const { isTest, kind: itsKind, holder: itsHolder } of sent) {
    const [kind, holder] = [isTest ? 'test' : itsKind, itsHolder ?? 0];
    const key = `${kind} ${holder}`;
    counts.set(key, { kind, holder, sent: (counts.get(key)?.sent ?? 0) + 1 });
  }
  for (const [, { kind, holder, sent: number }] of [...counts].sort()) {
    const [{ teamId, at }] = sent as [Settled];
    const quarter = new Date(at.getTime() - (at.getTime() % QUARTER_HOUR_MS));
    await run(
      db,
      sql`insert into message_counts as known (team_id, quarter, kind, holder, sent)
          values (${teamId}::int, ${quarter}::timestamptz, ${kind}::text, ${holder}::int, ${number}::int)
          on conflict (team_id, quarter, kind, holder) do update set sent = known.sent + excluded.sent`,
    );
  }
}
