import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { eagerness, quietly } from './past.ts';
import type { PastMailing } from './send-campaign.ts';

/**
 * Makes people open and click the e-mails of a mailing within two days. `opened`: the share of openers, of whom one in six
 * clicks. Mailbox providers fetch the pictures of one in eight besides, and a few scanners the links.
 */
export async function react(scope: Scope, { id, links }: PastMailing, opened: number): Promise<void> {
  const { db, team } = scope;
  const sent = sql`messages m where m.team_id = ${team.id}::int and m.campaign_id = ${id}::uuid and m.state::text = 'sent'`;
  await run(
    db,
    sql`insert into reactions (team_id, message_id, kind, verdict, at)
        select m.team_id, m.id, 'open', case when random() < 0.12 then 'proxy' else 'human' end::"Verdict",
          least(now(), m.sent_at + power(random(), 3) * interval '44 hours')
        from ${sent} and random() < ${opened}::float8 * ${eagerness(sql`m.person_key`)} * case m.variant when 1 then 0.85 else 1 end`,
  );
  if (links.length > 0) {
    await run(
      db,
      sql`insert into reactions (team_id, message_id, kind, verdict, target, campaign_id, at)
          select r.team_id, r.message_id, 'click', 'human', (${links}::text[])[1 + floor(power(random(), 1.8) * ${links.length}::int)::int], m.campaign_id,
            least(now(), r.at + interval '40 seconds')
          from messages m join reactions r on r.team_id = m.team_id and r.message_id = m.id and r.verdict = 'human'
          where m.team_id = ${team.id}::int and m.campaign_id = ${id}::uuid and random() < 0.17`,
    );
    await run(
      db,
      sql`insert into reactions (team_id, message_id, kind, verdict, target, campaign_id, at)
          select m.team_id, m.id, 'click', 'scanner', link, m.campaign_id, m.sent_at + interval '2 seconds'
          from (select * from ${sent} and random() < 0.004) m cross join unnest(${links}::text[]) link`,
    );
  }
  await touch(scope, id);
}

/** Records what people did under their own names, with the automation as the sender of its e-mails. */
async function touch({ db, team }: Scope, id: string): Promise<void> {
  await quietly(db);
  await run(
    db,
    sql`insert into touches (team_id, person_key, kind, sender, sender_id, email_id, at)
        select m.team_id, m.person_key, r.kind, case when g.automation_id is null then 'campaign' else 'automation' end::"SenderKind",
          coalesce(g.automation_id, g.id), case when g.automation_id is not null then g.id end, r.at
        from mailings g join messages m on m.team_id = g.team_id and m.campaign_id = g.id
        join reactions r on r.team_id = m.team_id and r.message_id = m.id and r.verdict = 'human'
        where g.team_id = ${team.id}::int and g.id = ${id}::uuid order by r.at`,
  );
  await run(
    db,
    sql`select engage_people(${team.id}::int, array_agg(m.person_key), array_agg(r.at))::text
        from messages m join reactions r on r.team_id = m.team_id and r.message_id = m.id and r.verdict = 'human'
        where m.team_id = ${team.id}::int and m.campaign_id = ${id}::uuid`,
  );
}
