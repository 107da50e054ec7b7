-- Adds outcomes to the counts of all messages: sent ones by quarter of an hour and kind (usage, where automation e-mails are among
-- those of campaigns), those a worker had by minute (the live rate), and the answers of mail servers by day and domain (the reputation).
create or replace function count_deliveries(team int, taken outcomes[])
returns void
language plpgsql as $$
declare
  mails uuid[] := array(select o.mail_id from unnest(taken) o where o.mail_id is not null);
begin
  insert into message_counts as known (team_id, quarter, kind, holder, sent)
  select team, date_bin('15 minutes', o.at, 'epoch'),
    case when t.is_test then 'test' when o.kind = 'automation' then 'campaign' else o.kind end, 0, count(*)
  from unnest(taken) o left join transactional_mails t on t.team_id = team and t.id = any(mails) and t.id = o.mail_id
  where o.state = 'sent' group by 2, 3 order by 2, 3
  on conflict (team_id, quarter, kind, holder) do update set sent = known.sent + excluded.sent;

  insert into message_minutes as known (team_id, minute, outcome, holder, count)
  select team, date_trunc('minute', at), state, 0, count(*)
  from unnest(taken) where state <> 'queued' and was <> 'queued' group by 2, 3 order by 2, 3
  on conflict (team_id, minute, outcome, holder) do update set count = known.count + excluded.count;

  insert into delivery_counts as known (team_id, day, sending_domain, recipient_domain, outcome, cause, holder, count)
  select team, (at at time zone 'UTC')::date, sending_domain, recipient_domain, state, cause, 0, count(*)
  from unnest(taken) where recipient_domain is not null and state in ('sent', 'failed', 'deferred')
  group by 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6
  on conflict (team_id, day, sending_domain, recipient_domain, outcome, cause, holder)
    do update set count = known.count + excluded.count;
end
$$;
