-- Signals opens and clicks to the automations that listen to their campaign, or to the template of the campaign or mail. The first click
-- in an unopened message is an open too (docs/adr/0134); so the reactions must not be recorded yet. `persons`: null is left out.
create or replace function signal_reactions(
  team int, persons uuid[], messages uuid[], kinds text[], targets text[], campaigns_of uuid[], mails uuid[])
returns void
language plpgsql as $$
declare
  known_kinds text[];
  refs text[];
begin
  if cardinality(array_remove(persons, null)) = 0 then
    return;
  end if;
  select array_agg(l.kind), array_agg(l.ref) into known_kinds, refs
  from (select distinct kind, ref from automation_listeners where team_id = team and kind in ('opened', 'clicked')) l;
  if refs is null then
    return;
  end if;
  insert into automation_signals (team_id, person_key, kind, ref, detail, at)
  with acted as materialized (
    select g.*, array[g.campaign::text, case when g.campaign is not null
        then (select c.template_id::text from mailings c where c.team_id = team and c.id = g.campaign)
        else (select t.template_id::text from transactional_mails t where t.team_id = team and t.id = g.mail) end] as subjects,
      g.kind = 'click' and not exists (
        select 1 from unnest(messages, kinds, persons) o(message, kind, person)
        where o.message = g.message and o.kind = 'open' and o.person is not null) and (
        select true from reactions r where r.team_id = team and r.message_id between g.message and g.message and r.verdict = 'human'
        order by r.message_id, r.id limit 1) is null as is_first
    from unnest(persons, messages, kinds, targets, campaigns_of, mails) g(person, message, kind, target, campaign, mail)
    where g.person is not null
  )
  select team, s.person, s.kind, s.ref, s.detail, now() from (
    select a.person, l.kind, l.ref, a.target as detail from acted a join unnest(known_kinds, refs) l(kind, ref)
      on l.kind = case a.kind when 'open' then 'opened' else 'clicked' end and l.ref = any(a.subjects)
    union all
    select distinct a.person, l.kind, l.ref, null::text from acted a join unnest(known_kinds, refs) l(kind, ref)
      on l.kind = 'opened' and l.ref = any(a.subjects) where a.is_first) s;
end
$$;
