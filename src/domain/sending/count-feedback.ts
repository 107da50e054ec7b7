import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { domainOf } from '../../validation/email.ts';
import { countForCampaigns, randomShard } from '../ledger/count-for-campaigns.ts';
import { type Happened, noteFacts } from '../ledger/note-facts.ts';
import { type HappenedToMail, noteMailFacts } from '../ledger/note-mail-facts.ts';

interface Recorded {
  messageId: string | null;
  email: string;
  kind: 'hard_bounce' | 'soft_bounce' | 'complaint';
}

const FACTS: Record<Recorded['kind'], Happened[]> = {
  hard_bounce: ['hard_bounce', 'bounced'],
  soft_bounce: ['soft_bounce', 'bounced'],
  complaint: ['complained'],
};

/** For mails written by automation steps. */
const OF_MAILS: Record<Recorded['kind'], HappenedToMail> = {
  hard_bounce: 'bounced',
  soft_bounce: 'bounced',
  complaint: 'complained',
};

/**
 * Counts new feedback of a team for the reports of campaigns and automations, in the transaction that records it, once for
 * each message and kind. A message that was refused before it was accepted counts as failed, not as bounced.
 */
export async function countFeedback(scope: Scope, recorded: readonly Recorded[]): Promise<void> {
  const about = new Map(recorded.flatMap((one) => (one.messageId ? [[one.messageId, one] as const] : [])));
  if (about.size === 0) return;
  const accepted = await run<{ id: string; isMail: boolean }>(
    scope.db,
    sql`select m.id::text, m.campaign_id is null as "isMail" from messages m
        where m.team_id = ${scope.team.id}::int and m.id = any(${[...about.keys()]}::uuid[])
          and (m.campaign_id is not null or m.run_id is not null) and m.state <> 'failed'`,
  );
  const isMail = new Map(accepted.map((one) => [one.id, one.isMail]));
  await noteMailFacts(
    scope,
    recorded.flatMap(({ messageId, kind }) =>
      messageId && isMail.get(messageId) === true ? [{ messageId, what: OF_MAILS[kind] }] : [],
    ),
  );
  const facts = recorded.flatMap(({ messageId, kind }) =>
    messageId && isMail.get(messageId) === false ? FACTS[kind].map((what) => ({ messageId, what })) : [],
  );
  const noted = await noteFacts(scope, facts);
  const one = { teamId: scope.team.id, holder: randomShard(), count: 1 };
  await countForCampaigns(
    scope.db,
    noted.flatMap(({ messageId, what, campaign, variant }) => {
      const domain = domainOf(about.get(messageId)!.email);
      const byDomain = { ...one, campaign, what: 'bounced_at_domain', detail: domain, variant: 0 };
      return [{ ...one, campaign, what, variant }, ...(what === 'bounced' ? [byDomain] : [])];
    }),
  );
  for (const id of new Set(noted.map(({ campaign }) => campaign))) {
    await scope.publish({ topic: 'campaign.progressed', teamId: scope.team.id, id });
  }
}
