-- Adds sent transactional mails to the automation steps that wrote them.
create or replace function count_for_automations(team int, taken outcomes[])
returns void
language plpgsql as $$
declare
  mails uuid[] := array(select mail_id from unnest(taken) where mail_id is not null and state = 'sent');
begin
  if mails <> '{}' then
    perform count_for_steps(team, mails, array_fill('sent'::text, array[cardinality(mails)]),
      array_fill(''::text, array[cardinality(mails)]), array_fill(1::bigint, array[cardinality(mails)]), 0);
  end if;
end
$$;
