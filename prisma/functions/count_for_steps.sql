-- Adds to figures of the automation steps that wrote the `mails`: one addition each. Other mails, and automations that are deleted
-- meanwhile, are left out.
create or replace function count_for_steps(team int, mails uuid[], whats text[], details text[], counts bigint[], shard int)
returns void
language plpgsql as $$
#variable_conflict use_column
declare
  living uuid[];
begin
  select array_agg(a.id) into living
  from (
    select id from automations where team_id = team and id in (
      select m.automation_id from transactional_mails m where m.team_id = team and m.id = any(mails) and m.automation_id is not null)
    order by id for key share) a;
  if living is null then
    return;
  end if;
  insert into automation_counts as known (team_id, automation_id, step, what, detail, holder, count)
  select m.team_id, m.automation_id, m.automation_step, g.what, g.detail, shard, sum(g.count)
  from transactional_mails m join unnest(mails, whats, details, counts) g(mail, what, detail, count) on g.mail = m.id
  where m.team_id = team and m.id = any(mails) and m.automation_id = any(living)
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5
  on conflict (team_id, automation_id, step, what, detail, holder) do update set count = known.count + excluded.count;
end
$$;
