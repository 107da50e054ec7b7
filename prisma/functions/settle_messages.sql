-- Settles claims of a team whose rows are locked: the ledger, the mails, the attempts, and an outcome to be counted. A claim whose
-- fence has passed to another worker is left alone. A worker that was believed lost may replace `unknown` by what it knows.
create or replace function settle_messages(team int, settlements jsonb)
returns table (index int, notice text)
language plpgsql as $$
#variable_conflict use_column
declare
  settled settled_message[];
begin
  with given as (
    select g.*, m.state as was, case
      when g.state = 'queued' and m.failures + m.undecided > 0 then 'deferred' else g.state end::"MessageState" as next
    from jsonb_to_recordset(settlements) as g(
      index int, id uuid, fence int, state text, delay float8, undecided int, reason text, subject text,
      remaining text[], why text, "from" text, "to" text, cause text)
    join messages m on m.team_id = team and m.id = g.id and m.fence = g.fence
    where m.state in ('claimed', 'sending') or (m.state = 'unknown' and (g.state = 'sent' or exists (
      select 1 from campaigns c where c.team_id = team and c.id = m.campaign_id and c.status = 'sending')))
  ), changed as (
    update messages m set state = g.next, lease_until = null,
      due_at = case when g.state in ('queued', 'deferred') then now() + make_interval(secs => g.delay) else m.due_at end,
      failures = m.failures + (g.state = 'deferred' and g.undecided = 0)::int,
      undecided = m.undecided + g.undecided,
      last_error = coalesce(g.reason, m.last_error),
      remaining = case when g.state in ('queued', 'deferred') then coalesce(g.remaining, m.remaining) end,
      sent_at = case when g.state = 'sent' then now() end,
      withheld = case when g.state = 'withheld' then g.why end
    from given g where m.team_id = team and m.id = g.id
    returning (g.index, (team, null, m.id, m.kind::text, g.was::text, g.state, m.campaign_id, m.mail_id, m.person_key, m.variant,
      m.withheld, g."from", g."to", g.cause, now())::outcomes, g.undecided, g.reason, g.subject)::settled_message as row
  )
  select array_agg(row) into settled from changed;

  insert into outcomes (team_id, message_id, kind, was, state, campaign_id, mail_id, person_key, variant, withheld,
    sending_domain, recipient_domain, cause, at)
  select team, o.message_id, o.kind, o.was, o.state, o.campaign_id, o.mail_id, o.person_key, o.variant, o.withheld,
    o.sending_domain, o.recipient_domain, o.cause, o.at
  from unnest(settled) s cross join lateral (select (s.outcome).*) o
  where o.state <> 'queued' or o.was = 'unknown';

  insert into attempts (team_id, message_id, outcome, reason)
  select team, (s.outcome).message_id, case (s.outcome).state when 'failed' then 'failed' when 'unknown' then 'undecided'
    else case when s.undecided > 0 then 'undecided' else 'deferred' end end::"AttemptOutcome", s.reason
  from unnest(settled) s where (s.outcome).state in ('failed', 'deferred', 'unknown');

  update transactional_mails m set status = (s.outcome).state::"MailStatus", failure_reason = s.reason,
    sent_at = case when (s.outcome).state = 'sent' then (s.outcome).at end,
    subject = case when cardinality(m.secret_variables) = 0 then coalesce(s.subject, m.subject) else m.subject end,
    variables = m.variables - m.secret_variables
  from unnest(settled) s
  where m.team_id = team and m.id = (s.outcome).mail_id and (s.outcome).state in ('sent', 'failed');

  return query
    select s.index, case when (s.outcome).mail_id is not null and (s.outcome).state in ('sent', 'failed') then json_build_object(
      'topic', 'mail.status', 'teamId', team, 'id', (s.outcome).mail_id, 'status', (s.outcome).state)::text end
    from unnest(settled) s;
end
$$;
