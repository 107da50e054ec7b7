-- Inserts transactional mails and their messages in the ledger, except for mails that name an erased person. `people`: the keys of all
-- people that a mail names. A run writes one mail at a step. Returns the inserted ones.
create or replace function insert_mails(team int, people uuid[], mails jsonb)
returns table (id uuid, created_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  erased uuid[] := array(select p.key from people p where p.team_id = team and p.key = any(people) and p.email is null);
  ids uuid[];
  runs uuid[];
  made timestamptz[];
  times timestamptz[];
begin
  with given as materialized (
    select * from jsonb_to_recordset(mails) as g(
      id uuid, template text, "templateId" uuid, subject text, "subjectSource" text, "htmlSource" text, "textSource" text,
      "fromEmail" text, "fromName" text, "to" text[], cc text[], bcc text[], "replyTo" text, names jsonb, headers jsonb,
      variables jsonb, "secretVariables" text[], attachments jsonb, locale text, recipients text[], "transportId" uuid,
      tracking boolean, strict boolean, warnings text[], "sendAt" timestamptz, "isTest" boolean, "campaignId" uuid,
      "asPersonKey" uuid, variant smallint, "automationId" uuid, "automationStep" text, "runId" uuid, people uuid[])
    where not (people && erased)
  ), inserted as (
    insert into transactional_mails as m (team_id, id, template, template_id, subject, subject_source, html_source, text_source,
      from_email, from_name, "to", cc, bcc, reply_to, names, headers, variables, secret_variables, attachments, locale, recipients,
      transport_id, tracking, strict, warnings, send_at, is_test, campaign_id, as_person_key, variant, automation_id,
      automation_step, run_id)
    select team, g.id, g.template, g."templateId", g.subject, g."subjectSource", g."htmlSource", g."textSource", g."fromEmail",
      g."fromName", g."to", g.cc, g.bcc, g."replyTo", g.names, g.headers, g.variables, coalesce(g."secretVariables", '{}'),
      g.attachments, g.locale, g.recipients, g."transportId", g.tracking, g.strict, g.warnings, g."sendAt", g."isTest",
      g."campaignId", g."asPersonKey", g.variant, g."automationId", g."automationStep", g."runId"
    from given g on conflict do nothing
    returning m.id, m.run_id, m.created_at, m.send_at
  )
  select array_agg(id), array_agg(run_id), array_agg(created_at), array_agg(send_at) into ids, runs, made, times from inserted;

  insert into messages (team_id, id, kind, mail_id, run_id, due_at)
  select team, m.id, 'transactional', m.id, m.run_id, m.due_at
  from (select g.id, g.run_id, greatest(now(), g.send_at) as due_at from unnest(ids, runs, times) g(id, run_id, send_at)) m;

  return query select m.id, m.created_at from unnest(ids, made) m(id, created_at);
end
$$;
