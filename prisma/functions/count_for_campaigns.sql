-- Adds outcomes to the campaigns they belong to, pauses those with too many bounces or complaints, and adds to the figures of
-- campaigns and automation e-mails.
create or replace function count_for_campaigns(team int, taken outcomes[])
returns void
language plpgsql as $$
declare
  paused uuid[];
  ids uuid[] := array(select distinct campaign_id from unnest(taken) where campaign_id is not null);
  whats text[];
  details text[];
  variants int[];
  counts bigint[];
begin
  if ids = '{}' then
    return;
  end if;
  perform 1 from campaigns c where c.team_id = team and c.id = any(ids) order by c.id for no key update;

  with counted as (update campaigns c set sent_count = c.sent_count + n.sent, failed_count = c.failed_count + n.failed,
    unknown_count = c.unknown_count + n.unknown, withheld_count = c.withheld_count + n.withheld,
    status = case when n.reason is null then c.status else 'paused' end,
    pause_reason = coalesce(n.reason, c.pause_reason)
  from (
    select k.id, added.*, case when k.status = 'sending' then auto_pause_reason(
        k.sent_count + k.failed_count + added.sent + added.failed - k.brake_from, k.brake_hard_bounces, k.brake_complaints,
        t.brake_hard_bounces, t.brake_complaints) end as reason
    from campaigns k join teams t on t.id = team
    cross join lateral (
      select count(*) filter (where o.state = 'sent')::int as sent, count(*) filter (where o.state = 'failed')::int as failed,
        (count(*) filter (where o.state = 'unknown') - count(*) filter (where o.was = 'unknown'))::int as unknown,
        count(*) filter (where o.state = 'withheld')::int as withheld
      from unnest(taken) o where o.campaign_id = k.id) added
    where k.team_id = team and k.id = any(ids)) n
  where c.team_id = team and c.id = n.id returning c.id, n.reason)
  select array_agg(id) into paused from counted where reason is not null;
  if paused is not null then
    perform tell_webhooks_of_pauses(team, paused);
  end if;

  perform 1 from mailings g where g.team_id = team and g.id = any(ids) order by g.id for key share;
  select array_agg(o.campaign_id), array_agg(f.what), array_agg(f.detail), array_agg(f.variant_of), array_agg(f.count)
  into ids, whats, details, variants, counts
  from unnest(taken) o
  cross join lateral settled_figures(o.state, o.was, case o.kind when 'automation' then 0 else o.variant end, o.withheld,
    o.recipient_domain) f
  where o.campaign_id is not null;
  if ids is not null then
    perform add_campaign_counts(team, ids, whats, details, variants, counts, 0);
  end if;
end
$$;
