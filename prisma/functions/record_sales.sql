-- Records sales of known people of a team, unless their reference is taken, and adds them to the figures of the campaigns, e-mails
-- and automation steps that are credited. `origin`: of all. Returns the recorded ids and the credited campaigns.
-- A sale is credited to the last e-mail that the person opened or clicked before it, within the team's attribution window. A mail
-- that an automation step wrote is credited to the automation: `email_id` is the mail.
create or replace function record_sales(
  team int, origin text, ids uuid[], persons uuid[], amounts bigint[], currencies text[], times timestamptz[], refs text[],
  facts text[], out recorded uuid[], out credited uuid[])
language plpgsql as $$
#variable_conflict use_column
declare
  lasting interval := (select make_interval(days => t.attribution_window_days) from teams t where t.id = team);
  emails uuid[];
begin
  with sold as (
    insert into sales (team_id, id, person_key, origin, value, currency, occurred_at, reference, properties,
      sender, sender_id, email_id, touch, touched_at, variant)
    select team, sale.id, sale.person, record_sales.origin::"SaleOrigin", sale.amount, sale.currency, sale.at, sale.ref, sale.fact::jsonb,
      last.sender, last.sender_id, last.email_id, last.touch, last.touched_at, case when last.sender = 'campaign' then (
        select m.variant from messages m
        where m.team_id = team and m.campaign_id = last.sender_id and m.person_key = sale.person) end
    from unnest(ids, persons, amounts, currencies, times, refs, facts) sale(id, person, amount, currency, at, ref, fact)
    left join lateral (
      select case when mail.id is null then t.sender else 'automation' end as sender,
        coalesce(mail.automation_id, t.sender_id) as sender_id, coalesce(mail.id, t.email_id) as email_id, t.kind as touch,
        t.at as touched_at
      from touches t left join transactional_mails mail on t.sender = 'transactional' and mail.team_id = team
        and mail.id = t.sender_id and mail.automation_id is not null
      where t.team_id = team and t.person_key = sale.person and t.at <= sale.at and t.at >= sale.at - lasting
      order by t.at desc, t.id desc limit 1) last on true
    on conflict (team_id, reference) do nothing
    returning id
  )
  select array_agg(id) into recorded from sold;

  select array_agg(coalesce(s.email_id, s.sender_id)) into emails from sales s
  where s.team_id = team and s.id = any(recorded) and (s.email_id is not null or s.sender = 'campaign');
  if emails is not null then
    credited := count_sales(team, recorded, emails);
  end if;
end
$$;
