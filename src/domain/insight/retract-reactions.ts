import { run, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { countReactionsHere } from '../ledger/count-reactions.ts';
import { retractFromCampaigns } from './retract-from-campaigns.ts';
import { retractFromMails } from './retract-from-mails.ts';
import { retractStarts } from './retract-starts.ts';
import { retractTouches } from './retract-touches.ts';
import { LINKS_OF_A_SCANNER, SCANNED_TOGETHER_SECONDS, TRAPPED_SECONDS } from './verdict.ts';

/** An open or a click that was counted as a person's. */
export interface Retracted {
  message: string;
  kind: 'open' | 'click';
  target: string | null;
  at: Date;
  /** Null: unknown. */
  person: string | null;
  campaign: string | null;
  mail: string | null;
  variant: number;
  /** When sending the campaign began. */
  startedAt: Date | null;
  /** Whether the message still has an open or a click of a person. */
  isLeft: boolean;
}

/**
 * Reverts machine reactions that were counted as a person's, as the latest reactions show: verdicts, figures, touches, and
 * automation runs that they started and that have done nothing yet (docs/adr/0145). Runs after the statement that recorded
 * the last one, so that ordinary clicks pay nothing for it.
 */
export async function retractReactions(scope: Scope, messages: readonly string[]): Promise<void> {
  await transaction(scope, async (scope) => {
    await withoutErasing(scope);
    await countReactionsHere(scope);
    const retracted = await markMachines(scope, [...new Set(messages)]);
    if (retracted.length === 0) return;
    // Rows of automations are locked before rows of reactions, as workers do.
    await retractStarts(scope, retracted);
    await retractFromMails(scope, retracted);
    await retractFromCampaigns(scope, retracted);
    await retractTouches(scope, retracted);
  });
}

/** Corrects the verdict of reactions. A second process finds none left. */
async function markMachines(scope: Scope, messages: string[]): Promise<Retracted[]> {
  const { db, team } = scope;
  const found = await run<{ id: string }>(
    db,
    sql`with theirs as materialized (
          select id, message_id, kind::text as kind, verdict::text as verdict, target, at from reactions
          where team_id = ${team.id}::int and message_id = any(${messages}::uuid[])
        ), latest as (
          select message_id, max(at) filter (where target is null) as trapped_at,
                 (array_agg(at order by id desc) filter (where target is not null))[1] - make_interval(secs => ${SCANNED_TOGETHER_SECONDS}::int) as since
          from theirs where kind = 'click' group by message_id
        )
        select t.id::text from theirs t join latest l on l.message_id = t.message_id
        where t.verdict = 'human' and (
          t.at between l.trapped_at - make_interval(secs => ${TRAPPED_SECONDS}::int)
                   and l.trapped_at + make_interval(secs => ${TRAPPED_SECONDS}::int)
          or t.kind = 'click' and t.at > l.since and (
            select count(distinct o.target) from theirs o
            where o.message_id = t.message_id and o.kind = 'click' and o.at > l.since) >= ${LINKS_OF_A_SCANNER}::int)`,
  );
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const marked = await run<Pick<Retracted, 'message' | 'kind' | 'target' | 'at'>>(
    db,
    sql`update reactions set verdict = 'scanner'
        where team_id = ${team.id}::int and id = any(${ids}::bigint[]) and verdict = 'human'
        returning message_id::text as message, kind::text as kind, target, at`,
  );
  const about = await readMessages(scope, [...new Set(marked.map(({ message }) => message))]);
  return marked.flatMap((one) => {
    const message = about.get(one.message);
    return message ? [{ ...one, ...message }] : [];
  });
}

type Message = Omit<Retracted, 'message' | 'kind' | 'target' | 'at'>;

async function readMessages({ db, team }: Scope, ids: string[]): Promise<Map<string, Message>> {
  const rows = await run<Message & { id: string; email: string | null }>(
    db,
    sql`select m.id::text, m.person_key::text as person, m.campaign_id::text as campaign, m.mail_id::text as mail,
               coalesce(m.variant, 0) as variant, c.started_at as "startedAt",
               case when t.erased_at is null and cardinality(t.to) = 1 then t.to[1] end as email,
               exists (select from reactions r where r.team_id = ${team.id}::int and r.message_id = m.id and r.verdict = 'human') as "isLeft"
        from messages m
        left join campaigns c on c.team_id = ${team.id}::int and c.id = m.campaign_id
        left join transactional_mails t on t.team_id = ${team.id}::int and t.id = m.mail_id
        where m.team_id = ${team.id}::int and m.id = any(${ids}::uuid[])`,
  );
  return new Map(
    rows.map(({ id, email, ...one }) => [
      id,
      { ...one, person: one.person ?? (email === null ? null : personKey(team.id, email)) },
    ]),
  );
}
