-- Records changes of status and tags, which people ask about (docs/adr/0034), and confirms the sign-ups of the newly subscribed. New
-- subscribers are their own record. Bounces and complaints are recorded with their feedback.
create or replace function record_subscriber_changes(team int, by_import uuid, at_provider text, changes jsonb)
returns void
language plpgsql as $$
#variable_conflict use_column
declare
  confirmed uuid[] := array(select c.id from jsonb_to_recordset(changes) as c(id uuid, was text, status text)
    where c.status = 'subscribed' and c.was <> 'subscribed');
begin
  insert into subscriber_changes (team_id, subscriber_id, kind, tag_ids, import_id, provider)
  select team, c.id, change.kind::"SubscriberChangeKind", change.tags, by_import, at_provider::"FeedbackProvider"
  from jsonb_to_recordset(changes) as c(id uuid, was text, status text, added int[], removed int[])
  cross join lateral (values
    (case when c.status = 'unsubscribed' then 'unsubscribed' when c.was in ('unsubscribed', 'bounced', 'complained')
      then 'resubscribed' else 'confirmed' end, '{}'::int[], c.was <> c.status and (c.status in ('unsubscribed', 'subscribed')
      or (c.status = 'unconfirmed' and c.was in ('unsubscribed', 'bounced', 'complained')))),
    ('tagged', c.added, c.added <> '{}'),
    ('untagged', c.removed, c.removed <> '{}')) change(kind, tags, holds)
  where change.holds order by c.id;

  if confirmed <> '{}' then
    update sign_ups u set outcome = 'subscribed'
    where u.team_id = team and u.subscriber_id = any(confirmed) and u.outcome = 'asked';
  end if;
end
$$;
