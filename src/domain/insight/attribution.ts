import { type Sql, sql } from '../../database/connect.ts';

/**
 * Lateral join that finds the last e-mail that the person opened or clicked before a sale, within the team's attribution
 * window. A mail written by an automation step is credited to the automation: `email_id` is the mail. Expects a row `sale`
 * with `person` and `at`. Its columns are `sender`, `sender_id`, `email_id`, `touch` and `touched_at`.
 */
export const lastTouch = (teamId: number): Sql => sql`left join lateral (
    select case when mail.id is null then t.sender else 'automation' end as sender,
           coalesce(mail.automation_id, t.sender_id) as sender_id, coalesce(mail.id, t.email_id) as email_id,
           t.kind as touch, t.at as touched_at
    from touches t
    left join transactional_mails mail on t.sender = 'transactional' and mail.team_id = ${teamId}::int and mail.id = t.sender_id
      and mail.automation_id is not null
    where t.team_id = ${teamId}::int and t.person_key = sale.person and t.at <= sale.at
      and t.at >= sale.at - make_interval(days => (select attribution_window_days from teams where id = ${teamId}::int))
    order by t.at desc, t.id desc limit 1
  ) credited on true`;

/** The person's variant of the credited campaign. Goes with `lastTouch`. */
export const creditedVariant = (teamId: number): Sql => sql`
  case when credited.sender = 'campaign' then (
    select m.variant from messages m
    where m.team_id = ${teamId}::int and m.campaign_id = credited.sender_id and m.person_key = sale.person) end`;
