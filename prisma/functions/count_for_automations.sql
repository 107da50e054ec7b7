-- Adds sent transactional mails to the automation steps that wrote them.
create or replace function count_for_automations(team int, taken outcomes[])
returns void
language plpgsql as $$
declare
  mails uuid[] := array(select mail_id from unnest(taken) where mail_id is not null and state = 'sent');
begin
  -- Alone, so that a cluster keeps its plan: most mails are of no automation.
  select array_agg(m.id) into mails
  from transactional_mails m where m.team_id = team and m.id = any(mails) and m.automation_id is not null;
  if mails is not null then
    perform count_for_steps(team, mails, array_fill('sent'::text, array[cardinality(mails)]),
      array_fill(''::text, array[cardinality(mails)]), array_fill(1::bigint, array[cardinality(mails)]), 0);
  end if;
end
$$;
