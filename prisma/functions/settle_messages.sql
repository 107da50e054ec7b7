-- Settles claims of a team whose rows are locked: the ledger, the mails, the attempts, and an outcome to be counted. A claim whose
-- fence has passed to another worker is left alone. A worker that was believed lost may replace `unknown` by what it knows.
create or replace function settle_messages(team int, settlements jsonb)
returns table (index int, notice text)
language plpgsql as $$
#variable_conflict use_column
declare
  -- By a list of ids an index is read, as in start_messages.
  ids uuid[] := array(select g.id from jsonb_to_recordset(settlements) g(id uuid));
  settled outcomes[];
  indexes int[];
  mails uuid[];
begin
  with given as materialized (
    select g.*, m.kind::text as kind, m.state::text as was, now() as at, now() + make_interval(secs => g.delay) as due_at, case
      when g.state = 'queued' and m.failures + m.undecided > 0 then 'deferred' else g.state end::"MessageState" as next
    from jsonb_to_recordset(settlements) as g(
      index int, id uuid, fence int, state text, delay float8, undecided int, reason text, subject text,
      remaining text[], why text, "from" text, "to" text, cause text)
    join messages m on m.team_id = team and m.id = any(ids) and m.id = g.id and m.fence = g.fence
    where m.state in ('claimed', 'sending') or (m.state = 'unknown' and (g.state = 'sent' or m.kind = 'automation' or exists (
      select 1 from campaigns c where c.team_id = team and c.id = m.campaign_id and c.status = 'sending')))
  ), changed as (
    update messages m set state = g.next, lease_until = null,
      due_at = case when g.state in ('queued', 'deferred') then g.due_at else m.due_at end,
      failures = m.failures + (g.state = 'deferred' and g.undecided = 0)::int,
      undecided = m.undecided + g.undecided,
      last_error = coalesce(g.reason, m.last_error),
      remaining = case when g.state in ('queued', 'deferred') then coalesce(g.remaining, m.remaining) end,
      sent_at = case when g.state = 'sent' then g.at end,
      withheld = case when g.state = 'withheld' then g.why end
    from given g where m.team_id = team and m.id = g.id
    returning g.index, m.id, g.kind, g.was, g.state, m.campaign_id, m.mail_id, m.person_key, m.variant, m.withheld,
      g."from", g."to", g.cause, g.at
  )
  select array_agg((team, null, c.id, c.kind, c.was, c.state, c.campaign_id, c.mail_id, c.person_key, c.variant, c.withheld,
    c."from", c."to", c.cause, c.at)::outcomes), array_agg(c.index)
  into settled, indexes from changed c;

  insert into outcomes (team_id, message_id, kind, was, state, campaign_id, mail_id, person_key, variant, withheld,
    sending_domain, recipient_domain, cause, at)
  select team, o.message_id, o.kind, o.was, o.state, o.campaign_id, o.mail_id, o.person_key, o.variant, o.withheld,
    o.sending_domain, o.recipient_domain, o.cause, o.at
  from unnest(settled) o where o.state <> 'queued' or o.was = 'unknown';

  if exists (select 1 from unnest(settled) o where o.state in ('failed', 'deferred', 'unknown')) then
    insert into attempts (team_id, message_id, outcome, reason)
    select team, o.message_id, case when o.state = 'failed' then 'failed' when g.undecided > 0 or o.state = 'unknown' then 'undecided'
      else 'deferred' end::"AttemptOutcome", g.reason
    from unnest(settled) with ordinality o
    join jsonb_to_recordset(settlements) as g(index int, undecided int, reason text) on g.index = indexes[o.ordinality]
    where o.state in ('failed', 'deferred', 'unknown');
  end if;

  mails := array(select o.mail_id from unnest(settled) o where o.mail_id is not null and o.state in ('sent', 'failed'));
  if mails <> '{}' then
    with answered as materialized (
      select o.mail_id, o.state::"MailStatus" as status, case when o.state = 'sent' then o.at end as sent_at, g.reason, g.subject
      from unnest(settled) with ordinality o
      join jsonb_to_recordset(settlements) as g(index int, reason text, subject text) on g.index = indexes[o.ordinality]
      where o.mail_id is not null and o.state in ('sent', 'failed')
    )
    update transactional_mails m set status = a.status, failure_reason = a.reason, sent_at = a.sent_at,
      subject = case when cardinality(m.secret_variables) = 0 then coalesce(a.subject, m.subject) else m.subject end,
      variables = m.variables - m.secret_variables
    from answered a where m.team_id = team and m.id = any(mails) and m.id = a.mail_id;
  end if;

  return query
    select indexes[o.ordinality], case when o.mail_id is not null and o.state in ('sent', 'failed') then json_build_object(
      'topic', 'mail.status', 'teamId', team, 'id', o.mail_id, 'status', o.state)::text end
    from unnest(settled) with ordinality o;
end
$$;
