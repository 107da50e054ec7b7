-- Adds new sales to the figures of the `emails` that are credited: campaigns and automation e-mails, whose ids it returns, or mails
-- that automation steps wrote. One that is deleted meanwhile is left out.
create or replace function count_sales(team int, sale_ids uuid[], emails uuid[])
returns uuid[]
language plpgsql as $$
#variable_conflict use_column
declare
  shard int := 1 + floor(random() * 16);
  credited uuid[];
  counted uuid[];
  mails uuid[];
  whats text[];
  details text[];
  variants int[];
  counts bigint[];
begin
  select array_agg(c.id) into credited
  from (select id from mailings where team_id = team and id = any(emails) order by id for key share) c;
  if credited is not null then
    select array_agg(coalesce(s.email_id, s.sender_id)), array_agg(f.what), array_agg(s.currency), array_agg(coalesce(s.variant, 0)::int),
      array_agg(case f.what when 'orders' then 1 else s.value end)
    into counted, whats, details, variants, counts
    from sales s cross join (values ('orders'), ('revenue')) f(what)
    where s.team_id = team and s.id = any(sale_ids) and coalesce(s.email_id, s.sender_id) = any(credited);
    perform add_campaign_counts(team, counted, whats, details, variants, counts, shard);
  end if;

  select array_agg(s.email_id), array_agg(f.what), array_agg(s.currency),
    array_agg(case f.what when 'orders' then 1 else s.value end)
  into mails, whats, details, counts
  from sales s cross join (values ('orders'), ('revenue')) f(what)
  where s.team_id = team and s.id = any(sale_ids) and s.email_id is not null;
  if mails is not null then
    perform count_for_steps(team, mails, whats, details, counts, shard);
  end if;
  return credited;
end
$$;
