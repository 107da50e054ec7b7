-- Inserts transactional mails and their messages in the ledger, except for mails that name an erased person. `people`: the keys of all
-- people that a mail names. A run writes one mail at a step: a repeated one is left out. Returns the inserted ones.
create or replace function insert_mails(team int, people uuid[], mails jsonb)
returns table (id uuid, created_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  erased uuid[];
  runs uuid[] := array(select g."runId" from jsonb_to_recordset(mails) as g("runId" uuid) where g."runId" is not null);
  written text[];
  ids uuid[];
  runs_of uuid[];
  times timestamptz[];
begin
  select array_agg(p.key) into erased from people p where p.team_id = team and p.key = any(people) and p.email is null;
  if runs <> '{}' then
    select array_agg(m.run_id || m.automation_step) into written
    from transactional_mails m where m.team_id = team and m.run_id = any(runs);
  end if;
  select array_agg(g.id), array_agg(g."runId"), array_agg(greatest(now(), g."sendAt")) into ids, runs_of, times
  from jsonb_to_recordset(mails) as g(id uuid, "runId" uuid, "automationStep" text, "sendAt" timestamptz, people uuid[])
  where (g.people && erased) is not true and (g."runId" || g."automationStep" = any(written)) is not true;

  -- Without a conflict or an answer, Citus only copies the rows.
  insert into transactional_mails (team_id, id, template, template_id, subject, subject_source, html_source, text_source,
    from_email, from_name, "to", cc, bcc, reply_to, names, headers, variables, secret_variables, attachments, locale, recipients,
    transport_id, tracking, strict, warnings, send_at, is_test, campaign_id, as_person_key, variant, automation_id,
    automation_step, run_id)
  select team, g.id, g.template, g."templateId", g.subject, g."subjectSource", g."htmlSource", g."textSource", g."fromEmail",
    g."fromName", g."to", g.cc, g.bcc, g."replyTo", g.names, g.headers, g.variables, coalesce(g."secretVariables", '{}'),
    g.attachments, g.locale, g.recipients, g."transportId", g.tracking, g.strict, g.warnings, g."sendAt", g."isTest",
    g."campaignId", g."asPersonKey", g.variant, g."automationId", g."automationStep", g."runId"
  from jsonb_to_recordset(mails) as g(
    id uuid, template text, "templateId" uuid, subject text, "subjectSource" text, "htmlSource" text, "textSource" text,
    "fromEmail" text, "fromName" text, "to" text[], cc text[], bcc text[], "replyTo" text, names jsonb, headers jsonb,
    variables jsonb, "secretVariables" text[], attachments jsonb, locale text, recipients text[], "transportId" uuid,
    tracking boolean, strict boolean, warnings text[], "sendAt" timestamptz, "isTest" boolean, "campaignId" uuid,
    "asPersonKey" uuid, variant smallint, "automationId" uuid, "automationStep" text, "runId" uuid)
  where g.id = any(ids);

  insert into messages (team_id, id, kind, mail_id, run_id, due_at)
  select team, m.id, 'transactional', m.id, m.run_id, m.due_at from unnest(ids, runs_of, times) m(id, run_id, due_at);

  return query select m.id, now()::timestamptz(3) from unnest(ids) m(id);
end
$$;
