import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { NO_LINK } from './figures.ts';
import type { LeavingReason } from './leaving-reasons.ts';

/** Facts of a campaign's message, each at most once. */
export type Happened =
  | 'opened'
  | 'clicked'
  | 'clicked_link'
  | 'unsubscribed'
  | `left_${LeavingReason}`
  | 'bounced'
  | 'hard_bounce'
  | 'soft_bounce'
  | 'complained';

/** A new fact of a campaign's message. */
export interface NewFact {
  messageId: string;
  what: Happened;
  campaign: string;
  /** 0: none. */
  variant: number;
}

/**
 * Records facts of messages in the caller's transaction, and returns the new ones. Ignores deleted messages and those that
 * belong to no campaign.
 */
export async function noteFacts(
  { db, team }: Scope,
  facts: readonly { messageId: string; what: Happened }[],
): Promise<NewFact[]> {
  if (facts.length === 0) return [];
  const ids = [...new Set(facts.map(({ messageId }) => messageId))];
  const messages = await run<{ id: string; campaign: string; person: string; variant: number }>(
    db,
    sql`select m.id::text, m.campaign_id::text as campaign, m.person_key::text as person, coalesce(m.variant, 0) as variant
        from messages m where m.team_id = ${team.id}::int and m.id = any(${ids}::uuid[]) and m.campaign_id is not null
        order by m.id for key share`,
  );
  const known = new Map(messages.map((message) => [message.id, message]));
  const given = facts.flatMap(({ messageId, what }) => {
    const message = known.get(messageId);
    return message ? [{ message: messageId, what, campaign: message.campaign, person: message.person }] : [];
  });
  if (given.length === 0) return [];
  const noted = await run<{ messageId: string; what: Happened }>(
    db,
    sql`insert into message_facts (team_id, message_id, what, link, campaign_id, person_key)
        select ${team.id}::int, message, what, ${NO_LINK}, campaign, person
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(message uuid, what text, campaign uuid, person uuid)
        order by message, what
        on conflict (team_id, message_id, what, link) do nothing
        returning message_id::text as "messageId", what`,
  );
  return noted.map((fact) => ({ ...fact, ...pick(known.get(fact.messageId)!) }));
}

const pick = ({ campaign, variant }: { campaign: string; variant: number }) => ({ campaign, variant });
