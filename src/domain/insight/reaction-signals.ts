import { type Sql, sql } from '../../database/connect.ts';

/**
 * Selects the signals to automations for the opens and clicks `present` of existing people (`person`, `message`, `kind`,
 * `target`, `campaign_id`, `mail_id`): person, kind, ref and detail. Automations listen by the campaign, or by the template
 * that it or the mail was made from, which is looked up only if one listens. The first click in an unopened message is an
 * open too (docs/adr/0134); `present` must not be among the reactions yet.
 */
export const reactionSignals = (teamId: number): Sql => sql`
  select h.person, l.kind, l.ref, h.target as detail
  from present h join ${listened(teamId)} on l.kind = case h.kind when 'open' then 'opened' else 'clicked' end and ${isAbout(teamId)}
  union all
  select distinct h.person, l.kind, l.ref, null::text
  from present h join ${listened(teamId)} on l.kind = 'opened' and h.kind = 'click' and ${isAbout(teamId)}
  where not exists (select from present o where o.message = h.message and o.kind = 'open')
    and ${wasSeenByNobody(teamId)}`;

/** By the message each time: a join would read all reactions to find those of a few messages. */
const wasSeenByNobody = (teamId: number): Sql => sql`(
  select true from reactions r
  where r.team_id = ${teamId}::int and r.message_id = h.message and r.verdict = 'human' order by r.id limit 1) is null`;

const listened = (teamId: number): Sql => sql`(
  select distinct kind, ref from automation_listeners
  where team_id = ${teamId}::int and kind in ('opened', 'clicked')) l`;

const isAbout = (teamId: number): Sql => sql`(l.ref = h.campaign_id::text or l.ref =
  case when h.campaign_id is not null
    then (select g.template_id::text from mailings g where g.team_id = ${teamId}::int and g.id = h.campaign_id)
    else (select t.template_id::text from transactional_mails t where t.team_id = ${teamId}::int and t.id = h.mail_id)
  end)`;
