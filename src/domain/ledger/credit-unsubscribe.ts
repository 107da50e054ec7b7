import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { countForCampaigns, randomShard } from './count-for-campaigns.ts';
import { type Happened, noteFacts } from './note-facts.ts';
import { noteMailFacts } from './note-mail-facts.ts';

/**
 * The message of a campaign or an automation step by which a person unsubscribed: its id, or the last six digits of it,
 * which fit into an address.
 */
export interface Through {
  messageId?: string;
  hint?: string;
}

/**
 * Credits an unsubscribe to the campaign or step whose message has the used link or address, once for each message; not at
 * all if the message is gone. Uses the transaction that ends the subscription.
 */
export async function creditUnsubscribe(scope: Scope, subscriberId: string, { messageId, hint }: Through) {
  const through = messageId ?? (hint && (await messageHinted(scope, subscriberId, hint)));
  if (!through) return;
  await creditUnsubscribes(scope, [through]);
}

/** Like `creditUnsubscribe`, for the messages by which several people unsubscribed. */
export async function creditUnsubscribes(scope: Scope, messageIds: readonly string[]): Promise<void> {
  const facts = [...new Set(messageIds)].map((messageId) => ({ messageId, what: 'unsubscribed' as const }));
  await creditFacts(scope, facts);
  await noteMailFacts(scope, facts);
}

/** Records a fact of a message, and adds it to the figures of its campaign unless it was recorded before. */
export const creditFact = (scope: Scope, messageId: string, what: Happened): Promise<void> =>
  creditFacts(scope, [{ messageId, what }]);

async function creditFacts(scope: Scope, facts: readonly { messageId: string; what: Happened }[]): Promise<void> {
  const noted = await noteFacts(scope, facts);
  const one = { teamId: scope.team.id, holder: randomShard(), count: 1 };
  await countForCampaigns(
    scope.db,
    noted.map(({ what, campaign, variant }) => ({ ...one, what, campaign, variant })),
  );
  for (const campaign of new Set(noted.map((fact) => fact.campaign))) {
    await scope.publish({ topic: 'campaign.progressed', teamId: scope.team.id, id: campaign });
  }
}

/**
 * The latest message to the subscriber whose id ends with the hint. Among a thousand messages, the chance of two equal
 * endings is one in thirty.
 */
async function messageHinted({ db, team }: Scope, subscriberId: string, hint: string): Promise<string | undefined> {
  const [message] = await run<{ id: string }>(
    db,
    sql`select m.id::text from subscribers s
        join mailings g on g.team_id = s.team_id and g.list_id = s.list_id
        join messages m on m.team_id = s.team_id and m.campaign_id = g.id and m.person_key = s.person_key
        where s.team_id = ${team.id}::int and s.id = ${subscriberId}::uuid and right(m.id::text, 6) = ${hint}
        union all
        select t.id::text from subscribers s
        join transactional_mails t on t.team_id = s.team_id and t.recipients @> array[s.email] and t.automation_id is not null
        where s.team_id = ${team.id}::int and s.id = ${subscriberId}::uuid and right(t.id::text, 6) = ${hint}
        order by 1 desc limit 1`,
  );
  return message?.id;
}
