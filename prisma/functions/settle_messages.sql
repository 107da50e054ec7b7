-- Settles claims of a team whose rows are locked: the ledger, the mails, the attempts, and an outcome to be counted. A claim whose
-- fence has passed to another worker is left alone. A worker that was believed lost may replace `unknown` by what it knows. Each
-- statement reads or changes one table by keys, so that a cluster keeps its plan (docs/adr/0044).
create or replace function settle_messages(team int, settlements jsonb)
returns table (index int, notice text)
language plpgsql as $$
#variable_conflict use_column
declare
  ids uuid[] := array(select g.id from jsonb_to_recordset(settlements) g(id uuid));
  fences int[];
  kinds text[];
  states text[];
  campaigns_of uuid[];
  mails uuid[];
  persons uuid[];
  variants smallint[];
  sending uuid[];
  settled outcomes[];
  indexes int[];
  alike record;
begin
  select array_agg(m.id), array_agg(m.fence), array_agg(m.kind::text), array_agg(m.state::text), array_agg(m.campaign_id),
    array_agg(m.mail_id), array_agg(m.person_key), array_agg(m.variant)
  into ids, fences, kinds, states, campaigns_of, mails, persons, variants
  -- The state as text, as in start_messages: by an index of states, all claimed messages would be read.
  from messages m where m.team_id = team and m.id = any(ids) and m.state::text in ('claimed', 'sending', 'unknown');
  if 'unknown' = any(states) then
    select array_agg(c.id) into sending from campaigns c where c.team_id = team and c.id = any(campaigns_of) and c.status = 'sending';
  end if;

  -- Of two settlements of one claim, the first one counts.
  select array_agg((team, null, g.id, g.kind, g.was, g.state, g.campaign, g.mail, g.person, g.variant,
    case when g.state = 'withheld' then g.why end, g."from", g."to", g.cause, now())::outcomes order by g.id), array_agg(g.index order by g.id)
  into settled, indexes
  from (
    select distinct on (g.id) g.*, m.kind, m.was, m.campaign, m.mail, m.person, m.variant
    from jsonb_to_recordset(settlements) as g(
      index int, id uuid, fence int, state text, why text, "from" text, "to" text, cause text)
    join unnest(ids, fences, kinds, states, campaigns_of, mails, persons, variants)
      m(id, fence, kind, was, campaign, mail, person, variant) on m.id = g.id and m.fence = g.fence
    where m.was <> 'unknown' or g.state = 'sent' or m.kind = 'automation' or m.campaign = any(sending)
    order by g.id, g.index) g;

  for alike in
    select array_agg(g.id) as ids, g.state::"MessageState" as state, g.undecided, g.reason, g.remaining, g.why,
      g.state in ('queued', 'deferred') as waits, (g.state = 'deferred' and g.undecided = 0)::int as failures,
      case when g.state in ('queued', 'deferred') then now() + make_interval(secs => g.delay) end as due_at,
      case when g.state = 'sent' then now() end as sent_at
    from jsonb_to_recordset(settlements) as g(
      index int, id uuid, state text, delay float8, undecided int, reason text, remaining text[], why text)
    where g.index = any(indexes) group by g.state, g.delay, g.undecided, g.reason, g.remaining, g.why
  loop
    update messages m set lease_until = null,
      state = case when alike.state = 'queued' and m.failures + m.undecided > 0 then 'deferred' else alike.state end,
      due_at = coalesce(alike.due_at, m.due_at),
      failures = m.failures + alike.failures,
      undecided = m.undecided + alike.undecided,
      last_error = coalesce(alike.reason, m.last_error),
      remaining = case when alike.waits then coalesce(alike.remaining, m.remaining) end,
      sent_at = alike.sent_at,
      withheld = alike.why
    where m.team_id = team and m.id = any(alike.ids);
  end loop;

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

  for alike in
    select array_agg(o.mail_id) as ids, o.state::"MailStatus" as status, case when o.state = 'sent' then o.at end as sent_at, g.reason,
      jsonb_object_agg(o.mail_id, g.subject) as subjects
    from unnest(settled) with ordinality o
    join jsonb_to_recordset(settlements) as g(index int, reason text, subject text) on g.index = indexes[o.ordinality]
    where o.mail_id is not null and o.state in ('sent', 'failed') group by o.state, o.at, g.reason
  loop
    update transactional_mails m set status = alike.status, failure_reason = alike.reason, sent_at = alike.sent_at,
      subject = case when cardinality(m.secret_variables) = 0 then coalesce(alike.subjects ->> m.id::text, m.subject) else m.subject end,
      variables = m.variables - m.secret_variables
    where m.team_id = team and m.id = any(alike.ids);
  end loop;

  return query
    select indexes[o.ordinality], case when o.mail_id is not null and o.state in ('sent', 'failed') then json_build_object(
      'topic', 'mail.status', 'teamId', team, 'id', o.mail_id, 'status', o.state)::text end
    from unnest(settled) with ordinality o;
end
$$;
