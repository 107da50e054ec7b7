import { run, type Sql, sql } from '../../database/connect.ts';
import { NO_LINK } from '../../domain/ledger/figures.ts';
import { LEAVING_REASONS } from '../../domain/ledger/leaving-reasons.ts';
import type { Scope } from '../../scope.ts';
import { quietly } from './past.ts';

/**
 * Ends subscriptions after a campaign: some people unsubscribe, a few complain, refused addresses bounce. `times`: how much more
 * often than in a large list, so that a small one shows some.
 */
export async function leave(scope: Scope, campaignId: string, times = 1): Promise<void> {
  await quietly(scope.db);
  await unsubscribe(scope, campaignId, times);
  await bounce(scope, campaignId, 'soft_bounce', sql`m.state::text = 'sent' and random() < 0.004 * ${times}::float8`);
  await bounce(scope, campaignId, 'hard_bounce', sql`m.state::text = 'sent' and random() < 0.001 * ${times}::float8`);
  await bounce(scope, campaignId, 'complaint', sql`m.state::text = 'sent' and random() < 0.0004 * ${times}::float8`);
  await stop(scope, campaignId);
}

/** Three in a thousand unsubscribe; half of them give a reason. */
async function unsubscribe({ db, team }: Scope, id: string, times: number): Promise<void> {
  await run(
    db,
    sql`with leaving as materialized (
          select m.team_id, m.id as message_id, m.campaign_id, m.person_key, s.id as subscriber_id,
            least(now(), m.sent_at + random() * interval '20 hours') as at,
            case when random() < 0.5 then (${LEAVING_REASONS}::text[])[1 + floor(random() * ${LEAVING_REASONS.length}::int)::int] end as reason
          from mailings g join messages m on m.team_id = g.team_id and m.campaign_id = g.id
          join subscribers s on s.team_id = m.team_id and s.person_key = m.person_key and s.list_id = g.list_id
          where g.team_id = ${team.id}::int and g.id = ${id}::uuid and m.state::text = 'sent' and random() < 0.003 * ${times}::float8
        ), changed as (
          insert into subscriber_changes (team_id, subscriber_id, kind, reason, at)
          select team_id, subscriber_id, 'unsubscribed', reason, at from leaving
        ), noted as (
          insert into message_facts (team_id, message_id, what, link, campaign_id, person_key, at)
          select team_id, message_id, what, ${NO_LINK}, campaign_id, person_key, at from leaving
          cross join lateral unnest(array['unsubscribed', 'left_' || reason]) what where what is not null
        )
        update subscribers s set status = 'unsubscribed', unsubscribed_at = l.at, updated_at = l.at
        from leaving l where s.team_id = ${team.id}::int and s.id = l.subscriber_id`,
  );
}

const REASONS = {
  soft_bounce: { reason: '452 4.2.2 The mailbox is full.', cause: 'mailbox_full' },
  hard_bounce: { reason: '550 5.1.1 The address does not exist.', cause: 'user_unknown' },
  complaint: { reason: null, cause: null },
} as const;

const bounce = ({ db, team }: Scope, id: string, kind: keyof typeof REASONS, which: Sql) =>
  run(
    db,
    sql`insert into feedback (team_id, message_id, person_key, kind, reason, cause, key, at)
        select m.team_id, m.id, m.person_key, ${kind}::"FeedbackKind", ${REASONS[kind].reason}::text, ${REASONS[kind].cause}::text,
          decode(md5(m.id::text || ${kind}::text), 'hex'), least(now(), m.sent_at + random() * interval '6 hours')
        from messages m where m.team_id = ${team.id}::int and m.campaign_id = ${id}::uuid and ${which}`,
  );

/** Stops e-mails to addresses that do not exist and to people who complained, and suppresses them. */
async function stop(scope: Scope, id: string): Promise<void> {
  const reported = (kind: Sql) => sql`exists (
    select from feedback f where f.team_id = m.team_id and f.message_id = m.id and f.kind = ${kind})`;
  await suppress(
    scope,
    id,
    sql`'hard_bounce'`,
    sql`(m.state::text = 'failed' or ${reported(sql`'hard_bounce'`)})`,
    sql`'bounced'`,
  );
  await suppress(scope, id, sql`'complaint'`, reported(sql`'complaint'`), sql`'complained'`);
}

async function suppress({ db, team }: Scope, id: string, reason: Sql, which: Sql, status: Sql): Promise<void> {
  await run(
    db,
    sql`with stopped as materialized (
          select m.person_key, p.email, m.due_at as at from messages m
          join people p on p.team_id = m.team_id and p.key = m.person_key and p.email is not null
          where m.team_id = ${team.id}::int and m.campaign_id = ${id}::uuid and ${which}
        ), suppressed as (
          insert into suppressions (team_id, id, target, reason, created_at)
          select ${team.id}::int, gen_random_uuid(), email, ${reason}, at from stopped on conflict (team_id, target) do nothing
        )
        update subscribers s set status = ${status}, updated_at = g.at
        from stopped g where s.team_id = ${team.id}::int and s.person_key = g.person_key and s.status = 'subscribed'`,
  );
}
