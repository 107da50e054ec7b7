import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

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
}

/** Counts in one statement. Events and mails count by the time they were recorded. */
export async function readUsage(scope: Scope): Promise<Usage> {
  const now = scope.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const id = scope.team.id;
  const [usage] = await run<Omit<Usage, 'monthStartedAt'>>(
    scope.db,
    sql`select (select count(*) from lists where team_id = ${id})::float8 as lists,
               (select count(*) from templates where team_id = ${id})::float8 as templates,
               (select count(*) from api_tokens where team_id = ${id} and revoked_at is null)::float8 as tokens,
               (select count(*) from people where team_id = ${id} and email is not null)::float8 as people,
               s.subscribers, s.subscribed, m."mailsThisMonth", m."mailsSentThisMonth",
               (select count(*) from events where team_id = ${id} and created_at >= ${month}::timestamptz)::float8
                 as "eventsThisMonth"
        from (select count(*)::float8 as subscribers, (count(*) filter (where status = 'subscribed'))::float8 as subscribed
              from subscribers where team_id = ${id}) s,
             (select count(*)::float8 as "mailsThisMonth",
                     (count(*) filter (where status = 'sent'))::float8 as "mailsSentThisMonth"
              from transactional_mails where team_id = ${id} and created_at >= ${month}::timestamptz) m`,
  );
  return { ...(usage as NonNullable<typeof usage>), monthStartedAt: month };
}
