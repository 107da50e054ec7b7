-- Adds opens and clicks of people to the counters of their mails, and first ones to the automation steps that wrote them. The first
-- click in an unopened mail counts as an open too (docs/adr/0134). Mails are locked in the order of their ids.
create or replace function count_for_mails(team int, mails uuid[], kinds text[])
returns void
language plpgsql as $$
declare
  ids uuid[];
  whats text[];
begin
  if cardinality(array_remove(mails, null)) = 0 then
    return;
  end if;
  perform 1 from transactional_mails m where m.team_id = team and m.id = any(mails) order by m.id for no key update;

  with added as materialized (
    select m.id, now() as at, m.opens = 0 as is_unopened, m.clicks = 0 as is_unclicked, m.automation_id is not null as is_automated,
      count(*) filter (where g.kind = 'open')::int as opens, count(*) filter (where g.kind = 'click')::int as clicks
    from transactional_mails m join unnest(mails, kinds) g(mail, kind) on g.mail = m.id
    where m.team_id = team and m.id = any(mails) group by m.id, m.opens, m.clicks, m.automation_id
  ), counted as (
    update transactional_mails m set opens = m.opens + a.opens + (a.is_unopened and a.opens = 0)::int, clicks = m.clicks + a.clicks,
      opened_by_click = m.opened_by_click or (a.is_unopened and a.opens = 0),
      opened_at = coalesce(m.opened_at, a.at), clicked_at = case when a.clicks > 0 then coalesce(m.clicked_at, a.at) else m.clicked_at end
    from added a where m.team_id = team and m.id = a.id
    returning m.id, a.is_automated, a.is_unopened, a.is_unclicked and a.clicks > 0 as is_clicked_first
  )
  select array_agg(c.id), array_agg(f.what) into ids, whats
  from counted c cross join lateral (values ('opened', c.is_unopened), ('clicked', c.is_clicked_first)) f(what, is_new)
  where c.is_automated and f.is_new;
  if ids is not null then
    perform count_for_steps(team, ids, whats, array_fill(''::text, array[cardinality(ids)]),
      array_fill(1::bigint, array[cardinality(ids)]), 1 + floor(random() * 16)::int);
  end if;
end
$$;
