import { type Sql, sql } from '../../database/connect.ts';

/**
 * Webhook events for opens and clicks in `found` (`message`, `kind`, `verdict`, `target`, `mail_id`, `campaign_id`,
 * `addressee`, `email`, `scanned`), human or not, with the verdict. Leaves out erased people and tests.
 */
export const reactionNotifications = (teamId: number): Sql =>
  sql`select case r.kind when 'open' then 'mail.opened' else 'mail.clicked' end as kind, r.list, null::text as name,
             jsonb_build_object('id', coalesce(r.mail_id, r.message), 'mail', r.mail_id,
               'message', case when r.mail_id is null then r.message end, 'person', r.person, 'list', r.list,
               'url', r.target, 'verdict', case when r.scanned then 'scanner' else r.verdict end) as entry
      from (select found.*, coalesce(addressee, case when email is not null then person_key(${teamId}::int, email) end) as person,
                   (select g.list_id from mailings g where g.team_id = ${teamId}::int and g.id = found.campaign_id) as list
            from found) r
      where not exists (select from people p where p.team_id = ${teamId}::int and p.key = r.person and p.email is null)
        and not exists (select from transactional_mails t where t.team_id = ${teamId}::int and t.id = r.mail_id and t.is_test)
        and (r.mail_id is not null or r.campaign_id is not null)`;
