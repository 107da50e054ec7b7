-- Records opens and clicks of a team's messages: verdicts, counters of mails, touches of people, and what automations and webhooks make
-- of them. `count_reactions` counts those of campaigns later. `message_ids` to `others`: one element each. `others`: recent other links
-- that were clicked in the message, as JSON. The limits are those of src/domain/insight/verdict.ts, in seconds and links.
-- Leaves out deleted messages, and those to people with tracking off. Returns the campaigns, and each message whose earlier reactions
-- may be a machine's, as the latest show; while somebody follows the team's mails, also each mail with what a person did, `acted`.
create or replace function record_reactions(
  team int, message_ids uuid[], kinds text[], verdicts text[], targets text[], others jsonb[],
  scanned_within int, together int, trapped int, most_others int)
returns table (campaign uuid, revealed uuid, mail uuid, acted text)
-- A plan made while a table is nearly empty would read all of it later.
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  mails uuid[];
  campaigns_of uuid[];
  senders text[];
  sender_ids uuid[];
  email_ids uuid[];
  persons uuid[];
  emails text[];
  is_soon boolean[];
  reveals boolean[];
  present uuid[];
  reactions_of bigint[];
begin
  with given as materialized (
    select * from unnest(message_ids, kinds, verdicts, targets, others) g(message, kind, verdict, target, others)
  ), locked as materialized (
    select m.id, m.mail_id, m.campaign_id, m.sent_at, m.person_key, m.kind = 'automation' as automated,
      (select p.tracked from people p where p.team_id = team and p.key = m.person_key) as tracked
    from messages m where m.team_id = team and m.id = any(message_ids) for key share of m skip locked
  ), found as (
    select given.*, m.*, (coalesce(t.sent_at, m.sent_at) <= now() - make_interval(secs => scanned_within)) is not true as is_soon,
      case when t.erased_at is null and cardinality(t.to) = 1 then t.to[1] end as email
    from given join locked m on m.id = given.message
    left join lateral (
      select * from transactional_mails t where t.team_id = team and t.id = m.mail_id offset 0) t on true
    where t.campaign_id is null and m.tracked is not false -- a test of a campaign counts nothing
      and (t.id is null or (
        select bool_and((select p.tracked from people p where p.team_id = team and p.key = key_of_address(team, r.address)) is not false)
        from unnest(t.recipients) r(address)) is not false)
  )
  select array_agg(f.message), array_agg(f.kind), array_agg(f.verdict), array_agg(f.target), array_agg(f.others), array_agg(f.mail_id),
    array_agg(f.campaign_id), array_agg(f.is_soon),
    array_agg(case when f.automated then 'automation' when f.campaign_id is null then 'transactional' else 'campaign' end),
    array_agg(case when f.automated then (select g.automation_id from mailings g where g.team_id = team and g.id = f.campaign_id)
      else coalesce(f.campaign_id, f.mail_id) end),
    array_agg(case when f.automated then f.campaign_id end), array_agg(coalesce(f.person_key, key_of_address(team, f.email))),
    array_agg(f.email)
  into message_ids, kinds, verdicts, targets, others, mails, campaigns_of, is_soon, senders, sender_ids, email_ids, persons, emails
  from found f;
  if message_ids is null then
    return;
  end if;
  select array_agg(case when g.soon or a.others > most_others or a.is_trapped is true then 'scanner' else g.verdict end order by g.place),
    array_agg(not g.soon and a.others > most_others or g.kind = 'click' and g.target is null order by g.place)
  into verdicts, reveals
  from unnest(message_ids, kinds, verdicts, targets, others, is_soon) with ordinality
    g(message, kind, verdict, target, others, soon, place)
  cross join lateral (
    select count(distinct target) as others, bool_or(is_trap) as is_trapped from (
      select jsonb_array_elements_text(g.others) as target, false as is_trap
      union all
      select target, target is null from (
        -- By the index of the message, whatever the statistics say. A program that fetches all links repeats none this often.
        select kind, target, at from reactions
        where team_id = team and message_id between g.message and g.message and not g.soon order by message_id desc, id desc limit 20) latest
      where kind = 'click' and (target <> g.target and at > now() - make_interval(secs => together)
        or target is null and at > now() - make_interval(secs => trapped))) seen) a;

  present := present_people(team, persons, emails, array(
    select g.verdict = 'human' and g.sender is not null from unnest(verdicts, sender_ids) with ordinality g(verdict, sender, place)
    order by place));
  perform count_for_mails(team, array(
    select case when g.verdict = 'human' then g.mail end from unnest(mails, verdicts) with ordinality g(mail, verdict, place)
    order by place), kinds);
  perform signal_reactions(team, present, message_ids, kinds, targets, campaigns_of, mails); -- looks for earlier reactions

  with noted as (
    insert into reactions (team_id, message_id, kind, verdict, target, campaign_id)
    select team, g.message, g.kind::"TouchKind", g.verdict::"Verdict", g.target, case when g.kind = 'click' then g.campaign end
    from unnest(message_ids, kinds, verdicts, targets, campaigns_of) g(message, kind, verdict, target, campaign)
    returning id
  )
  select array_agg(id) into reactions_of from noted;
  if cardinality(array_remove(campaigns_of, null)) > 0 then
    insert into uncounted_reactions (team_id, reactions) values (team, reactions_of);
  end if;
  perform touch_people(team, present, kinds, senders, sender_ids, email_ids);
  perform tell_webhooks_of_reactions(team, persons, message_ids, kinds, verdicts, targets, campaigns_of, mails);

  return query
    select distinct g.campaign, case when g.reveals then g.message end, null::uuid, null::text
    from unnest(campaigns_of, message_ids, reveals) g(campaign, message, reveals) where g.campaign is not null or g.reveals;
  if cardinality(array_remove(mails, null)) > 0
    and exists (select 1 from teams t where t.id = team and t.mails_watched_until > now()) then
    return query
      select distinct null::uuid, null::uuid, g.mail, g.kind from unnest(mails, kinds, verdicts) g(mail, kind, verdict)
      where g.mail is not null and g.verdict = 'human';
  end if;
end
$$;
