import { run, sql } from '../../database/connect.ts';
import { fixedContent } from '../../domain/campaigns/campaign-content.ts';
import { createCampaign } from '../../domain/campaigns/campaigns.ts';
import { examineVersions } from '../../domain/campaigns/examine-versions.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Scope } from '../../scope.ts';
import type { PlannedCampaign } from '../plan.ts';
import { morning } from './past.ts';

/** An e-mail of the past, with the links in it. */
export interface PastMailing {
  id: string;
  links: string[];
}

/** Creates a campaign that was sent many days ago to everybody who was subscribed then. */
export async function sendCampaign(
  scope: Scope,
  outbound: Outbound,
  { listId, days, planned }: { listId: string; days: number; planned: PlannedCampaign },
): Promise<PastMailing> {
  const { subject, template, rival } = planned;
  const draft = await createCampaign(scope, outbound, {
    name: subject,
    listId,
    template,
    subject,
    abTest: rival === undefined ? null : testOf(subject, rival),
  });
  const { contents } = await examineVersions(scope, draft, 'en');
  await scope.db.campaign.update({
    where: { teamId_id: { teamId: scope.team.id, id: draft.id } },
    data: fixedContent(draft, contents),
  });
  await enqueue(scope, draft.id, days, rival !== undefined);
  await end(scope, draft.id, days, rival !== undefined);
  return { id: draft.id, links: linksIn(contents[0]?.['']?.html ?? '') };
}

const testOf = (subject: string, rival: string) => ({
  variants: [
    { name: 'A', subject },
    { name: 'B', subject: rival },
  ],
  samplePercent: 20,
  decideAfter: 'PT4H',
  winnerBy: 'opens',
});

/** Few messages are refused. With an A/B test, one in ten carries each variant first, and the rest the second one. */
async function enqueue({ db, team }: Scope, id: string, days: number, isTest: boolean): Promise<void> {
  await run(
    db,
    sql`insert into mailings (team_id, id, list_id, template_id, campaign_id)
        select c.team_id, c.id, c.list_id, c.template_id, c.id from campaigns c where c.team_id = ${team.id}::int and c.id = ${id}::uuid`,
  );
  await run(
    db,
    sql`insert into messages (team_id, id, kind, campaign_id, person_key, variant, state, due_at, first_try_at, sent_at, created_at, last_error)
        select s.team_id, uuid_v7(), 'campaign', c.id, s.person_key,
          case when ${isTest}::boolean then case when s.chance < 0.1 then 1 else 2 end end,
          case when s.refused then 'failed' else 'sent' end::"MessageState", s.at, s.at, case when not s.refused then s.at end, ${morning(days)},
          case when s.refused then '550 5.1.1 The address does not exist.' end
        from campaigns c cross join lateral (
          select *, random() as chance, random() < 0.0015 as refused, ${morning(days)} + random() * interval '9 minutes' as at
          from subscribers s where s.team_id = c.team_id and s.list_id = c.list_id and s.status = 'subscribed'
            and s.subscribed_at < ${morning(days)}) s
        where c.team_id = ${team.id}::int and c.id = ${id}::uuid`,
  );
  await run(
    db,
    sql`insert into attempts (team_id, message_id, outcome, reason, at)
        select team_id, id, 'failed', last_error, due_at from messages
        where team_id = ${team.id}::int and campaign_id = ${id}::uuid and state::text = 'failed'`,
  );
}

const end = ({ db, team }: Scope, id: string, days: number, isTest: boolean) =>
  run(
    db,
    sql`update campaigns c set status = 'sent', created_at = ${morning(days + 2)}, updated_at = ${morning(days)},
          enqueued_at = ${morning(days)}, started_at = ${morning(days)}, ended_at = ${morning(days)} + interval '9 minutes',
          recipients_count = (select count(*) from messages m where m.team_id = c.team_id and m.campaign_id = c.id)
          ${isTest ? sql`, winner = 2, decided_by = 'rule', decided_at = ${morning(days)} + interval '4 hours'` : sql``}
        where c.team_id = ${team.id}::int and c.id = ${id}::uuid`,
  );

/** The web addresses that an e-mail links to, apart from those with variables in them. */
export const linksIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/href="(https?:[^"{}]+)"/g)].map(([, link]) => (link as string).replaceAll('&amp;', '&')),
  ),
];
