import { type Sql, sql } from '../../database/connect.ts';

/**
 * What automations listen to of opens and clicks, `l`, joined with `h`, those of humans (`kind`, `campaign_id`, `mail_id`): by
 * the campaign, or by the template that it or the mail was made from, which is looked up only where somebody listens.
 */
export const readersListened = (teamId: number): Sql => sql`(
            select distinct kind, ref from automation_listeners
            where team_id = ${teamId}::int and kind in ('opened', 'clicked')) l
          on l.kind = case h.kind when 'open' then 'opened' else 'clicked' end and (l.ref = h.campaign_id::text or l.ref =
            case when h.campaign_id is not null
              then (select c.template_id::text from campaigns c where c.team_id = ${teamId}::int and c.id = h.campaign_id)
              else (select t.template_id::text from transactional_mails t where t.team_id = ${teamId}::int and t.id = h.mail_id)
            end)`;
