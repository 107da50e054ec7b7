import { run, sql } from '../../database/connect.ts';
import { firstIdAt } from '../../ids.ts';
import type { Scope } from '../../scope.ts';

/** The kinds that messages are counted by. */
export const COUNTED_KINDS = ['transactional', 'campaign', 'confirmation', 'data_request', 'test'] as const;

/** Messages that were sent, in all and by kind. */
export type MessageCounts = Record<(typeof COUNTED_KINDS)[number] | 'total', number>;

export interface DailyCounts {
  date: string;
  sent: MessageCounts;
}

/** What a team has now, and what it did since the start of the month (UTC). */
export interface Usage {
  lists: number;
  templates: number;
  tokens: number;
  people: number;
  subscribers: number;
  subscribed: number;
  monthStartedAt: Date;
  eventsThisMonth: number;
  mailsThisMonth: number;
  mailsSentThisMonth: number;
  messagesSentThisMonth: MessageCounts;
  /** Only days (UTC) on which something was sent, oldest first. */
  messagesSentByDay: DailyCounts[];
}

/** Ids begin with the time at which they were made; the margin allows for a clock that was set back. */
const CLOCK_SET_BACK_MS = 3_600_000;

/** Counts in two statements. Events and mails count by the time they were recorded, messages by when they were sent. */
export async function readUsage(scope: Scope): Promise<Usage> {
  const now = scope.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const sent = await readSent(scope, month);
  return { ...(await readCounts(scope, month)), ...sent, monthStartedAt: month };
}

type Counts = Omit<Usage, 'monthStartedAt' | 'messagesSentThisMonth' | 'messagesSentByDay'>;

async function readCounts(scope: Scope, month: Date): Promise<Counts> {
  const id = scope.team.id;
  const first = firstIdAt(month.getTime() - CLOCK_SET_BACK_MS);
  const recorded = sql`team_id = ${id} and id >= ${first}::uuid and created_at >= ${month}::timestamptz`;
  const [usage] = await run<Counts>(
    scope.db,
    sql`select (select count(*) from lists where team_id = ${id})::float8 as lists,
               (select count(*) from templates where team_id = ${id})::float8 as templates,
               (select count(*) from api_tokens where team_id = ${id} and revoked_at is null)::float8 as tokens,
               (select count(*) from people where team_id = ${id} and email is not null)::float8 as people,
               s.subscribers, s.subscribed, m."mailsThisMonth", m."mailsSentThisMonth",
               (select count(*) from events where ${recorded})::float8 as "eventsThisMonth"
        from (select count(*)::float8 as subscribers, (count(*) filter (where status = 'subscribed'))::float8 as subscribed
              from subscribers where team_id = ${id}) s,
             (select count(*)::float8 as "mailsThisMonth",
                     (count(*) filter (where status = 'sent'))::float8 as "mailsSentThisMonth"
              from transactional_mails where ${recorded}) m`,
  );
  return usage as Counts;
}

async function readSent(scope: Scope, since: Date) {
  const rows = await run<{ date: string; kind: string; sent: number }>(
    scope.db,
    sql`select to_char(day, 'YYYY-MM-DD') as date, kind, sum(sent)::float8 as sent from message_counts
        where team_id = ${scope.team.id} and day >= ${since}::date group by day, kind order by day`,
  );
  const dates = [...new Set(rows.map(({ date }) => date))];
  const messagesSentByDay = dates.map((date) => ({ date, sent: add(rows.filter((row) => row.date === date)) }));
  return { messagesSentThisMonth: add(rows), messagesSentByDay };
}

function add(rows: readonly { kind: string; sent: number }[]): MessageCounts {
  const sum = (kind?: string) =>
    rows.reduce((total, row) => total + (kind === undefined || row.kind === kind ? row.sent : 0), 0);
  const kinds = COUNTED_KINDS.map((kind) => [kind, sum(kind)]);
  return { ...(Object.fromEntries(kinds) as Omit<MessageCounts, 'total'>), total: sum() };
}
