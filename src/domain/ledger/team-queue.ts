import { type Database, run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { isOpen, type SendWindow } from './send-window.ts';

const MAILS = ['transactional', 'confirmation', 'data_request'] as const;

/** The kinds of messages, in the order of sending. Automation e-mails are among those of campaigns. */
export const BACKLOG_KINDS = [...MAILS, 'campaign'] as const;

/** The due messages of one kind that wait for a worker. */
export interface Backlog {
  kind: (typeof BACKLOG_KINDS)[number];
  /** Since when the oldest is due. Null: none is. */
  oldestDueAt: Date | null;
}

/** If more campaigns are being sent at once, the others are ignored. */
const MOST_CAMPAIGNS = 1_000;

/**
 * A team's due messages by kind. Leaves out campaigns that may not send at this time of day. Reads one index entry for each
 * kind and each campaign that is being sent, however long the queue.
 */
export async function readBacklogs(scope: Scope): Promise<Backlog[]> {
  const mails = await readMails(scope.db, scope.team.id);
  const times = [...(await readCampaigns(scope)), ...(await readAutomationEmails(scope))].map((at) => at.getTime());
  const oldestDueAt = times.length > 0 ? new Date(Math.min(...times)) : null;
  return [...mails, { kind: 'campaign', oldestDueAt }];
}

const readMails = (db: Database, team: number): Promise<Backlog[]> =>
  run<Backlog>(
    db,
    sql`select kinds.kind, first.due_at as "oldestDueAt"
        from unnest(${[...MAILS]}::text[]) with ordinality as kinds(kind, place)
        left join lateral (
          select m.due_at from messages m
          where m.team_id = ${team}::int and m.kind = kinds.kind::"MessageKind" and m.campaign_id is null
            and m.state in ('queued', 'deferred') and m.due_at <= now()
          order by m.due_at limit 1) first on true
        order by kinds.place`,
  );

async function readAutomationEmails({ db, team }: Scope): Promise<Date[]> {
  const [first] = await run<{ oldestDueAt: Date }>(
    db,
    sql`select m.due_at as "oldestDueAt" from messages m
        where m.team_id = ${team.id}::int and m.kind = 'automation' and m.state in ('queued', 'deferred') and m.due_at <= now()
        order by m.due_at limit 1`,
  );
  return first ? [first.oldestDueAt] : [];
}

async function readCampaigns({ db, team, now }: Scope): Promise<Date[]> {
  const found = await run<SendWindow & { oldestDueAt: Date }>(
    db,
    sql`select first.due_at as "oldestDueAt", c.send_from as "sendFrom", c.send_to as "sendTo", t.timezone
        from (select * from campaigns c
              where c.team_id = ${team.id}::int and c.status = 'sending' and c.enqueued_at is not null
              limit ${MOST_CAMPAIGNS}) c
        join teams t on t.id = c.team_id
        cross join lateral (
          select m.due_at from messages m
          where m.team_id = ${team.id}::int and m.campaign_id = c.id and m.campaign_id is not null
            and m.state in ('queued', 'deferred') and m.due_at <= now()
          order by m.due_at limit 1) first`,
  );
  return found.filter((campaign) => isOpen(campaign, now())).map(({ oldestDueAt }) => oldestDueAt);
}
