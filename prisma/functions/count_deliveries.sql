-- Adds outcomes to the counts of all messages: sent ones by quarter of an hour and kind (usage, where automation e-mails are among
-- those of campaigns), those a worker had by minute (the live rate), and the answers of mail servers by day and domain (the reputation).
-- The first two row by row: there are few, and a cluster keeps the plan of such an insert (docs/adr/0044).
create or replace function count_deliveries(team int, taken outcomes[])
returns void
language plpgsql as $$
declare
  mails uuid[] := array(select o.mail_id from unnest(taken) o where o.mail_id is not null);
  tests uuid[];
  added record;
begin
  select array_agg(t.id) into tests from transactional_mails t where t.team_id = team and t.id = any(mails) and t.is_test;
  for added in
    select date_bin('15 minutes', o.at, 'epoch') as quarter,
      case when o.mail_id = any(tests) then 'test' when o.kind = 'automation' then 'campaign' else o.kind end as kind, count(*)::int as sent
    from unnest(taken) o where o.state = 'sent' group by 1, 2 order by 1, 2
  loop
    insert into message_counts as known (team_id, quarter, kind, holder, sent) values (team, added.quarter, added.kind, 0, added.sent)
    on conflict (team_id, quarter, kind, holder) do update set sent = known.sent + excluded.sent;
  end loop;

  for added in
    select date_trunc('minute', o.at) as minute, o.state, count(*)::int as count
    from unnest(taken) o where o.state <> 'queued' and o.was <> 'queued' group by 1, 2 order by 1, 2
  loop
    insert into message_minutes as known (team_id, minute, outcome, holder, count)
    values (team, added.minute, added.state, 0, added.count)
    on conflict (team_id, minute, outcome, holder) do update set count = known.count + excluded.count;
  end loop;

  insert into delivery_counts as known (team_id, day, sending_domain, recipient_domain, outcome, cause, holder, count)
  select team, (at at time zone 'UTC')::date, sending_domain, recipient_domain, state, cause, 0, count(*)
  from unnest(taken) where recipient_domain is not null and state in ('sent', 'failed', 'deferred')
  group by 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6
  on conflict (team_id, day, sending_domain, recipient_domain, outcome, cause, holder)
    do update set count = known.count + excluded.count;
end
$$;
