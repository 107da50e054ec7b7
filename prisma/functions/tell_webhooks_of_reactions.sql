-- Writes the opens and clicks that some webhook of the team wants as notifications, human or not, one row for each kind. Erased people
-- and tests are left out.
create or replace function tell_webhooks_of_reactions(
  team int, persons uuid[], messages uuid[], kinds text[], verdicts text[], targets text[], campaigns_of uuid[], mails uuid[])
returns void
language plpgsql as $$
declare
  told text[];
  entries jsonb[];
begin
  if not exists (select 1 from webhooks w where w.team_id = team and w.enabled) then
    return;
  end if;
  select array_agg(t.kind), array_agg(t.entry) into told, entries
  from (
    select case g.kind when 'open' then 'mail.opened' else 'mail.clicked' end as kind, c.list_id as list, jsonb_build_object(
      'id', coalesce(g.mail, g.message), 'mail', g.mail, 'message', case when g.mail is null then g.message end,
      'person', g.person, 'list', c.list_id, 'url', g.target, 'verdict', g.verdict) as entry
    from unnest(persons, messages, kinds, verdicts, targets, campaigns_of, mails)
      g(person, message, kind, verdict, target, campaign, mail)
    left join mailings c on c.team_id = team and c.id = g.campaign
    where (g.mail is not null or g.campaign is not null)
      and not exists (select 1 from people p where p.team_id = team and p.key = g.person and p.email is null)
      and not exists (select 1 from transactional_mails m where m.team_id = team and m.id = g.mail and m.is_test)) t
  where exists (
    select 1 from webhooks w where w.team_id = team and w.enabled and w.kinds && array['*', t.kind]
      and (t.list is null or w.list_id is null or w.list_id = t.list));
  insert into webhook_notifications (team_id, kind, facts, at)
  select team, g.kind, jsonb_agg(g.entry), now() from unnest(told, entries) g(kind, entry) group by g.kind;
end
$$;
